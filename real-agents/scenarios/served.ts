/** What scenarios of MCP servers have in common: a plugin with one server, how the model calls its tool, and claims about both. */

import { describedAs, ANSWERED } from "../mcp-answers.ts";
import type { Step } from "../model-server/script.ts";
import type { Recipe } from "../recipes/recipe.ts";
import { MCP_CALLS } from "../sandbox.ts";
import { answers, type Plugin, type PluginHook, SERVER_STARTS } from "./plugin.ts";
import { runsShell, type Claim, type Scenario, type Seen } from "./scenario.ts";

export const PLUGIN = "harbour";
export const SERVER = "tides";
export const TOOL = "read_tide_table";

/** A tool as an agent knows it. */
export interface ServedTool {
  readonly server: string;
  readonly tool: string;
}

export const OWN: ServedTool = { server: SERVER, tool: TOOL };

/** Our own server offers the tools of servers that the agent has no place for. */
export const BEHIND_OURS: ServedTool = { server: "symposium", tool: `${SERVER}__${TOOL}` };

export function served(scenario: Omit<Scenario, "group" | "plugins"> & Partial<Scenario>): Scenario {
  return { group: "servers", plugins: () => [withServer()], ...scenario };
}

/** Its hook writes down the calls of the server's tool. */
export function withServer(more: Partial<Plugin> = {}): Plugin {
  return { name: PLUGIN, servers: [{ name: SERVER, tools: [TOOL] }], hooks: [noting(SERVER, TOOL)], ...more };
}

export function noting(server: string, tool: string): PluginHook {
  return { name: "tool-seen", event: "PostToolUse", matcher: `mcp__${server}__${tool}`, body: answers("PostToolUse", {}) };
}

/** After another tool, by when an agent that connects while it works has connected. */
export function callsTool(recipe: Recipe, tool: ServedTool): readonly Step[] {
  return [...runsShell(recipe), ...findsAndCalls(recipe, tool, { word: "high" })];
}

/** The same without the call. */
export function looksFor(recipe: Recipe, tool: ServedTool): readonly Step[] {
  return [...runsShell(recipe), ...finds(recipe, tool)];
}

export function findsAndCalls(recipe: Recipe, { server, tool }: ServedTool, args: Record<string, unknown>): readonly Step[] {
  return [...finds(recipe, { server, tool }), { calls: [recipe.calls.mcp(server, tool, args)] }];
}

function finds({ findsTool }: Recipe, { server, tool }: ServedTool): readonly Step[] {
  return findsTool === undefined ? [] : [{ calls: [findsTool(server, tool)] }];
}

/** The schema reached the model before it called. */
export function offered(seen: Seen, session: number, tool = TOOL): Claim {
  return [`session ${session} offers ${tool}`, requestsBefore(seen, session).some((text) => text.includes(describedAs(tool)))];
}

function requestsBefore({ sessions, recipe }: Seen, session: number): readonly string[] {
  return (sessions[session - 1] ?? []).slice(0, recipe.findsTool === undefined ? 2 : 3);
}

/** Not by its own server and by ours as well. */
export function offeredOnce(seen: Seen, session: number, { server }: ServedTool): Claim {
  const last = requestsBefore(seen, session).at(-1) ?? "";
  const times = last.split(describedAs(TOOL)).length - 1;
  const isBoth = server === SERVER && new RegExp(`${BEHIND_OURS.server}[_-]+${BEHIND_OURS.tool}`).test(last);
  return [`session ${session} offers ${TOOL} once (${times} times${isBoth ? ", and behind ours" : ""})`, times === 1 && !isBoth];
}

/** Neither its schema nor its name reached the model. */
export function notOffered({ sessions }: Seen, session: number, tool = TOOL): Claim {
  const requests = sessions[session - 1] ?? [];
  const told = requests.some((text) => text.includes(describedAs(tool))) || requests[0]?.includes(tool) === true;
  return [`session ${session} does not offer ${tool}`, requests.length > 0 && !told];
}

/** The tool was called so often, and its answers reached the model. */
export function called(seen: Seen, times = 1, tool = TOOL): readonly Claim[] {
  const calls = seen.left(MCP_CALLS).split("\n").filter(Boolean);
  return [
    [`${tool} was called ${times} times (${calls.join(", ")})`, calls.length === times && calls.every((call) => call.startsWith(tool))],
    [`its answer reached the model`, seen.turns.some((turn) => turn.includes(`${ANSWERED} {`))],
    [
      `the hook for mcp__<server>__<tool> ran ${times} times (${seen.handled("tool-seen").length})`,
      seen.handled("tool-seen").length === times && seen.handled("tool-seen").every((given) => given.includes(tool)),
    ],
  ];
}

/** A process is always started by us. */
export function launched({ launches, left }: Seen): Claim {
  const own = launches.filter((launch) => launch === `serve ${PLUGIN}/${SERVER}`).length;
  const started = left(SERVER_STARTS).split("\n").filter(Boolean).length;
  return [`our launcher started the server (${own} launches, ${started} starts)`, own > 0 && started > 0];
}
