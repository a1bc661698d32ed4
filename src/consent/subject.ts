/** What a consent is about: one plugin of a package or of a repository, with everything of it that would run. */

import { UserError } from "../errors.ts";
import type { NativeFilter } from "../model/manifest-matcher.ts";

/** The beginning of the id of a repository's own plugin, and of hooks that were imported from an agent's files. */
export const OF_REPOSITORY = "repository:";
export const OF_IMPORT = "import:";

/** The workspace of a subject outside any: no record has it, so that only decisions for everywhere count. */
export const NOWHERE = "";

export interface Subject {
  /** The same for all versions: `cargo:widget`, or `repository:<folder from the repository's root>`. */
  readonly id: string;
  readonly plugin: string;
  readonly version?: string;
  /** Where it is asked for; of a repository's own plugin the repository. */
  readonly workspace: string;
  /** The repository's root, where there is one: its worktrees share a consent (PL-26). */
  readonly repository: string | null;
  /** It is in the user's own files: a decision on it counts everywhere. */
  readonly isUsers?: true;
  readonly coverage: Coverage;
  readonly parts: readonly Part[];
}

export type Covered = Pick<Subject, "coverage" | "parts">;

/** The files whose bytes a consent is bound to. All paths are absolute. A named file may be missing: then its absence is covered. */
export type Coverage =
  /** A package: every file of its folder. */
  | {
      readonly kind: "folder";
      readonly folder: string;
      readonly manifest: string;
      readonly named: readonly string[];
      /** Names of folders that running the package writes: only the named files in them are covered. */
      readonly derived: readonly string[];
      /** Another version may differ in nothing but those folders. */
      readonly version?: string;
    }
  /** Files that hold other things too: of each part its entry, the files that its command names, and those of `files = [globs]`. */
  | {
      readonly kind: "files";
      readonly folder: string;
      readonly manifest: string;
      readonly globs: readonly string[];
      /** The files that the entries are in. They may change without a change of any part, and then an index has to be made again first. */
      readonly entriesIn: readonly string[];
      /** Most of what is in those files is not Symposium's, and the question does not show it. */
      readonly isShared?: true;
    };

/** One thing that would run, as the question shows it. */
export interface RunItem {
  readonly kind: "hook" | "server" | "subcommand" | "predicate" | "shell" | "installation" | "plugin";
  /** The hook's or server's name; of `shell(…)` the command. */
  readonly name: string;
  /** When it runs, or what it is for: `before a tool, matcher Bash`. */
  readonly when?: string;
  /** Every command, URL and install command, in full, and the folder that a server starts in. */
  readonly commands: readonly string[];
  /** Variables that a server's `env` or `headers`, or a hook's `keep-env`, takes from the user's environment. */
  readonly variables: readonly string[];
  /** Its command does not fix a covered file, so it runs whatever the repository contains. */
  readonly isOpenEnded: boolean;
}

/** One thing that would run. A consent has a digest of each, and one that changes waits alone (PL-17). */
export interface Part extends RunItem {
  readonly key: string;
  /** Its whole entry, with the gates and installations that it inherits. */
  readonly entry: string;
  readonly named: readonly string[];
  /** The record keeps it: a closed one denies while its part differs, and the events of all stay registered. */
  readonly hook?: RecordedHook;
}

/** Enough of a hook to deny in its place when its manifest is gone. */
export interface RecordedHook {
  readonly name: string;
  /** `on-failure = "closed"`. */
  readonly isClosed: boolean;
  readonly deniesIfChanged?: true;
  /** The section of the dispatch index: the event, or `<agent>:<native event>`. */
  readonly section: string;
  readonly selector: string;
  readonly agent?: string;
  readonly except?: readonly string[];
  readonly format: string;
  readonly native?: NativeFilter;
  readonly pluginRoot?: string;
  readonly gates?: readonly RecordedGate[];
}

/** As the keys of a manifest. */
export interface RecordedGate {
  readonly "depends-on"?: readonly string[];
  readonly predicates?: readonly string[];
}

/** Whether a denial takes the hook's place while the hook is not as the user agreed to it. */
export function deniesUnverified({ isClosed, deniesIfChanged }: RecordedHook): boolean {
  return isClosed || deniesIfChanged === true;
}

export const PART_KINDS: Readonly<Record<RunItem["kind"], string>> = {
  hook: "hook",
  server: "server",
  subcommand: "command",
  predicate: "predicate",
  shell: "condition",
  installation: "installation",
  plugin: "plugin",
};

export function partTitle({ kind, name }: Pick<RunItem, "kind" | "name">): string {
  return `${PART_KINDS[kind]} \`${name}\``;
}

export function isSamePart(one: Pick<RunItem, "kind" | "name">, other: Pick<RunItem, "kind" | "name">): boolean {
  return one.kind === other.kind && one.name === other.name;
}

/** Files that a consent cannot be bound to: they never run. */
export function uncoverable(message: string): UserError {
  return new UserError("UNCOVERABLE", message);
}
