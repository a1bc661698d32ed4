/** Reads and checks the manifests of the user's sources that may count here (PL-31), and of the workspace. Whether a plugin applies is decided later. */

import { basename, relative } from "node:path";

import { goodSource, type GoodTexts, type InForcePlugin, readLastGood } from "../files/last-good.ts";
import type { Problem } from "../files/problem.ts";
import { readTextFile } from "../files/text-file.ts";
import { isVisit } from "../host/own-process.ts";
import { type Stamped, withinBudget } from "../host/reading-budget.ts";
import { isFresh, MISSING } from "../host/stamp.ts";
import { boundsOfWorkspace } from "../packages/workspace.ts";
import { manifestStamps, openCatalogue } from "./catalogue.ts";
import { chainedFolders } from "./chained-folders.ts";
import { readImported } from "./imported/read-imported.ts";
import { packageSource, type Plugin, type PluginOrigin } from "./plugin.ts";
import {
  IMPORT_SOURCE,
  NO_PACKAGES,
  type OutlinedPlugin,
  type PluginOutline,
  type ReadPlugin,
  type ReadPlugins,
  type ReadRequest,
  type StandaloneSkill,
  WORKSPACE_SOURCE,
} from "./plugins-read.ts";
import { type PluginReading, readOwnPlugin, readPlugin, unsettled, withRecalled } from "./read-plugin.ts";
import { configuredSources } from "./sources/configured.ts";
import { ownFolders } from "./workspace-around.ts";

/** Reads local files only. Problems are part of the result; it throws only where a budget is spent. */
export function readPlugins(request: ReadRequest): ReadPlugins {
  return withOwnPlugins(readSources(request), request);
}

export function readSources(request: ReadRequest): ReadPlugins {
  const sources = configuredSources(request.config, request.places);
  let remembered = request.lastGood;
  const lastGood = () => (remembered ??= readLastGood(request.places));
  const catalogue = openCatalogue(request);
  const outlined: OutlinedPlugin[] = [];
  const all: Gathering = { plugins: [], problems: [], watched: [], broken: [] };
  const standalone: StandaloneSkill[] = [];
  const roots: Stamped[] = [];
  const inForce = sources.map((source, index) => {
    const listing = source.list(catalogue.knows);
    const recall = () => goodSource(lastGood(), sources, index);
    const root = source.folder ?? source.origin;
    const recalled = withRecalled(request.frozen === true ? unsettled(listing, root) : listing, root, recall);
    if (listing.root !== undefined) roots.push(listing.root);
    all.watched.push(...listing.watched);
    all.problems.push(...recalled.problems);
    standalone.push(...listing.skills.map((directory) => ({ source: source.name, directory })));
    // Where all of it is unreadable, its plugins are where they were.
    const top = listing.unread.some(({ folder }) => folder === undefined) ? (recall()?.root ?? root) : root;
    const known = (directory: string) => recall()?.plugins.find((plugin) => plugin.directory === relative(top, directory));
    const origin: PluginOrigin = { kind: "source", name: source.name };
    const plugins = recalled.plugins.flatMap((directory): InForcePlugin[] => {
      const entry = catalogue.outlineIn(directory);
      if (entry !== undefined) {
        all.watched.push(entry.manifest, ...entry.watched);
        all.problems.push(...entry.problems);
        outlined.push({ source: source.name, origin, plugin: entry.outline, manifest: entry.manifest, before: all.plugins.length });
        const record = inForceWith(entry.outline, entry.manifest, () => textsOf(entry.manifest, entry.outline));
        return [{ directory: relative(top, directory), ...record, isOutlined: true }];
      }
      const before = manifestStamps(directory);
      const reading = readPlugin(directory, { request, known: () => known(directory) });
      catalogue.add(before, reading);
      // What makes the folder unreadable makes the manifest unreadable too, and was reported.
      const isReported = reading.plugin !== undefined && !listing.plugins.includes(directory);
      const readFolder = (folder: string) => readPlugin(folder, { request, known: () => known(folder), defaultName: basename(folder) });
      const added = add(all, isReported ? { ...reading, problems: [] } : reading, origin, readFolder);
      return added.map(({ folder = directory, ...read }) => ({ directory: relative(top, folder), ...read }));
    });
    return { name: source.name, root: top, plugins };
  });
  if (request.isStored === true && !isVisit(request.places)) catalogue.save();
  return { ...all, outlined, standalone, sources, roots, imported: [], inForce, packages: NO_PACKAGES };
}

