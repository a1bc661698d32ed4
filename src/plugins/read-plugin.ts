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
  readonly beside?: BesideTexts;
  readonly isBroken: boolean;
}

/** `directory` is in a source, and has an entry with a manifest's name, or had a plugin before. */
export function readPlugin(
  directory: string,
  { request, known, defaultName }: { request: ReadRequest; known: () => GoodPlugin | undefined; defaultName?: string },
): PluginReading {
  const found = manifestIn(directory);
  // Other names are not tried where the folder is unreadable.
  const file = exists(found.file) ? found.file : join(directory, known()?.file ?? basename(found.file));
  const manifest = stamped(file);
  // Beside another manifest a `SYMPOSIUM.toml` that appears wins.
  const watched: Stamped[] = isAgentPluginName(file) ? [stamped(join(directory, MANIFEST))] : [];
  const read = readTextFile(file);
  const beside = besideReader(watched);
  const now = read.kind === "text" ? validated(file, read.text, directory, request, watched, beside, defaultName) : undefined;
  const reported = [...found.problems, ...(now?.problems ?? [problemOf(read, file)])];
  const isFlawed = now?.plugin === undefined || request.frozen === true || now.problems.length > 0;
  const remembered = isFlawed ? known() : undefined;
  // A version with mistakes may be the one in force.
  const { hooksText, serversText } = beside.texts();
  const isSameBeside = remembered?.hooksText === hooksText && remembered?.serversText === serversText;
  const isInForce = read.kind === "text" && read.text === remembered?.text && isSameBeside;
  const good = isInForce ? undefined : remembered;
  const knownBeside = besideReader(watched, good);
  const kept = good && validated(file, good.text, directory, request, watched, knownBeside, defaultName);
  if (good === undefined || kept?.plugin === undefined || !isWorse(now, kept.plugin, request.frozen === true)) {
    const text = read.kind === "text" ? read.text : "";
    const isBroken = now?.plugin === undefined;
    return { manifest, watched, problems: reported, ...pluginOf(now), text, beside: beside.texts(), isBroken };
  }
  const first = reported.find(({ severity }) => severity === "error") ?? reported[0];
  const problems = reported.map((problem) => (problem === first ? withLastGood(problem, good.since) : problem));
  return { manifest, watched, problems, ...pluginOf(kept), text: good.text, beside: knownBeside.texts(), isBroken: true };
}

const OWN_MANIFESTS = [MANIFEST, AGENT_PLUGIN, ...HOOK_MANIFESTS];

/** Few members have one, and only the usual names count, because other files belong to the project. */
export function readOwnPlugin(directory: string, name: string, request: ReadRequest, bounds: Bounds | undefined): PluginReading {
  const usual = stamped(entryPath(directory, MANIFEST));
  const nothing = { manifest: usual, isDormant: false, text: "", isBroken: false };
  const watched: Stamped[] = [];
  const problems: Problem[] = [];
  for (const entry of OWN_MANIFESTS) {
    const manifest = entry === MANIFEST ? usual : stamped(entryPath(directory, entry));
    const [file, stamp] = manifest;
    // Learning this from a thrown error is slow.
    if (stamp === MISSING) {
      if (entry !== MANIFEST) watched.push(manifest);
      continue;
    }
    const read = readTextFileWithin(file, bounds);
    if (entry === MANIFEST && read.kind !== "text") return { ...nothing, watched, problems: [problemOf(read, file)] };
    // Other programs have files of the other names.
    const isOurs = (text: string) => entry === MANIFEST || (entry === AGENT_PLUGIN ? isAgentPlugin(text) : isHookManifest(text, file));
    if (read.kind === "text" && isOurs(read.text)) {
      const all = entry === MANIFEST ? [] : [usual, ...watched];
      const now = validated(file, read.text, directory, request, all, besideReader(all), name, directory);
      return { ...nothing, manifest, watched: all, problems: [...problems, ...now.problems], ...pluginOf(now), text: read.text };
    }
    if (entry !== MANIFEST) watched.push(manifest);
    problems.push(...perhapsOurs(read));
  }
  return { ...nothing, watched, problems };
}

export function perhapsOurs(read: TextFile): readonly Problem[] {
  return read.kind === "bad" && read.problem.mayPass === true ? [{ ...read.problem, severity: "warning" }] : [];
}

function pluginOf({ plugin, isDormant = false }: Partial<Validated> = {}): Pick<PluginReading, "plugin" | "isDormant"> {
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

type Watching = { readonly watched: Stamped[]; readonly beside: BesideReader; readonly holder?: string };

/** What the checks of a manifest in this folder ask of the disk; everything that they ask for is watched. */
export function surroundingsIn(
  directory: string,
  { os, cache, watched, beside, holder }: Pick<Context, "os"> & Pick<Places, "cache"> & Watching,
): BesideSurroundings {
  const isFile = (path: string) => {
    const found = stampedFile(path);
    watched.push(found.stamped);
    return found.isFile;
  };
  return { directory, os, isFile, acquired: acquiredIn(cache, watched, holder), readBeside: beside.read };
}

type Recalled = Pick<SourceListing, "plugins" | "problems">;

/** What stays in force of a source that is unreadable now (RT-37). `root` is where it is now; `recall` is called only when something is unreadable. */
export function withRecalled(listing: SourceListing, root: string, recall: () => GoodSource | undefined): Recalled {
  const { plugins, problems, unread } = listing;
  const good = unread.length === 0 ? undefined : recall();
  const found = new Set(plugins);
  const reported = [...problems];
  for (const one of unread) {
    // A source that is unreadable as a whole may have moved, or be missing.
    const placeOf = ({ directory }: GoodPlugin) => join((one.folder === undefined ? good?.root : undefined) ?? root, directory);
    const own = good?.plugins.filter((plugin) => plugin.isChained !== true && isBelow(plugin, one, root)) ?? [];
    const kept = own.filter((plugin) => !found.has(placeOf(plugin)));
    if (kept.length === 0) continue;
    for (const plugin of kept) found.add(placeOf(plugin));
    const at = reported.indexOf(one.problem);
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

function isBelow({ directory }: GoodPlugin, { folder, isItself }: Unread, root: string): boolean {
  if (folder === undefined) return true;
  const way = relative(root, folder);
  return directory === way || (isItself !== true && (way === "" || directory.startsWith(`${way}${sep}`)));
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
  readonly texts: () => BesideTexts;
}

/** `known` are the texts of the last good version, which are then read instead of the files. */
export function besideReader(watched: Stamped[], known?: BesideTexts): BesideReader {
  const texts: { -readonly [key in keyof BesideTexts]: string } = {};
  return {
    read: (file, as) => {
      const key = as === "hooks" ? "hooksText" : "serversText";
      watched.push(stamped(file));
      const text = known?.[key];
      const read: TextFile = text === undefined ? readTextFile(file) : { kind: "text", text };
      if (read.kind === "text") texts[key] = read.text;
      return read;
    },
    texts: () => texts,
  };
}
