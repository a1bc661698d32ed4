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
  /** A rule of the user's own: shell commands that begin with this word are never run. */
  readonly forbidden?: string;
}

/** Why an agent cannot show what happens to a rewrite that it does not take. */
export const TAKES_EVERY_REWRITE = "rewrites are taken as they are; nothing is left to refuse";

export interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files below the throw-away home, by path. */
  readonly homeFiles: Readonly<Record<string, string>>;
  readonly projectFiles: Readonly<Record<string, string>>;
  /** What the agent reads on its standard input; nothing without it. */
  readonly stdin?: string;
}

export interface HookEntry {
  readonly event: string;
  readonly command: string;
  readonly seconds: number;
}

export type Scope = "user" | "project";

/** Files below the home or the project, by path, with what they hold now where they are there already. */
export interface HookFiles {
  (scope: Scope, entries: readonly HookEntry[], present: (path: string) => string): Readonly<Record<string, string>>;
}

export interface Registration {
  /** What must stand in the user's home or in the project for these commands to be called. */
  readonly files: HookFiles;
  /** The same for an agent whose hooks are no commands: `recorder.ts` of the probes is to be called with `root` and an event. */
  readonly recorderFiles?: (root: string, recorder: string) => Readonly<Record<string, string>>;
  /** Neutral event → the agent's own name for it, for the events that are registered (RG-3). */
  readonly events: Readonly<Record<string, string>>;
  /** Every event the agent knows, for the recorder. */
  readonly allEvents: readonly string[];
}

/** Hooks as a key of one JSON file per scope: a list of groups for each event. The other keys of the file stay. */
export function hooksIn(place: Readonly<Record<Scope, string>>, group: (entry: HookEntry) => unknown): HookFiles {
  return (scope, entries, present) => {
    const settings = JSON.parse(present(place[scope]) || "{}") as Record<string, unknown>;
    const hooks = Object.fromEntries(entries.map((entry) => [entry.event, [group(entry)]]));
    return { [place[scope]]: json({ ...settings, hooks }) };
  };
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
