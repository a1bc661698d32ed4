/** What makes a folder the root of a workspace: `workspaces` in its `package.json`, or `pnpm-workspace.yaml`. */

import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { entryPath } from "../../platform/entry-path.ts";
import { type Glob, type GlobDialect, matchesGlob, parseGlob } from "../../platform/glob.ts";
import { askedOnce } from "../../platform/reading-budget.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import type { Catalogs, Manifest } from "./manifest.ts";
import { type Fault, readSettings, type Settings } from "./settings-yaml.ts";

export interface WorkspaceTable {
  /** Of the patterns the later count more. */
  readonly patterns: readonly FolderPattern[];
  readonly catalogs: Catalogs;
  readonly stamps: readonly Stamped[];
  readonly problems: readonly Problem[];
  readonly hasPnpmFile: boolean;
}

export interface FolderPattern {
  readonly isNegated: boolean;
  readonly glob: Glob;
}

const PNPM_FILE = "pnpm-workspace.yaml";
const PNPM_KEYS: ReadonlySet<string> = new Set(["packages", "catalog", "catalogs"]);
const MOST_PATTERNS = 1_000;

/** `undefined` for a package that is not the root of a workspace. */
export function workspaceAt(folder: string, manifest: Manifest | undefined, bounds: Bounds | undefined): WorkspaceTable | undefined {
  return askedOnce("npm workspace ", folder, () => readTable(folder, manifest, bounds));
}

function readTable(folder: string, manifest: Manifest | undefined, bounds: Bounds | undefined): WorkspaceTable | undefined {
  const file = entryPath(folder, PNPM_FILE);
  const stamp = stamped(file);
  const read = readTextFileWithin(file, bounds);
  const settings = read.kind === "text" ? readSettings(read.text, PNPM_KEYS) : undefined;
  const problems: Problem[] = read.kind === "bad" ? [read.problem] : [];
  if (settings?.fault !== undefined) problems.push(unread(file, settings.fault));
  const listed = settings?.lists.get("packages");
  const written = listed ?? manifest?.workspaces;
  if (written === undefined && read.kind === "missing") return undefined;
  const patterns: FolderPattern[] = [];
  for (const text of (written ?? []).slice(0, MOST_PATTERNS)) {
    const made = patternsOf(text);
    if (made === undefined) problems.push(unsupported(listed === undefined ? (manifest?.file ?? file) : file, text));
    else patterns.push(...made);
  }
  return {
    // For pnpm the order means nothing.
    patterns: listed === undefined ? patterns : patterns.toSorted((a, b) => Number(a.isNegated) - Number(b.isNegated)),
    catalogs: new Map([...(manifest?.catalogs ?? []), ...catalogsIn(settings)]),
    stamps: [stamp],
    problems,
    hasPnpmFile: read.kind !== "missing",
  };
}

function unread(file: string, { line, ...said }: Fault): Problem {
  return { severity: "warning", file, position: { line, column: 1 }, ...said };
}

function unsupported(file: string, text: string): Problem {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const message = `the workspace pattern ${JSON.stringify(shown)} is not supported, so it is ignored`;
  return { severity: "warning", file, message, hint: "use `*`, `**`, `?`, `[…]` and `{a,b}`" };
}

export function catalogsIn(settings: Settings | undefined): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, table] of settings?.tables.get("catalogs") ?? []) if (typeof table !== "string") catalogs.set(name, table);
  const usual = settings?.tables.get("catalog");
  const texts = new Map<string, string>();
  for (const [key, value] of usual ?? []) if (typeof value === "string") texts.set(key, value);
  if (usual !== undefined) catalogs.set("default", texts);
  return catalogs;
}

/** One pattern for every choice between braces; `undefined` for what is not supported. */
export function patternsOf(written: string): readonly FolderPattern[] | undefined {
  const isNegated = written.startsWith("!");
  const bare = written.slice(isNegated ? 1 : 0).replace(/^(?:\.?\/)+/, "");
  // Extended patterns, such as `@(a|b)`.
  if (bare.length > LONGEST || /[@!+*?]\(/.test(bare)) return undefined;
  return choicesIn(bare)?.flatMap((text) => {
    const glob = parseGlob(text, DIALECT);
    return glob === undefined ? [] : [{ isNegated, glob }];
  });
}

const LONGEST = 1_000;
const MOST_CHOICES = 200;
const DIALECT: GlobDialect = { negations: "!^", isHidden: (name) => name.startsWith(".") || name === "node_modules" };

/** The first braces, again and again. */
function choicesIn(text: string): readonly string[] | undefined {
  const waiting = [text];
  const done: string[] = [];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const found = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(one) ?? /^(.*)\{([^{}]*)\}(.*)$/s.exec(one);
    const [, before = "", inner = "", after = ""] = found ?? [];
    if (found === null) done.push(one);
    else waiting.push(...inner.split(",").map((choice) => before + choice + after));
    if (waiting.length + done.length > MOST_CHOICES) return undefined;
  }
  return done.toReversed();
}

/** Whether the workspace in `root` takes the folder for a member. */
export function takesMember({ patterns }: WorkspaceTable, root: string, folder: string): boolean {
  const names = folder
    .slice(root.length)
    .split(/[\\/]/)
    .filter((name) => name !== "");
  let isTaken = false;
  for (const { isNegated, glob } of patterns) if (matchesGlob(glob, names)) isTaken = !isNegated;
  return isTaken;
}
