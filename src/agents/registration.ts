/**
 * How an agent is registered to call us (RG-2 to RG-6), as data: `agents/<name>/registration.ts` names the file and its entries,
 * and the editors in `config-files` write them. Read at set-up, never when an agent calls.
 */

import type { Json } from "../canonical/json.ts";
import type { OperatingSystem } from "../context.ts";
import type { Scope } from "./agent.ts";
import type { CommandTexts } from "./registered-text.ts";

export type HookRegistration = OwnHookFile | OthersHookFile;

interface Registrable {
  /** The agent's name. */
  readonly agent: string;
  /** Its name in `config.toml`, where the Rust tool uses another. */
  readonly configName?: string;
  /** Signs that the agent is used on this machine: folders below the home, programs on PATH. */
  readonly signs: { readonly folders: readonly string[]; readonly programs: readonly string[] };
}

/** The agent reads the file of another one, which serves both. */
export interface OthersHookFile extends Registrable {
  readonly via: string;
}

export interface OwnHookFile extends Registrable {
  /** Below the user's home, before relocation, and below the project. */
  readonly file: Readonly<Record<Scope, string>>;
  readonly content: HookEntries | PluginFile;
  /** How it denies: by output, or by exit code 2, which the registered text must then pass on. */
  readonly denies: "json" | "exit-code";
  /** The project's entry replaces the user's, so its text need not check for one (goose). */
  readonly projectWins?: true;
  /** Native events that are registered only while a plugin uses them, because they fire constantly. */
  readonly onlyWhileUsed?: readonly string[];
  /** Entries of one event are identified by position: ours stays last, and leaves this placeholder when others follow. */
  readonly placeholder?: Json;
  /** Hooks act only in the file of an agent that the user chooses, so Symposium also prints the entries to paste into others. */
  readonly alsoPasted?: true;
  /** JSON files that may contain entries of the Rust tool, below the home and below the project (RG-15). */
  readonly rustFiles?: Readonly<Record<Scope, readonly string[]>>;
  /** Keys of the frame to which the Rust tool gave another value, which we may therefore replace. */
  readonly rustFrame?: Readonly<Record<string, Json>>;
}

/** Entries in a JSON file, which may be the user's: one per event. */
export interface HookEntries {
  readonly kind: "entries";
  /** The list that contains an event's entries. */
  readonly list: (event: string) => readonly string[];
  readonly entry: (call: RegisteredCall) => Json;
  /** The key of the entry's own list of commands, where it has one. Users may add theirs to it. */
  readonly shares?: string;
  /** More keys that the file needs, before the entries. */
  readonly frame?: Readonly<Record<string, Json>>;
}

/** A whole file that we own: the plugin that the build puts at `plugins/<agent>.js`. */
export interface PluginFile {
  readonly kind: "plugin-file";
}

export interface RegisteredCall {
  readonly event: string;
  /** Without it the agent would never call. */
  readonly matcher?: string;
  readonly commands: CommandTexts;
  /** In seconds. */
  readonly timeout: number;
  readonly scope: Scope;
  /** The system the file is written on, for an entry that can hold only one command. */
  readonly os: OperatingSystem;
}

/** The command of an entry that can hold only one, for the shell with which the agent starts hooks on this system. */
export function commandFor({ commands, os }: Pick<RegisteredCall, "commands" | "os">, onWindows: keyof CommandTexts): string {
  return commands[os === "windows" ? onWindows : "posix"];
}