/** The same with the plugins of the workspace itself, and with hooks that the user imported. */
export function withOwnPlugins(read: ReadPlugins, request: ReadRequest): ReadPlugins {
  const own = withinBudget(request.budget, () => withRepository(read, request));
  const { plugins, problems, stamps } = readImported(request);
  const about = { source: IMPORT_SOURCE, isMember: false, isDormant: false };
  const imported = plugins.map(({ plugin, origin, manifest }) => ({ ...about, origin, plugin, manifest }));
  return { ...own, plugins: [...own.plugins, ...imported], problems: [...own.problems, ...problems], imported: stamps };
}

function withRepository(read: ReadPlugins, request: ReadRequest): ReadPlugins {
  const { workspace } = request;
  if (workspace === null || workspace.unread !== undefined) return read;
  const { plugins, problems, watched, broken } = read;
  const all: Gathering = { plugins: [...plugins], problems: [...problems], watched: [...watched], broken: [...broken] };
  const bounds = boundsOfWorkspace(workspace);
  const folders = ownFolders(workspace);
  const readOwn = (folder: string, name: string) => readOwnPlugin(folder, name, request, bounds);
  // A member's plugin counts for itself.
  const readFolder = (folder: string) => (folders.has(folder) ? undefined : readOwn(folder, basename(folder)));
  for (const [folder, name] of folders) {
    const own = readOwn(folder, name);
    // Of hundreds of members few have one.
    if (own.manifest[1] === MISSING) all.watched.push(own.manifest, ...own.watched);
    else add(all, own, { kind: "repository", folder }, readFolder);
  }
  return { ...read, ...all };
}

interface Gathering {
  readonly plugins: ReadPlugin[];
  readonly problems: Problem[];
  readonly watched: Stamped[];
  readonly broken: Stamped[];
}

/** Returns what is in force of it, and of the plugins in its folders. */
function add(all: Gathering, read: PluginReading, origin: PluginOrigin, readFolder: (folder: string) => PluginReading | undefined) {
  note(all, read);
  if (read.plugin === undefined) return [];
  const { plugin, isDormant, manifest } = read;
  const chained = chainedFolders(plugin, readFolder);
  all.watched.push(...chained.watched);
  all.problems.push(...chained.problems);
  const parts = chained.found.flatMap((each) => each.plugin ?? []);
  const base = { source: sourceOf(origin), origin, isMember: origin.kind === "repository", isDormant };
  const top: ReadPlugin = { ...base, plugin, manifest, parts: parts.length === 0 ? undefined : parts };
  all.plugins.push(top);
  const inForce: (Omit<InForcePlugin, "directory"> & { readonly folder?: string })[] = [inForceOf(read, plugin)];
  for (const { folder, parents, reading, plugin: part } of chained.found) {
    note(all, reading);
    if (part === undefined) continue;
    all.plugins.push({ ...base, plugin: part, manifest: reading.manifest, inside: { top, parents } });
    inForce.push({ folder, ...inForceOf(reading, part), isChained: true });
  }
  return inForce;
}

function note(all: Gathering, { manifest, watched, problems, isBroken }: PluginReading): void {
  all.watched.push(manifest, ...watched);
  all.problems.push(...problems);
  if (isBroken) all.broken.push(manifest);
}

function inForceOf({ isBroken, manifest, text, beside = {} }: PluginReading, plugin: Plugin) {
  return inForceWith(plugin, isBroken ? undefined : manifest, () => ({ text, ...beside }));
}

function inForceWith(plugin: Pick<PluginOutline, "manifest" | "hooks">, manifest: Stamped | undefined, texts: InForcePlugin["texts"]) {
  const namesOf = (hooks: PluginOutline["hooks"]) => hooks.map(({ name }) => name);
  const closed = namesOf(plugin.hooks.filter(({ onFailure }) => onFailure === "closed"));
  return { file: basename(plugin.manifest), stamp: manifest?.[1], texts, hooks: namesOf(plugin.hooks), closed };
}

/** Of a manifest that is as the catalogue has it; `undefined` where it has just changed. */
function textsOf(manifest: Stamped, { serversFile }: PluginOutline): GoodTexts | undefined {
  const read = readTextFile(manifest[0]);
  const servers = serversFile === undefined ? undefined : readTextFile(serversFile);
  if (read.kind !== "text" || !isFresh(manifest)) return undefined;
  return { text: read.text, serversText: servers?.kind === "text" ? servers.text : undefined };
}

function sourceOf(origin: PluginOrigin): string {
  if (origin.kind === "package") return packageSource(origin);
  if (origin.kind === "imported") return IMPORT_SOURCE;
  return origin.kind === "source" ? origin.name : WORKSPACE_SOURCE;
}
