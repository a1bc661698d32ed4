/** Where the names of the user's MCP servers are. They separate server and tool in `<server>_<tool>`. */

import { join } from "node:path";

import type { Context } from "../../context.ts";
import type { McpServerFile } from "../agent.ts";

export function mcpServerFiles({ home, env }: Pick<Context, "home" | "env">, project: string): readonly McpServerFile[] {
  const user = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode");
  const more = env["OPENCODE_CONFIG_DIR"];
  const folders = [user, ...(more ? [more] : []), project, join(project, ".opencode")];
  const files = folders.flatMap((folder) => [join(folder, "opencode.json"), join(folder, "opencode.jsonc")]);
  return [...files, ...(env["OPENCODE_CONFIG"] ? [env["OPENCODE_CONFIG"]] : [])].map((path) => ({ path, key: "mcp" }));
}
