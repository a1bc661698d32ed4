/** What a sound MCP server says and its author would not want (MC-10). */

import { resolve } from "node:path";

import { isFolder } from "../../platform/is-folder.ts";
import { isInData, withRoot } from "../../plugins/agent-plugin/expand.ts";
import type { ProcessServer, RemoteServer, Server } from "../../plugins/plugin.ts";
import { withReferences } from "../../plugins/references.ts";
import { LOOPBACK } from "../../plugins/secret-shape.ts";

export interface ServerTrouble {
  readonly key: string;
  readonly message: string;
  readonly hint: string;
}

/** `mcp__<server>__<tool>` has at most 64 letters for most models. */
export const LONG_NAME = 32;

export function serverTroubles(server: Server): readonly ServerTrouble[] {
  return [...nameTroubles(server.name), ...(server.transport === "stdio" ? folderTroubles(server) : addressTroubles(server))];
}

function nameTroubles(name: string): ServerTrouble[] {
  const troubles: ServerTrouble[] = [];
  const add = (message: string, hint: string) => troubles.push({ key: "name", message, hint });
  if (name.includes(".")) add("some agents, such as Claude Code and Codex, do not accept a dot in its name", "write - or _");
  if (name.includes("__")) add("agents separate server and tool by `__`, which its name contains", "write - or a single _");
  if (name.length > LONG_NAME)
    add(`its name has ${name.length} letters, which leaves few for its tools`, `write at most ${LONG_NAME}: a tool's whole name has 64`);
  return troubles;
}

/** A folder in a plugin's data is made by the launcher, or by the server. */
function folderTroubles({ cwd: given, packageRoot }: ProcessServer): ServerTrouble[] {
  if (given === undefined || (packageRoot !== undefined && isInData(given))) return [];
  const cwd = packageRoot === undefined ? given : resolve(packageRoot, withRoot(given, packageRoot));
  if (isFolder(cwd)) return [];
  return [{ key: "cwd", message: `there is no folder ${cwd}`, hint: "relative paths start at the plugin's folder" }];
}

function addressTroubles({ url, packageRoot }: RemoteServer): ServerTrouble[] {
  const { protocol, hostname } = new URL(packageRoot === undefined ? withReferences(url, () => "1") : url);
  if (protocol === "https:" || LOOPBACK.test(hostname)) return [];
  return [
    { key: "url", message: "its address is plain http, so others on the network can read and change what is sent", hint: "use https" },
  ];
}
