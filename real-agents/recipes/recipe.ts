/**
 * What the harness must know to run one agent: where its programme comes from, how it is started, what points it at the
 * model server and grants trust, and its words for the tool calls that scenarios make. One file per agent, data first.
 */

import type { NativeCall, Step } from "../model-server/script.ts";

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
}

export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files below the throw-away home, by path. */
  readonly homeFiles: Readonly<Record<string, string>>;
  readonly projectFiles: Readonly<Record<string, string>>;
}

export interface HookEntry {
  readonly event: string;
  readonly command: string;
  readonly seconds: number;
}

export interface Registration {
  /** The user-scope hook file, below home; `hooks` is a key of it. */
  readonly file: string;
  /** Neutral event → the agent's own name for it, for the events that are registered (RG-3). */
  readonly events: Readonly<Record<string, string>>;
  /** Every event the agent knows, for the recorder. */
  readonly allEvents: readonly string[];
  readonly group: (entry: HookEntry) => unknown;
}

/** The tool calls scenarios make, in the agent's vocabulary. Paths are absolute. */
export interface ToolCalls {
  readonly shell: (command: string) => NativeCall;
  readonly write: (path: string, content: string) => NativeCall;
  readonly edit: (path: string, before: string, after: string) => NativeCall;
  readonly read?: (path: string) => NativeCall;
  readonly mcp: (server: string, tool: string, args: Record<string, unknown>) => NativeCall;
}

export interface Recipe {
  readonly name: string;
  readonly title: string;
  readonly npm: { readonly package: string; readonly version: string; readonly bin: string };
  readonly launch: (options: LaunchOptions) => Launch;
  readonly registration: Registration;
  readonly calls: ToolCalls;
  /** How the model starts a subagent and waits for it; the steps given are the subagent's. */
  readonly subagent?: (inside: readonly Step[]) => readonly Step[];
  /** How the model makes a shell call for which permission must be asked. */
  readonly asksPermission?: (command: string) => readonly Step[];
  /** Abilities this agent does not have, with the reason: their scenarios are not run. */
  readonly cannot: Readonly<Record<string, string>>;
  /** Time for one run; agents that wait for something unreachable need more. */
  readonly seconds: number;
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
