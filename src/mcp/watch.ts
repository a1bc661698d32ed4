/**
 * Tells the client when its lists have changed: lock files, manifests, the config or a consent. Checks the stamps of the index every few
 * seconds, which costs some calls of `stat`, and reads skills again only where the index was made again.
 */

import type { Server, Tool } from "@modelcontextprotocol/server";

import { workspaceFolder } from "../app/workspace-folder.ts";
import type { PlacedContext } from "../platform/places.ts";
import { stampOf } from "../platform/stamp.ts";
import { indexFile } from "../plugins/dispatch-index/index-file.ts";
import type { Session } from "./session.ts";
import { type SkillHere, skillsFor } from "./skills/skills-for.ts";
import { offeredTools } from "./tools/offered-tools.ts";

const EVERY_MS = 2_000;
/** A check takes at most this part of the time. */
const SHARE = 50;

export interface Watch {
  /** Again without effect. */
  readonly start: () => void;
  /** What the client was answered is what checks compare with: a change before the first check counts too. */
  readonly listedTools: (definitions: readonly Tool[]) => void;
  readonly listedSkills: (listed: readonly SkillHere[]) => void;
  readonly stop: () => void;
}

export function watchLists(server: Server, session: Session, here: () => Promise<PlacedContext>): Watch {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let tools: string | undefined;
  let skills: string | undefined;
  let index: string | undefined;

  const check = async (): Promise<void> => {
    const app = await here();
    const toolsNow = JSON.stringify((await offeredTools(session, app)).tools.map(({ definition }) => definition));
    if (tools !== undefined && tools !== toolsNow) await server.sendToolListChanged();
    tools = toolsNow;
    const indexNow = `${app.context.cwd} ${stampOf(indexFile(app.places, workspaceFolder(app.context)))}`;
    if (index === indexNow) return;
    const skillsNow = JSON.stringify(await skillsFor(app));
    if (skills !== undefined && skills !== skillsNow) {
      await server.sendResourceListChanged();
      await server.sendPromptListChanged();
    }
    [index, skills] = [indexNow, skillsNow];
  };
  const next = (after: number) => {
    if (isStopped) return;
    timer = setTimeout(() => {
      const began = performance.now();
      void check()
        .catch(() => {})
        .then(() => next(Math.max(EVERY_MS, (performance.now() - began) * SHARE)));
    }, after);
    timer.unref();
  };
  return {
    start: () => {
      if (timer === undefined) next(EVERY_MS);
    },
    listedTools: (definitions) => {
      tools = JSON.stringify(definitions);
    },
    listedSkills: (listed) => {
      // The index may be another by now than the one they are from.
      [index, skills] = [undefined, JSON.stringify(listed)];
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
