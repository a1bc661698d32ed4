/** The packages of a workspace: the root's own, and those that the patterns in `workspaces` or `pnpm-workspace.yaml` name. */

import { dirname, sep } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { type Glob, type GlobDialect, matchesGlob, parseGlob, searchFolders } from "../../host/glob.ts";
import { entryPath } from "../../host/paths.ts";
import { askedOnce } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { shorten } from "../atom-requirement.ts";
import type { Catalogs, PackageManifest, PackageManifests } from "./package-manifest.ts";
import { readSettings, type Settings } from "./settings-yaml.ts";

export function membersOf(
  root: PackageManifest | undefined,
  table: WorkspaceTable | undefined,
  manifests: PackageManifests,
  bounds: Bounds,
) {
  if (table === undefined || root === undefined) return { members: root === undefined ? [] : [root], listed: [], problems: [] };
  const search = searchFolders(root.folder, bounds, "package.json");
  let outside: string | undefined;
  let isTooMuch = false;
  const found = new Map<string, PackageManifest>([[root.folder, root]]);
  for (const { isNegated, glob } of table.patterns) {
    if (isNegated) continue;
    const matching = search.find(glob);
    outside ??= matching.outside;
    isTooMuch ||= matching.isTooMuch;
    for (const folder of matching.folders) {
      if (found.has(folder) || !search.mayHaveWanted(folder) || (glob.parts[0] !== ".." && !takesMember(table, root.folder, folder)))
        continue;
      const manifest = manifests.at(folder);
      if (manifest !== undefined) found.set(folder, manifest);
    }
  }
  const messages = [
    ...(outside === undefined ? [] : [`a workspace pattern leads to ${outside}, outside ${bounds.top}, which is not read`]),
    ...(isTooMuch ? ["the workspace patterns search too many folders, so some members are missing"] : []),
  ];
  const problems = messages.map((message): Problem => {
    return { severity: "warning", file: root.file, message, hint: "use narrower patterns for workspaces" };
  });
  return { members: [...found.values()], listed: search.listed(), problems };
}

type WorkspaceTable = NonNullable<ReturnType<typeof readTable>>;

interface FolderPattern {
  readonly isNegated: boolean;
  readonly glob: Glob;
}

const PNPM_FILE = "pnpm-workspace.yaml";
const PNPM_KEYS: ReadonlySet<string> = new Set(["packages", "catalog", "catalogs"]);
const MOST_PATTERNS = 1_000;

/** `undefined` for a package that is not the root of a workspace. */
export function workspaceAt(folder: string, manifest: PackageManifest | undefined, bounds: Bounds | undefined) {
  return askedOnce("npm workspace ", folder, () => readTable(folder, manifest, bounds));
}

function readTable(folder: string, manifest: PackageManifest | undefined, bounds: Bounds | undefined) {
  const file = entryPath(folder, PNPM_FILE);
  const stamp = stamped(file);
  const read = readTextFileWithin(file, bounds);
  const settings = read.kind === "text" ? readSettings(read.text, PNPM_KEYS) : undefined;
  const problems: Problem[] = read.kind === "bad" ? [read.problem] : [];
  if (settings?.fault !== undefined) {
    const { line, ...said } = settings.fault;
    problems.push({ severity: "warning", file, position: { line, column: 1 }, ...said });
  }
  const listed = settings?.lists.get("packages");
  const written = listed ?? manifest?.workspaces;
  if (written === undefined && read.kind === "missing") return undefined;
  const patterns: FolderPattern[] = [];
  for (const text of (written ?? []).slice(0, MOST_PATTERNS)) {
    const made = patternsOf(text);
    const message = `the workspace pattern ${JSON.stringify(shorten(text))} is not supported, so it is ignored`;
    const from = listed === undefined ? (manifest?.file ?? file) : file;
    if (made !== undefined) patterns.push(...made);
    else problems.push({ severity: "warning", file: from, message, hint: "use `*`, `**`, `?`, `[…]` and `{a,b}`" });
  }
  return {
    // A later pattern wins; pnpm applies negated patterns last, wherever they are.
    patterns: listed === undefined ? patterns : patterns.toSorted((a, b) => Number(a.isNegated) - Number(b.isNegated)),
    catalogs: new Map([...(manifest?.catalogs ?? []), ...catalogsIn(settings)]),
    stamp,
    problems,
  };
}

export function catalogsIn(settings: Settings | undefined): Catalogs {
  const catalogs = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, table] of settings?.tables.get("catalogs") ?? []) if (typeof table !== "string") catalogs.set(name, table);
  const usual = settings?.tables.get("catalog");
  if (usual !== undefined)
    catalogs.set("default", new Map([...usual].filter((pair): pair is [string, string] => typeof pair[1] === "string")));
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

/** Every choice that the braces of a pattern allow: `a/{b,c}` is `a/b` and `a/c`. `undefined` if there are too many. */
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

function takesMember({ patterns }: WorkspaceTable, root: string, folder: string): boolean {
  const names = folder
    .slice(root.length)
    .split(/[\\/]/)
    .filter((name) => name !== "");
  let isTaken = false;
  for (const { isNegated, glob } of patterns) if (matchesGlob(glob, names)) isTaken = !isNegated;
  return isTaken;
}

/** The nearest folder at or above whose workspace takes this one for a member; else the folder itself. */
export function findNpmRoot(folder: string, manifests: PackageManifests, bounds: Bounds | undefined, home: string): string {
  for (let below = folder, above = dirname(folder); above !== below && below !== bounds?.top; below = above, above = dirname(above)) {
    // A manifest in the home folder does not claim every project below it.
    if (above === home) return folder;
    const table = workspaceAt(above, manifests.at(above), bounds);
    if (table !== undefined && takesMember(table, above, folder)) return above;
  }
  return folder;
}

/** Whether a folder belongs to an installed package. Only folders below `top` count. */
export function isInstalled(folder: string, top: string | undefined): boolean {
  const below = top !== undefined && folder.startsWith(top) ? folder.slice(top.length) : folder;
  return below.split(sep).includes("node_modules");
}
