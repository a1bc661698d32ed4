/** What Symposium alone reads of an exported plugin: the entries of its manifest, with paths that start at the package's folder. */

import type * as v from "valibot";
import { getDefault } from "valibot";

import { hasWord, lookUp, put } from "../../lookup.ts";
import { programSourceNamed } from "../../installations/list.ts";
import { type HookEntry, Hook } from "../../plugins/hook-entry.ts";
import { Installation, type InlineEntry } from "../../plugins/installation-entry.ts";
import {
  type ChainedEntry,
  type Manifest,
  Predicate,
  type PredicateEntry,
  Subcommand,
  type SubcommandEntry,
} from "../../plugins/manifest.ts";
import { relocatedText } from "./named-paths.ts";
import { type Relocation, relocated, relocatedProgram } from "./relocate.ts";

type Entry = Readonly<Record<string, unknown>>;

/** The entries without what they say by saying nothing. */
export function written(entries: Readonly<Record<string, v.GenericSchema>>, entry: object): Entry {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entry)) {
    const schema = lookUp(entries, key);
    const isDefault = schema?.type === "optional" && JSON.stringify(getDefault(schema)) === JSON.stringify(value);
    if (value !== undefined && !isDefault) put(kept, key, value);
  }
  return kept;
}

export function exportedInstallation(entry: Manifest["installations"][number], at: Relocation): Entry {
  return inPackage(entry, at, `installation ${entry.name}`);
}

export function exportedHook(entry: HookEntry, manifest: Manifest, at: Relocation): Entry {
  const item = `hook ${entry.name}`;
  const own = isAcquired(entry.command, manifest) ? {} : programs(entry, at, item);
  return written(Hook.entries, {
    ...entry,
    ...own,
    ...argumentsOf(entry, at, item),
    ...command(entry.command, at, item),
    ...required(entry, at, item),
  });
}

export function exportedSubcommand(name: string, entry: SubcommandEntry, at: Relocation): Entry {
  const item = `subcommand ${name}`;
  return written(Subcommand.entries, { ...entry, ...argumentsOf(entry, at, item), ...command(entry.command, at, item) });
}

export function exportedPredicate(entry: PredicateEntry, at: Relocation): Entry {
  const item = `predicate ${entry.name}`;
  return written(Predicate.entries, { ...entry, ...argumentsOf(entry, at, item), ...command(entry.command, at, item) });
}

export function exportedChained(entry: ChainedEntry, at: Relocation): Entry {
  const { path, git } = entry.source;
  const item = `plugin ${path ?? git ?? "of a package"}`;
  if (git !== undefined && isLocalRepository(git)) at.refusals.push(`${item} is a repository on this machine`);
  const source = path === undefined ? entry.source : { ...entry.source, path: relocated(path, at, item) };
  return written({}, { ...entry, source: written({}, source) });
}

/** Not an address that means the same elsewhere. */
export function isLocalRepository(address: string): boolean {
  return /^(?:[./~\\]|file:|[A-Za-z]:[\\/])/.test(address);
}

function command(given: string | InlineEntry | undefined, at: Relocation, item: string): { readonly command?: string | Entry } {
  if (given === undefined) return {};
  return { command: typeof given === "string" ? given : inPackage(given, at, item) };
}

function inPackage(entry: InlineEntry, at: Relocation, item: string): Entry {
  const isOwn = !isAcquiredFrom(entry);
  const commands =
    isOwn && entry.install_commands.length > 0 ? { install_commands: entry.install_commands.map((line) => inFolder(line, at)) } : {};
  return written(Installation.entries, {
    ...entry,
    ...(isOwn ? programs(entry, at, item) : {}),
    ...argumentsOf(entry, at, item),
    ...commands,
    ...required(entry, at, item),
  });
}

/** They run in a copy of the package's folder. */
function inFolder(line: string, at: Relocation): string {
  at.used.add("");
  return at.prefix === "" ? line : `cd ${at.prefix.replace(/\/$/, "")} && ${line}`;
}

const PROGRAM_KEYS = ["executable", "script", "command"] as const;

function programs(entry: object, at: Relocation, item: string): Entry {
  const found: Record<string, unknown> = {};
  for (const key of PROGRAM_KEYS) {
    const word = hasWord(entry, key) ? lookUp<unknown>(entry as Entry, key) : undefined;
    // A hook's `command` is the name of an installation.
    if (typeof word !== "string" || (key === "command" && hasWord(entry, "event"))) continue;
    put(found, key, relocatedProgram(word, at, item));
  }
  return found;
}

/** The process starts in the project. */
function argumentsOf({ args }: { readonly args?: readonly string[] | undefined }, at: Relocation, item: string): Entry {
  return args === undefined ? {} : { args: args.map((text) => relocatedText(text, { at, item })) };
}

function required({ requirements }: { readonly requirements: InlineEntry["requirements"] }, at: Relocation, item: string): Entry {
  if (requirements.length === 0) return {};
  return { requirements: requirements.map((one) => (typeof one === "string" ? one : inPackage(one as InlineEntry, at, item))) };
}

/** Its programs are in the folder where Symposium puts it. */
function isAcquired(given: HookEntry["command"], { installations }: Manifest): boolean {
  const entry = typeof given === "string" ? installations.find(({ name }) => name === given) : given;
  return entry !== undefined && isAcquiredFrom(entry);
}

function isAcquiredFrom({ source }: Pick<InlineEntry, "source">): boolean {
  return source !== undefined && programSourceNamed(source)?.name !== "path";
}
