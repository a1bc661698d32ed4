/** Reads one plugin from its folder: the manifest, or the last good one where that is unusable (RT-37). */

import { basename, join, relative, sep } from "node:path";

import type { Context } from "../context.ts";
import type { BesideTexts, GoodPlugin, GoodSource } from "../files/last-good.ts";
import { type Problem, withLastGood } from "../files/problem.ts";
import { readTextFile, readTextFileWithin, type TextFile } from "../files/text-file.ts";
import type { Bounds } from "../host/bounds.ts";
import { exists } from "../host/files.ts";
import { entryPath } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { MISSING, stamped, stampedFile } from "../host/stamp.ts";
import { acquiredIn } from "../packages/programs/find-acquired.ts";
import { AGENT_PLUGIN } from "./agent-plugin/format.ts";
import type { BesideKind, BesideSurroundings, Validated } from "./manifest/report.ts";
import { validateManifest } from "./manifest/validate.ts";
import { itemsOf, type Plugin } from "./plugin.ts";
import type { ReadRequest } from "./plugins-read.ts";
import { HOOK_MANIFESTS, isAgentPlugin, isAgentPluginName, isHookManifest, MANIFEST, manifestIn } from "./sources/manifest-files.ts";
import type { SourceListing, Unread } from "./sources/source.ts";

export interface PluginReading {
  readonly manifest: Stamped;
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
  readonly plugin?: Plugin;
  readonly isDormant: boolean;
  readonly text: string;
  /** Of files beside it. */
  readonly beside?: BesideTexts;
  readonly isBroken: boolean;
}

interface Known {
  readonly request: ReadRequest;
  readonly known: () => GoodPlugin | undefined;
  readonly carrier?: string;
}

/** In a source: there was an entry with a manifest's name, or a plugin was there before. */
export function readPlugin(directory: string, { request, known, carrier }: Known): PluginReading {
  const found = manifestIn(directory);
  // Other names are not tried where the folder is unreadable.
  const file = exists(found.file) ? found.file : join(directory, known()?.file ?? basename(found.file));
  const manifest = stamped(file);
  // Beside another manifest a `SYMPOSIUM.toml` that appears wins.
  const watched: Stamped[] = isAgentPluginName(file) ? [stamped(join(directory, MANIFEST))] : [];
  const read = readTextFile(file);
  const beside = besideReader(watched);
  const now = read.kind === "text" ? validated(file, read.text, directory, request, watched, beside, carrier) : undefined;
  const reported = [...found.problems, ...(now?.problems ?? [problemOf(read, file)])];
  const isFlawed = now?.plugin === undefined || request.frozen === true || now.problems.length > 0;
  const remembered = isFlawed ? known() : undefined;
  // A version with mistakes may be the one in force.
  const isInForce = read.kind === "text" && read.text === remembered?.text && sameTexts(beside.texts(), remembered);
  const good = isInForce ? undefined : remembered;
  const knownBeside = besideReader(watched, good);
  const kept = good && validated(file, good.text, directory, request, watched, knownBeside, carrier);
  if (good === undefined || kept?.plugin === undefined || !isWorse(now, kept.plugin, request.frozen === true)) {
    const text = read.kind === "text" ? read.text : "";
    const isBroken = now?.plugin === undefined;
    return { manifest, watched, problems: reported, ...pluginOf(now), text, beside: beside.texts(), isBroken };
  }
  const first = reported.find(({ severity }) => severity === "error") ?? reported[0];
  const problems = reported.map((problem) => (problem === first ? withLastGood(problem, good.since) : problem));
  return { manifest, watched, problems, ...pluginOf(kept), text: good.text, beside: knownBeside.texts(), isBroken: true };
}

/** A folder of the workspace, inside whose bounds it is read. */
interface OwnFolder {
  readonly directory: string;
  readonly name: string;
  readonly request: ReadRequest;
  readonly bounds: Bounds | undefined;
}

/** Few members have one, and only the usual names count, because other files belong to the project. */
export function readOwnPlugin({ directory, name, request, bounds }: OwnFolder): PluginReading {
  const usual = stamped(entryPath(directory, MANIFEST));
  const nothing = { manifest: usual, isDormant: false, text: "", isBroken: false };
  const watched: Stamped[] = [];
  const problems: Problem[] = [];
  for (const entry of [MANIFEST, AGENT_PLUGIN, ...HOOK_MANIFESTS]) {
    const manifest = entry === MANIFEST ? usual : stamped(entryPath(directory, entry));
    const [file, stamp] = manifest;
    // Learning this from a thrown error is slow.
    const read = stamp === MISSING ? undefined : readTextFileWithin(file, bounds);
    if (entry === MANIFEST && read !== undefined && read.kind !== "text") return { ...nothing, watched, problems: [problemOf(read, file)] };
    if (read?.kind === "text" && isOurs(entry, file, read.text)) {
      const all = entry === MANIFEST ? [] : [usual, ...watched];
      const now = validated(file, read.text, directory, request, all, besideReader(all), name, directory);
      return { ...nothing, manifest, watched: all, problems: [...problems, ...now.problems], ...pluginOf(now), text: read.text };
    }
    if (entry !== MANIFEST) watched.push(manifest);
    problems.push(...perhapsOurs(read));
  }
  return { ...nothing, watched, problems };
}

/** Other programs have files of the other names. */
function isOurs(entry: string, file: string, text: string): boolean {
  return entry === MANIFEST || (entry === AGENT_PLUGIN ? isAgentPlugin(text) : isHookManifest(text, file));
}

/** Only its text tells whose it is. */
export function perhapsOurs(read: TextFile | undefined): readonly Problem[] {
  return read?.kind === "bad" && read.problem.mayPass === true ? [{ ...read.problem, severity: "warning" }] : [];
}

