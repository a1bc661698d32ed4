/**
 * Installations: what hooks, subcommands and predicates run, and how it is installed. Each source of programs is a folder beside this file:
 * `index.ts` has what a hook call may need, `acquire.ts`, which only `sync` and commands load, gets the program.
 */

import type { Context } from "../../context.ts";
import type { Places } from "../../host/places.ts";
import type { Refusal } from "../refusal.ts";

export interface ProgramSource<Wanted extends object = object> {
  /** As a manifest names it: `source = "cargo"`. */
  readonly name: string;
  /** Other words for it in a manifest. */
  readonly aliases?: readonly string[];
  /** For help and docs: "a crate, built or downloaded by Cargo". */
  readonly about: string;
  /** Keys of a manifest that only this source, or a few, understand. */
  readonly keys: readonly SourceKey[];
  /** From the table of a manifest to what it asks for, or the problem as the rest of a sentence: "comes from cargo but has no `crate`". */
  readonly read: (entry: SourceEntry) => Wanted | string;
  /** From files alone. `undefined` where there is nothing to acquire. */
  readonly identify: (wanted: Wanted, platform: string) => Identity | undefined;
  /** Its folder in the cache, where other tools expect one. */
  readonly cacheFolder?: string;
  /** A manifest may omit `executable`: the source knows the programs of what it acquires. */
  readonly knowsPrograms?: true;
  /** The package that `plugin validate` looks up. */
  readonly namedPackage?: (wanted: Wanted) => { readonly ecosystem: string; readonly name: string } | undefined;
}

export interface SourceKey {
  readonly key: string;
  readonly kind: "text" | "flag" | "text or table by platform";
  readonly about: string;
  readonly example?: string;
}

/** The keys of an installation in a manifest, checked for their kinds alone. */
export type SourceEntry = Readonly<Record<string, unknown>>;

/** With the platform and the recipe this names one folder (PG-2). */
export interface Identity {
  /** What is installed, without a version: the crate, the package, the address. */
  readonly subject: string;
  /** The exact version or whole commit; absent where the newest counts. */
  readonly version?: string;
  /** A requirement on the version. Each requirement has a newest version of its own; equal versions share a folder. */
  readonly allows?: string;
  /** Whatever else leads to other files, such as a repository or a digest. */
  readonly variant?: string;
}

/** Methods, so that an acquirer of one source is an `Acquirer`: the caller hands it what its own source made of the manifest. */
export interface Acquirer<Wanted extends object = object> {
  /** Asking for the newest version costs nothing, so it is asked every time. */
  readonly isLocal?: true;
  /** The newest version or commit that `wanted` allows. Asked at most daily. */
  newest?(wanted: Wanted, services: AcquireServices): Promise<{ readonly version: string } | Refusal>;
  /** Fills `into`, an empty folder that is renamed to `place` afterwards. */
  acquire(order: AcquireOrder<Wanted>, services: AcquireServices): Promise<AcquiredFiles | Refusal>;
}

export interface AcquireOrder<Wanted> {
  readonly wanted: Wanted;
  /** What `identify` or `newest` said. */
  readonly version?: string;
  /** The program that the manifest names, if it names one. */
  readonly executable?: string;
  readonly into: string;
  readonly place: string;
}

export interface AcquireServices {
  readonly context: Context;
  readonly places: Places;
  /** The repository that the user works in: nothing in it may steer a package manager (PL-32). */
  readonly repository: string | null;
  /** `linux-x64`, `darwin-arm64`, `win32-x64`, `linux-x64-musl` … */
  readonly platform: string;
  readonly onProgress: (progress: AcquireProgress) => void;
}

/** A line of a tool, or a part of a download. */
export type AcquireProgress = { readonly line: string } | { readonly received: number; readonly total?: number };

export interface AcquiredFiles {
  /** The programs are the user's own now, on PATH: nothing of them is in `into`. */
  readonly isElsewhere?: true;
  /** Recorded and shown: the version, or the commit. */
  readonly version: string;
  /** The folder that relative paths of the manifest start at, below `into`; default: `into` itself. */
  readonly root?: string;
  /** Other files that must stay there, such as the interpreter that an environment links to; relative to `into`. */
  readonly needs?: readonly string[];
  /** Programs by name, relative to `into`, where the source knows them (a package's binaries). */
  readonly programs: Readonly<Record<string, string>>;
}

export interface Installation {
  readonly name: string;
  /** Absent where there is nothing to acquire. */
  readonly source?: InstallationSource;
  /** At most one of the two; an installation with neither exists for its side effects, or lets its users choose. */
  readonly executable?: string;
  readonly script?: string;
  readonly args?: readonly string[];
  /** Shell commands to run after the source is fetched. */
  readonly installCommands: readonly string[];
  /** Names of installations that this one requires. */
  readonly requirements: readonly string[];
}

/** `wanted` belongs to the source: only the folder of that name knows its keys. */
export interface InstallationSource {
  readonly source: string;
  readonly wanted: object;
}
