/**
 * What every agent's folder gives. Everything about an agent is in `agents/<name>/`, data before functions:
 *
 *   payload.ts     hook time: its files, events and what each can do, tools and the fields of their inputs; payload in, answer out
 *   shim.ts        hook time: what it would have sent for a call of another agent; loaded only for hooks that were written for it
 *   hook-files.ts  conversion: which files contain its users' hooks, and in which shape
 *   agent.ts       set-up time: the rest of the facts, how it is registered to call us, where it reads MCP servers and loads Agent Plugins
 *
 * The lists `list.ts` (set-up), `native-list.ts` (the rebuild of an index, conversion) and `hook-list.ts` (hook calls) are generated from the
 * folder names (`npm run generate`). A folder without `agent.ts` is a host that users do not install: it can call us, and no other list names it.
 * `npm run new-agent <name>` makes the folder, its payload fixtures and its oracle. No other folder knows an agent's name.
 */

import type { Context, Environment } from "../context.ts";
import type { Table } from "../lookup.ts";
import type { EventName } from "../model/event.ts";
import type { Abilities, HookInput } from "../model/input.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Answer, Loss, Outcome, Reply } from "../model/outcome.ts";
import type { PatchForm } from "../model/patch.ts";
import type { FieldRule } from "../model/tool-fields.ts";
import type { NeutralTool } from "../model/tool.ts";

/** How we know: seen on the running program, or read in the vendor's documentation. */
export type Source =
  | { readonly how: "measured"; readonly version: string; readonly date: string }
  | { readonly how: "documented"; readonly link: string; readonly date: string };

export interface Fact<T> {
  readonly value: T;
  readonly source: Source;
}

/** Context for the model, a message for the user, instructions for the summary of the conversation, or the path of a worktree. */
export type PlainText = "context" | "message" | "instructions" | "path";

export interface EventFacts {
  /** The neutral event it stands for; absent for an event only this agent has. */
  readonly event?: EventName;
  readonly can: Abilities;
  /** At an event that only this agent has: what a denial prevents, in words. Absent where it prevents nothing. */
  readonly prevents?: string;
  /** A denial makes the agent go on, so a failure of our own must not be one: nothing would ever end it. */
  readonly goesOn?: true;
  /** What this agent takes plain text on a handler's stdout for. Absent: it ignores text here. */
  readonly text?: PlainText;
  /** Apart from a denial, an answer here is plain text on stdout and nothing else, not even a message for the user. */
  readonly silent?: true;
  /** No message is shown to the user here, though this agent shows them elsewhere. */
  readonly showsNothing?: true;
  /** A refusal, and what the user is to read, go out with exit code 2, which the registered text must then pass on. */
  readonly byExitCode?: true;
  /** The matcher that names everything, where the agent fires the event only for what a matcher names. */
  readonly everything?: string;
  /** How much context this event accepts, where that is less than elsewhere. */
  readonly contextLimit?: TextLimit;
  readonly source: Source;
  readonly note?: string;
}

export interface ToolFacts {
  /** Native tool name → neutral tool. Tools not listed keep their native name. */
  readonly names: Table<NeutralTool>;
  /** Other tools that can do the same (RT-40); hooks in the agent's own format see only the native name. `editor`: the input's `command` tells. */
  readonly beside?: Table<NeutralTool | "editor">;
  readonly fields: readonly FieldRule[];
  readonly source: Source;
}

export interface NotGuarded {
  readonly tool: string;
  /** The neutral tools it amounts to. A guard on one of them does not see it. */
  readonly does: readonly NeutralTool[];
  readonly why: string;
}

export interface FileFact {
  readonly path: string;
  readonly source: Source;
  readonly note?: string;
}

export interface ScopedFiles {
  readonly user: readonly FileFact[];
  readonly project: readonly FileFact[];
}

export type Scope = "user" | "project";

/** Something in a file that keeps the agent from running the user's hooks, or runs before them. Symposium cannot prevent it, so it reports it. */
export interface HookSwitch {
  readonly scope: Scope;
  readonly file: string;
  /** How it is read. A `folder` counts where it exists and does not call us. */
  readonly reads: "json" | "toml" | "yaml" | "variables" | "folder";
  readonly key: readonly SwitchKey[];
  /** The value that triggers it, a name the list contains, any value at all, or anything but a table. */
  readonly when: { readonly is: boolean } | { readonly holds: string } | "set" | "no-table";
  /** Hooks do not run, or the project's code runs before them. */
  readonly effect: "off" | "before-us";
}

/** A key, or the absolute path of this folder: the user's and the project's, as far as they exist, each as a key of its own. All of them must have the value. */
export type SwitchKey = string | { readonly folder: string };

/** `~/<from>` is found at `<to>` below the variable's value instead. The longest matching `from` wins. */
export interface Relocation {
  readonly variable: string;
  readonly from: string;
  readonly to: string;
}

/** The paths of an agent's hook files alone, for a hook call that must read them. */
export interface HookFilePaths {
  readonly user: readonly string[];
  readonly project: readonly string[];
  readonly relocatedBy: readonly Relocation[];
}

