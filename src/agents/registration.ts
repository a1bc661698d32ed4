/**
 * How an agent is told to call us (RG-2 to RG-6), as data: `agents/<name>/registration.ts` says which file, which entries and what they are;
 * the editors of `config-files` carry it out. Read when something is set up, never when an agent calls.
 */

import type { Json } from "../canonical/json.ts";
import type { OperatingSystem } from "../context.ts";
import type { Scope } from "./agent.ts";
import type { CommandTexts } from "./registered-text.ts";

export type HookRegistration = OwnHookFile | OthersHookFile;

interface Registrable {
  /** The agent's name. */
  readonly agent: string;
  /** Its name in `config.toml`, where the Rust tool knows it under another. */
  readonly configName?: string;
  /** What shows that the agent is used on this machine: folders below the home, programs on PATH. */
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
  /** How it denies: by what is printed, or by exit code 2, which the registered text must then pass on. */
  readonly denies: "json" | "exit-code";
  /** The project's entry takes the user's place by itself, so that its text need not look whether there is one (goose). */
  readonly projectWins?: true;
  /** Native events that are registered only while a plugin uses them, because they fire all the time. */
  readonly onlyWhileUsed?: readonly string[];
  /** Entries of one event are told apart by their position: ours stays last, and leaves this in its place when others follow. */
  readonly placeholder?: Json;
  /** Hooks act in the file of an agent that the user chooses, so the entries are also shown, for the user to paste into others. */
  readonly alsoPasted?: true;
  /** JSON files in which the Rust tool left entries, below the home and below the project (RG-15). */
  readonly rustFiles?: Readonly<Record<Scope, readonly string[]>>;
  /** Keys of the frame to which the Rust tool gave another value, which is therefore ours to replace. */
  readonly rustFrame?: Readonly<Record<string, Json>>;
}

/** Entries in a JSON file, which may be the user's: one for each event. */
export interface HookEntries {
  readonly kind: "entries";
  /** The list in which an event's entries stand. */
  readonly list: (event: string) => readonly string[];
  readonly entry: (call: RegisteredCall) => Json;
  /** The key of the entry's own list of commands, where it has one: users may add theirs to it. */
  readonly shares?: string;
  /** Keys that the file must have besides, in front of the entries. */
  readonly frame?: Readonly<Record<string, Json>>;
}

/** A whole file of ours: the plugin that the build puts at `plugins/<agent>.js`. */
export interface PluginFile {
  readonly kind: "plugin-file";
}

export interface RegisteredCall {
  readonly event: string;
  readonly commands: CommandTexts;
  /** In seconds. */
  readonly timeout: number;
  readonly scope: Scope;
  /** The system the file is written on, for an entry that has room for one command only. */
  readonly os: OperatingSystem;
}

/** The command of an entry that has room for one: by the shell that the agent starts hooks with on this system. */
export function commandFor({ commands, os }: Pick<RegisteredCall, "commands" | "os">, onWindows: keyof CommandTexts): string {
  return commands[os === "windows" ? onWindows : "posix"];
}
