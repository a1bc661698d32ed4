/** Which MCP server a tool belongs to, on agents whose tool names join server and tool: the configured names decide (RT-10). */

import type { HookTime, McpServerFile } from "../agents/agent.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { lookUp } from "../lookup.ts";
import type { HookInput } from "../model/input.ts";
import { isObject, parseJson, withoutComments } from "../model/json.ts";
import { mcpCall, type McpName, mcpToolName, toolCall } from "../model/tool.ts";
import type { HookServices } from "./services.ts";

const MOST_BYTES = 16 * 1024 * 1024;

/** The input with the tool's actual MCP name; unchanged where no configured server matches, and every name is possible. */
export function settleMcpName(input: HookInput, hookTime: HookTime, { context }: HookServices): HookInput {
  const { tool } = input;
  const possible = tool?.also?.filter((name) => name.startsWith("mcp__")) ?? [];
  if (tool === undefined || hookTime.mcpServerFiles === undefined || possible.length === 0) return input;
  const servers = hookTime.mcpServerFiles(context, input.cwd ?? context.cwd).flatMap(serverNames);
  const names = configuredNames(possible, new Set(servers), hookTime.mcpServerLabel);
  const [only, ...more] = names;
  if (only === undefined) return input;
  return { ...input, tool: more.length === 0 ? mcpCall(tool.native, only) : toolCall(tool.native, undefined, names.map(mcpToolName)) };
}

const ANY_SERVER = mcpToolName({ server: "*", tool: "" });

/** The longest matching server name, or every server where the tool's name does not decide. */
function configuredNames(
  possible: readonly string[],
  servers: ReadonlySet<string>,
  label = (server: string) => server,
): readonly McpName[] {
  const unnamed = possible.find((name) => name.startsWith(ANY_SERVER));
  if (unnamed !== undefined) return [...servers].map((server) => ({ server, tool: unnamed.slice(ANY_SERVER.length) }));
  // With servers `my` and `my-files`, `my-files-read` is a tool of the second.
  for (const server of [...servers].sort((one, other) => other.length - one.length)) {
    const prefix = mcpToolName({ server: label(server), tool: "" });
    const name = possible.find((one) => folded(one).startsWith(folded(prefix)));
    if (name !== undefined) return [{ server, tool: name.slice(prefix.length) }];
  }
  return [];
}

/** Nothing is an error here: a missing file, or one that is not JSON, names no server. */
function serverNames({ path, key }: McpServerFile): string[] {
  const text = readRegularTextIfAny(path, { maxBytes: MOST_BYTES }) ?? "";
  const file = parseJson(withoutComments(text.replace(/^\uFEFF/, "")));
  const servers = isObject(file) ? lookUp(file, key) : undefined;
  return isObject(servers) ? Object.keys(servers) : [];
}

/** Agents fold `-` and `_` differently, so they compare equal. */
function folded(name: string): string {
  return name.replaceAll("-", "_");
}