function pluginOf(validity: Validated | undefined): Pick<PluginReading, "plugin" | "isDormant"> {
  const { plugin, isDormant = false } = validity ?? {};
  return { isDormant, plugin };
}

/** A file of that name was there a moment ago. */
function problemOf(read: TextFile, file: string): Problem {
  return read.kind === "bad" ? read.problem : { severity: "error", file, message: "is missing", mayPass: true };
}

/** `name` is that of a plugin without one, `holder` the folder of one that runs by consent. */
function validated(
  file: string,
  text: string,
  directory: string,
  { context, places }: ReadRequest,
  watched: Stamped[],
  beside: BesideReader,
  name?: string,
  holder?: string,
): Validated {
  return validateManifest(file, text, surroundingsIn(directory, { ...context, ...places, watched, beside, holder }), name);
}

/** What the checks of a manifest in this folder ask of the disk; everything that they ask for is watched. */
export function surroundingsIn(
  directory: string,
  place: Pick<Context, "os"> &
    Pick<Places, "cache"> & { readonly watched: Stamped[]; readonly beside: BesideReader; readonly holder?: string },
): BesideSurroundings {
  const { os, cache, watched, beside, holder } = place;
  const isFile = (path: string) => {
    const found = stampedFile(path);
    watched.push(found.stamped);
    return found.isFile;
  };
  return { directory, os, isFile, acquired: acquiredIn(cache, watched, holder), readBeside: beside.read };
}

/** What stays in force of a source that is unreadable now (RT-37): the plugins last found in it, and the last good text of a manifest. */
interface RecalledListing {
  readonly plugins: readonly string[];
  readonly problems: readonly Problem[];
}

/** `root` is where the source is now; `recall` is called only when something is unreadable. */
export function withRecalled(listing: SourceListing, root: string, recall: () => GoodSource | undefined): RecalledListing {
  const { plugins, problems, unread } = listing;
  const good = unread.length === 0 ? undefined : recall();
  const found = new Set(plugins);
  const reported = [...problems];
  for (const one of unread) {
    const kept =
      good?.plugins.filter((plugin) => isOwn(plugin) && isBelow(plugin, one, root) && !found.has(placeOf(plugin, one, root, good))) ?? [];
    for (const plugin of kept) found.add(placeOf(plugin, one, root, good!));
    const at = reported.indexOf(one.problem);
    if (at < 0 && kept.length === 0) continue;
    if (kept.length > 0)
      reported.splice(at < 0 ? reported.length : at, 1, withLastGood(one.problem, Math.max(...kept.map(({ since }) => since))));
  }
  if (found.size === plugins.length) return { plugins, problems: reported };
  return { plugins: [...found].sort(byPath), problems: reported };
}

/** Everything in it is uncertain: someone is editing it. */
export function unsettled(listing: SourceListing, root: string): SourceListing {
  const problem: Problem = { severity: "error", file: root, message: "keeps changing while it is read", mayPass: true };
  return { ...listing, unread: [...listing.unread, { folder: root, problem }] };
}

function isOwn({ isChained }: GoodPlugin): boolean {
  return isChained !== true;
}

function isBelow({ directory }: GoodPlugin, { folder, isItself }: Unread, root: string): boolean {
  if (folder === undefined) return true;
  const way = relative(root, folder);
  return directory === way || (isItself !== true && (way === "" || directory.startsWith(`${way}${sep}`)));
}

/** A source that is unreadable as a whole may have moved, or be missing. */
function placeOf({ directory }: GoodPlugin, { folder }: Unread, root: string, good: GoodSource): string {
  return join(folder === undefined ? good.root : root, directory);
}

/** In the order of a folder walk: name by name. */
function byPath(left: string, right: string): number {
  const [one, other] = [left.split(sep), right.split(sep)];
  const at = one.findIndex((name, index) => name !== other[index]);
  return at < 0 ? -1 : (one[at] ?? "") < (other[at] ?? "") ? -1 : 1;
}

/** Whether the last good version replaces what was read: nothing was usable, or part of it is no longer valid. */
export function isWorse(now: Validated | undefined, good: Plugin, frozen: boolean): boolean {
  if (now?.plugin === undefined) return true;
  const isFlawed = now.problems.some(({ severity, failsValidation }) => severity === "error" || failsValidation === true);
  if (!isFlawed && !frozen) return false;
  const present = itemsOf(now.plugin).filter((item) => now.widened?.includes(item) !== true);
  for (const item of itemsOf(good)) {
    const at = present.indexOf(item);
    if (at < 0) return true;
    present.splice(at, 1);
  }
  return false;
}

/** Reads the files beside a plugin's manifest, and remembers their texts: they stay in force with the manifest (RT-37). */
interface BesideReader {
  readonly read: (file: string, as: BesideKind) => TextFile;
  /** What was read, without what was missing. */
  readonly texts: () => BesideTexts;
}

const KEYS = { hooks: "hooksText", servers: "serversText" } as const satisfies Record<BesideKind, keyof BesideTexts>;

/** `known` are the texts of the last good version, which are then read instead of the files. */
export function besideReader(watched: Stamped[], known?: BesideTexts): BesideReader {
  const texts: { -readonly [key in keyof BesideTexts]: string } = {};
  return {
    read: (file, as) => {
      const key = KEYS[as];
      watched.push(stamped(file));
      const text = known?.[key];
      const read: TextFile = text === undefined ? readTextFile(file) : { kind: "text", text };
      if (read.kind === "text") texts[key] = read.text;
      return read;
    },
    texts: () => texts,
  };
}

function sameTexts(one: BesideTexts, other: BesideTexts): boolean {
  return one.hooksText === other.hooksText && one.serversText === other.serversText;
}
