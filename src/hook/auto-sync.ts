/**
 * Syncs skills while agents work (PL-23). The call makes copies that need only local files; everything else is left to a separate process, which
 * is started when the agent has its answer.
 */

import { takeUnannounced } from "../files/unannounced-skills.ts";
import { meaningOf } from "../model/event.ts";
import type { HookInput } from "../model/input.ts";
import { standingOf } from "../plugins/skills/synced-record.ts";
import type { IndexAccess } from "./choose-hooks.ts";
import type { HookServices } from "./services.ts";
import { addedSkillsText } from "./session-hints.ts";

export interface AutoSynced {
  /** A separate process has something to do. */
  readonly refresh: boolean;
  /** Copies were made or removed, and the agent may have read them before. */
  readonly changed: boolean;
  /** What the agent is told about them. */
  readonly texts: readonly string[];
  readonly problems: readonly string[];
}

const NOTHING = { changed: false, texts: [], problems: [] } as const;

/** The start of a session waits longer, because the agent then lists the skills. */
const LONGEST_MS = { start: 2_000, within: 500 } as const;

interface Due {
  readonly folder: string;
  /** Of the last sync. The caller has seen a change since, or is at an event that checks. */
  readonly record: string;
  readonly reading: IndexAccess["reading"];
}

export async function autoSync(services: HookServices, { folder, record, reading }: Due, input: HookInput): Promise<AutoSynced> {
  const moment = meaningOf(input.event)?.session ?? "within";
  const { build: program, context, recordedEnv: env } = services;
  const standing = await standingOf(record, { program, now: context.now(), folder, env, isStart: moment === "start" });
  const isInStep = standing === "in-step";
  // At the end of a session no agent needs skills, and agents wait least.
  if (moment === "end") return { ...NOTHING, refresh: !isInStep };
  const synced =
    standing === "due" ? await services.syncSkills(folder, LONGEST_MS[moment], reading) : { ...NOTHING, added: [], left: !isInStep };
  const untold = takeUnannounced(record, input.agent);
  // A session that starts lists all of them.
  const news = moment === "start" ? [] : [...untold, ...synced.added.filter(({ agents }) => agents.includes(input.agent))];
  const { changed, problems } = synced;
  return { refresh: synced.left, changed, texts: news.length === 0 ? [] : [addedSkillsText(news)], problems };
}
