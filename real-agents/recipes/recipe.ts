/**
 * What the harness must know to run one agent: where its program comes from, how it is started, what points it at the
 * model server and grants trust, and its words for the tool calls that scenarios make. One file per agent, data first.
 */

import type { Scope } from "../../src/agents/agent.ts";
import type { NativeCall, Step } from "../model-server/script.ts";

/** The folders of one run. */
export interface Folders {
  readonly root: string;
  readonly home: string;
  readonly project: string;
}

export const PORT = 8099;
export const PROMPT = "Please do the scripted work.";

export interface McpServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** How the agent asks before it runs a tool: not at all, or by its own rules, which without a terminal mean "no". */
export type Permission = "bypass" | "ask";

export interface LaunchOptions {
  readonly prompt: string;
  readonly permission: Permission;
  readonly mcp?: McpServer;
  /** A rule of the user's own: shell commands that begin with this word are never run. */
  readonly forbidden?: string;
  /** The user has trusted neither the hooks nor the project; otherwise whatever the agent asks for is granted. */
  readonly untrusted?: true | undefined;
}

/** Why an agent cannot show what happens to a rewrite that it does not take. */
export const TAKES_EVERY_REWRITE = "rewrites are taken as they are; nothing is left to refuse";

/** What an agent cannot do that lists skills before it calls the hooks of the session's start. */
export const LISTS_SKILLS_FIRST = Object.fromEntries(
  ["listed in the session that brings it", "gone in the session that starts without it"].map((ability) => [
    ability,
    "lists skills before it calls the hooks of the session's start; the next session shows the change",
  ]),
);

export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files below the throw-away home, by path. */
  readonly homeFiles: Readonly<Record<string, string>>;
  readonly projectFiles: Readonly<Record<string, string>>;
  /** What the agent reads on its standard input; nothing without it. */
  readonly stdin?: string;
}

/** Calls of other tools that do the same, and what the agent must be started with to have them. */
export interface Beside {
  readonly calls: (folders: { readonly project: string }) => readonly NativeCall[];
  /** Calls without which the agent refuses them: a file is read before it is edited. */
  readonly first?: (folders: { readonly project: string }) => readonly NativeCall[];
  /** What the project must have for them. */
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** For tools that edit notebooks: its one cell is "one". */
export const NOTEBOOK = json({
  cells: [{ cell_type: "code", id: "one", metadata: {}, outputs: [], source: ["1"], execution_count: null }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

/** The file that each call leaves where it is not stopped, by its place in the list. */
export function markerOf(place: number): string {
  return `beside-${place}.txt`;
}

/** The tool calls scenarios make, in the agent's vocabulary. Paths are absolute. */
export interface ToolCalls {
  readonly shell: (command: string) => NativeCall;
  readonly write: (path: string, content: string) => NativeCall;
  readonly edit: (path: string, before: string, after: string) => NativeCall;
  readonly read?: (path: string) => NativeCall;
  readonly mcp: (server: string, tool: string, args: Record<string, unknown>) => NativeCall;
}

/** What an agent does with Agent Plugins itself, as it was measured (`MEASURED.md`). */
export interface OwnPlugins {
  /** The folder of the plugin of this name. */
  readonly folder: (folders: Folders, name: string) => string;
  /** Writes what enables it there; absent where nothing has to. */
  readonly enable?: (folders: Folders, name: string) => void;
  /** It starts their servers too. */
  readonly servers: boolean;
}

export interface Recipe {
  readonly name: string;
  readonly title: string;
  readonly npm: { readonly package: string; readonly version: string; readonly bin: string };
  readonly launch: (options: LaunchOptions) => Launch;
  /** Every event the agent knows, for the recorder. */
  readonly events: readonly string[];
  /** The variable that moves what is in its home folder. */
  readonly movedBy: string;
  /** The scope in which its hooks wait until the user trusts them; absent where none does. */
  readonly trusts?: Scope;
  readonly calls: ToolCalls;
  /** Where a server that a dependency brings is registered: files of its own for one project, a file in the project, or behind ours. */
  readonly gatedServers: "local" | "project" | "symposium";
  /** Where the agent loads an Agent Plugin by itself; absent where it loads none. */
  readonly ownPlugins?: OwnPlugins;
  /** How the model gets a tool of an MCP server that the agent names without its schema, or not at all; absent where all are offered. */
  readonly findsTool?: (server: string, tool: string) => NativeCall;
  /** What the user's answer to "do you trust this project?" leaves behind, where starting the agent does not stand for one. */
  readonly trustsProject?: (folders: Folders, answer: boolean) => void;
  /** How the model starts a subagent and waits for it; the steps given are the subagent's. */
  readonly subagent?: (inside: readonly Step[]) => readonly Step[];
  /** How the model makes a shell call for which permission must be asked. */
  readonly asksPermission?: (command: string) => readonly Step[];
  /** Tools beside the shell and beside the ones that write and edit, by which the agent can do the same (RT-40). */
  readonly beside: { readonly shell: Beside; readonly edit: Beside };
  /** The change of a tool's input that it cannot take; absent for a command. */
  readonly refusedRewrite?: "path";
  /** Abilities this agent does not have, with the reason: their scenarios are not run. */
  readonly cannot: Readonly<Record<string, string>>;
  /** Time for one run; agents that wait for something unreachable need more. */
  readonly seconds: number;
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