/** What the agent's own reader does with a file that contains, for example, a comment. It ignores a file silently. */
export type ReaderVerdict = "works" | "file-ignored" | "agent-stops";

export interface AgentFacts {
  readonly name: string;
  readonly title: string;
  /** Other names for the agent: those that `config.toml` has, slugs of the interchange format. */
  readonly aliases: readonly string[];
  readonly homepage: string;
  readonly events: Table<EventFacts>;
  readonly tools: ToolFacts;
  readonly notGuarded: readonly Fact<NotGuarded>[];
  readonly mcpToolName: Fact<string>;
  /** `null` where an entry has no such field. */
  readonly timeout: Fact<{ readonly unit: "seconds" | "milliseconds"; readonly default: number; readonly field: string } | null>;
  /** Whether Symposium passes an explicit allow on: always, only with a rewrite, or never. */
  readonly allow: Fact<AllowRule>;
  /** How much text reaches the model whole; agents count differently. */
  readonly contextLimit: Fact<TextLimit | null>;
  /** A message for the user that the model does not see. */
  readonly systemMessage: Fact<boolean>;
  readonly limits: readonly Fact<string>[];
  /** Whether hooks written in these scopes run at all. */
  readonly trust: readonly Fact<HookTrust>[];
  /** Environment variables (a final `*` matches any ending) and payload keys that identify this agent as the caller. */
  readonly marks: Fact<{ readonly env: readonly string[]; readonly payload: readonly string[] }>;
  /** More variables that it sets for commands its model runs: a Symposium command that finds one was not started by a person. */
  readonly toolMarks?: Fact<readonly string[]>;
  /** How its processes are called: a command whose ancestor is one of them was not started by a person. Absent for an IDE, whose terminals people use. */
  readonly programs?: Fact<{ readonly names: readonly string[]; readonly paths: readonly string[] }>;
  readonly switches?: readonly Fact<HookSwitch>[];
  /** Other agents, and the scopes in which this one also runs the hooks in their files. `loses`: what it does not do with them. */
  readonly readsFilesOf?: readonly Fact<{ readonly agent: string; readonly scopes: readonly Scope[]; readonly loses?: string }>[];
  readonly hookFiles: ScopedFiles;
  readonly mcpFiles: ScopedFiles;
  /** `looks`: project skills count only in the folder it starts in, or also in those above, up to the repository's root. Absent: unknown. */
  readonly skills: ScopedFiles & { readonly looks?: Fact<"cwd" | "up"> };
  readonly instructions: ScopedFiles;
  readonly relocatedBy: readonly Fact<Relocation>[];
  readonly reader: Fact<Readonly<Record<"comment" | "trailingComma" | "byteOrderMark" | "crlf", ReaderVerdict>>>;
  readonly knownDifferences: readonly Fact<string>[];
}

export interface HookTrust {
  readonly scopes: readonly Scope[];
  /** Completes "written, not active until …". */
  readonly until: string;
  /** It is bound to the text of an entry: the agent asks once more after every change of it. */
  readonly isForText?: true;
}

export interface TextLimit {
  readonly count: number;
  /** Bytes are those of UTF-8. */
  readonly unit: "characters" | "bytes";
}

export type AllowRule = "always" | "with-rewrite" | "never";

export interface HandlerExit {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type NativeReading =
  | { readonly kind: "answer"; readonly outcome: Outcome; readonly losses?: readonly Loss[] }
  | { readonly kind: "failure"; readonly cause: string; readonly outcome?: Outcome };

export interface McpServerFile {
  readonly path: string;
  readonly key: string;
}

/** The part of an agent that is loaded when it calls. Nothing here throws, whatever the input. */
export interface HookTime {
  readonly name: string;
  readonly events: Table<EventFacts>;
  /** How the agent's own program finds the files of a patch; absent where that is unknown. */
  readonly patchForm?: PatchForm;
  readonly allow: AllowRule;
  readonly contextBesideDeny: "beside" | "in-reason";
  readonly contextLimit: TextLimit | null;
  readonly systemMessage: boolean;
  readonly suppressOutput: boolean;
  /** Where MCP servers are named, if tool names do not separate server and tool: `tool.also` has every way, and `*` for any server. */
  readonly mcpServerFiles?: (context: Pick<Context, "home" | "env">, project: string) => readonly McpServerFile[];
  /** How a server's name appears in the names of its tools, where it is changed. */
  readonly mcpServerLabel?: (server: string) => string;
  /** Whether this agent sent the payload: certainly by its shape, possibly by a mark, or no. */
  readonly recognise: (payload: JsonObject, env: Environment) => "shape" | "mark" | "no";
  readonly read: (payload: JsonObject, nativeEvent: string) => HookInput;
  readonly encode: (answer: Answer, input: HookInput) => Reply;
  /** The complete native input after a change to some of Claude's fields; `undefined` where it cannot be expressed. */
  readonly changedInput: (input: HookInput, fields: Json) => Json | undefined;
  /** The payload as if the agent had sent this tool input. */
  readonly withToolInput: (payload: JsonObject, nativeInput: Json) => JsonObject;
  readonly readNative: (exit: HandlerExit, input: HookInput) => NativeReading;
}
