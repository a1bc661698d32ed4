/** The launcher (MC-11): what an agent's entry for a plugin's MCP server starts. It stands for the server, or says why it does not start. */

import { findServer } from "../app/servers/find-server.ts";
import { type NotStartable, serverProcess } from "../app/servers/server-process.ts";
import { workspaceFolder } from "../app/workspace-folder.ts";
import { messageOf } from "../canonical/error-message.ts";
import type { PlacedContext } from "../platform/places.ts";
import { printable } from "../platform/printable.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import { serverWord } from "../plugins/server-word.ts";
import { writeAll } from "../platform/write-out.ts";
import { refuse } from "./refuse.ts";
import { openServerLog } from "./server-log.ts";
import { standFor } from "./stand-for.ts";

export interface LauncherServices extends PlacedContext {
  /** Acquires missing programs, in a process of its own. */
  readonly startRefresh: (folder: string) => Promise<void>;
}

/** The exit code of this process. */
export async function serve(word: string, services: LauncherServices): Promise<number> {
  const trouble = await launch(word, services);
  if (typeof trouble === "number") return trouble;
  const { problem, hint } = trouble;
  const message = printable(`Symposium does not start the server ${word}: ${problem}${hint === undefined ? "" : `; ${hint}`}`);
  writeAll(2, `${message}\n`);
  await refuse(message);
  return 1;
}

async function launch(word: string, services: LauncherServices): Promise<number | NotStartable> {
  const { context, places } = services;
  try {
    const server = await findServer(services, word);
    if ("problem" in server) return server;
    const prepared = serverProcess(server, services);
    const hint = `see \`symposium plugin show ${quotedPath(server.plugin)}\``;
    if ("problem" in prepared) return prepared.isMissing === true ? await acquiring(prepared, services) : { hint, ...prepared };
    const end = await standFor(prepared, context.os, openServerLog(places, serverWord(server), context.os));
    return "exitCode" in end ? end.exitCode : { problem: end.notStarted, hint };
  } catch (error) {
    return { problem: messageOf(error), hint: "run `symposium status`" };
  }
}

/** Not now: agents wait for a server for seconds. */
async function acquiring(missing: NotStartable, { context, startRefresh }: LauncherServices): Promise<NotStartable> {
  await startRefresh(workspaceFolder(context) ?? context.cwd);
  return { problem: missing.problem, hint: "Symposium gets it in the background: restart the agent in a minute, or run `symposium sync`" };
}
