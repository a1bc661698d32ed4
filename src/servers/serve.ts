/** The launcher (MC-11): what an agent's entry for a plugin's MCP server starts. It stands for the server, or says why it does not start. */

import { messageOf } from "../errors.ts";
import type { PlacedContext } from "../host/places.ts";
import { serversHere } from "../index/lists-here.ts";
import { quotedPath } from "../model/safe-text.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import type { IndexedProcess } from "../plugins/plugin.ts";
import { type NotStartable, serverProcess } from "../plugins/mcp-servers/server-process.ts";
import { serversMeant, serverWord } from "../plugins/server-word.ts";
import { runServer } from "./run-server.ts";
import { refuseServer } from "./refuse-server.ts";
import { openServerLog } from "./server-log.ts";

export interface LauncherServices extends PlacedContext {
  /** Acquires missing programs, in a process of its own. */
  readonly startRefresh: (folder: string) => Promise<void>;
}

/** The exit code of this process. */
export async function serve(word: string, services: LauncherServices): Promise<number> {
  const trouble = await launch(word, services);
  if (typeof trouble === "number") return trouble;
  await refuseServer(word, trouble);
  return 1;
}

async function launch(word: string, services: LauncherServices): Promise<number | NotStartable> {
  const { context, places } = services;
  try {
    const server = await findServer(services, word);
    if ("problem" in server) return server;
    const prepared = serverProcess(server, services);
    const hint = `see \`symposium plugin show ${quotedPath(server.plugin)}\``;
    if ("problem" in prepared)
      return prepared.isMissing === true ? await acquiring(prepared, services) : { ...prepared, hint: prepared.hint ?? hint };
    const end = await runServer(prepared, context.os, openServerLog(places, serverWord(server), context.os));
    return "exitCode" in end ? end.exitCode : { problem: end.notStarted, hint };
  } catch (error) {
    return { problem: messageOf(error), hint: "run `symposium status`" };
  }
}

/** Leaves the acquiring to a background process: agents wait only seconds for a server. */
async function acquiring(missing: NotStartable, { context, startRefresh }: LauncherServices): Promise<NotStartable> {
  await startRefresh(workspaceFolder(context) ?? context.cwd);
  return { problem: missing.problem, hint: "Symposium gets it in the background: restart the agent in a minute, or run `symposium sync`" };
}

/** Gate, trust and live predicates are checked now. Throws where the config cannot be read and no earlier index is there. */
async function findServer(app: PlacedContext, word: string): Promise<IndexedProcess | NotStartable> {
  const [server] = serversMeant(word, await serversHere(app));
  if (server === undefined) return (await import("./why-not-here.ts")).whyNotHere(app, word);
  if (server.transport === "stdio") return server;
  return { problem: `it has type ${server.transport}: agents connect to ${server.url} themselves`, hint: "run `symposium sync`" };
}
