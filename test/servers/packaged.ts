/** A server of an Agent Plugin whose folder is real, as the index has it, and its process as the launcher prepares it. */

import { dataName } from "../../src/plugins/agent-plugin/format.ts";
import type { IndexedProcess } from "../../src/plugins/plugin.ts";
import { type NotStartable, type ServerProcess, serverProcess } from "../../src/plugins/mcp-servers/server-process.ts";
import { temporaryHome, type TemporaryHome } from "../support/temporary-home.ts";

export const DATA = dataName("tools", { kind: "source", name: "user-plugins" });

/** A home with the folder of a plugin, and what is in it. */
export function packageHome(home = "home"): Promise<TemporaryHome> {
  return temporaryHome({ home, files: { plugin: { "run.sh": "", sub: { deep: { x: "" } } }, outside: { "run.sh": "" } } });
}

function serverIn(
  home: TemporaryHome,
  given: Partial<IndexedProcess> & { readonly args?: readonly string[]; readonly program?: string } = {},
) {
  const { args = [], program: path = home.at("plugin/run.sh"), ...more } = given;
  return {
    plugin: "tools",
    source: "user-plugins",
    name: "s",
    isGated: false,
    manifest: ["/m", null] as never,
    transport: "stdio",
    command: { kind: "executable", path, args },
    variables: [],
    packageRoot: home.at("plugin"),
    data: DATA,
    ...more,
  } as unknown as IndexedProcess;
}

export function prepared(home: TemporaryHome, given: Parameters<typeof serverIn>[1] = {}, env: Record<string, string> = {}) {
  return serverProcess(serverIn(home, given), { context: { ...home.context, env }, places: home.places });
}

export const started = (...order: Parameters<typeof prepared>) => prepared(...order) as ServerProcess;
export const problem = (...order: Parameters<typeof prepared>) => (prepared(...order) as NotStartable).problem;
export const dataOf = (home: TemporaryHome) => `${home.places.pluginData}/${DATA}`;
