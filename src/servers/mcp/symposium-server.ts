/** The answers of our server to one client. */

import { fileURLToPath } from "node:url";
import { ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";

import { VERSION } from "../../context.ts";
import { isFolder } from "../../host/paths.ts";
import type { PlacedContext } from "../../host/places.ts";
import { stampOf } from "../../host/stamp.ts";
import { indexFile } from "../../index/read-index.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import { failureFor, offeredTools } from "./offered-tools.ts";
import { errorResult, textResult } from "./own-tools.ts";
import type { Session } from "./session.ts";
import { getPrompt, listPrompts, listResources, readResource, type SkillHere, skillsFor } from "./skills.ts";

const INSTRUCTIONS =
  "Symposium knows the dependencies of this workspace. Call `skills` for instructions that fit them, and `package_info` for the version and source of a package.";

export function symposiumServer(session: Session, era: "legacy" | "modern"): Server {
  const changes = { listChanged: true };
  const server = new Server(
    { name: "symposium", title: "Symposium", version: VERSION },
    { capabilities: { tools: changes, resources: changes, prompts: changes }, instructions: INSTRUCTIONS },
  );
  const folderOfClient = folderFor(server, session, era);
  const folder = async () => session.at(await folderOfClient());
  const watch = watchLists(server, session, folder);
  // Nothing is watched for a client that asks for nothing.
  const here = () => {
    watch.start();
    return folder();
  };
  const skills = async () => {
    const found = await skillsFor(await here());
    watch.listedSkills(found);
    return found;
  };
  server.setRequestHandler("tools/list", async () => {
    const { tools } = await offeredTools(session, await here(), true);
    const definitions = tools.map(({ definition }) => definition);
    watch.listedTools(definitions);
    return { tools: definitions };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const app = await here();
    const { tools, servers } = await offeredTools(session, app);
    const tool = tools.find(({ definition }) => definition.name === params.name);
    const failure = tool === undefined ? failureFor(session, servers, params.name) : undefined;
    if (failure !== undefined) return textResult(failure, true);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `unknown tool ${JSON.stringify(params.name)}`);
    try {
      const result = await tool.call(params.arguments ?? {}, { app, request: mcpReq });
      return server.projectCallToolResult(result, tool.definition.outputSchema);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return errorResult(error);
    }
  });
  server.setRequestHandler("resources/list", async () => ({ resources: await listResources(await skills()) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params }) => readResource(await here(), params.uri));
  server.setRequestHandler("prompts/list", async () => ({ prompts: await listPrompts(await skills()) }));
  server.setRequestHandler("prompts/get", async ({ params }) => getPrompt(await here(), params.name));
  Object.assign(server, { onclose: watch.stop });
  session.onToolsChanged = () => void server.sendToolListChanged().catch(() => {});
  return server;
}

/** The folder of the client. The protocol of 2026-07-28 cannot ask for its roots: there the folder we were started in counts. */
function folderFor(server: Server, { workspace, app }: Session, era: "legacy" | "modern"): () => Promise<string> {
  const { cwd } = app.context;
  if (workspace !== undefined || era === "modern") return () => Promise.resolve(workspace ?? cwd);
  let known: Promise<string> | undefined;
  server.setNotificationHandler("notifications/roots/list_changed", () => void (known = undefined));
  return () => (known ??= askedRoot(server, cwd));
}

/** A client that offers roots may still never answer. */
const DEADLINE_MS = 2_000;

async function askedRoot(server: Server, otherwise: string): Promise<string> {
  if (server.getClientCapabilities()?.roots === undefined) return otherwise;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: DEADLINE_MS });
    return roots.map(({ uri }) => folderOf(uri)).find((folder) => folder !== undefined) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function folderOf(uri: string): string | undefined {
  try {
    const path = fileURLToPath(uri);
    return isFolder(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

const EVERY_MS = 2_000;

/** Checks take at most one part in this many of the time. */
const SHARE = 50;

/**
 * Tells the client when its lists have changed: lock files, manifests, the config or a consent. Checks the stamps of the index every few
 * seconds, which costs some calls of `stat`, and reads skills again only where the index was made again.
 */
function watchLists(server: Server, session: Session, here: () => Promise<PlacedContext>) {
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
    // What the client was answered is what checks compare with: a change before the first check counts too.
    listedTools: (definitions: readonly Tool[]) => void (tools = JSON.stringify(definitions)),
    listedSkills: (listed: readonly SkillHere[]) => {
      // The index may be another by now than the one they are from.
      [index, skills] = [undefined, JSON.stringify(listed)];
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
