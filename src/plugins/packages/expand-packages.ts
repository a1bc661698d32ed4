/**
 * Adds the plugins of packages and repositories: those that the user enabled, and those that active plugins and other packages lead to (PL-15, PL-28).
 * Reads local files only, and follows a limited number of leads: packages' authors wrote what is followed.
 */

import { basename, resolve } from "node:path";

import { quotedPath } from "../../model/safe-text.ts";
import { type Ecosystem, packageSurroundings } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import { chainedFolders } from "../chained-folders.ts";
import { isDisabledPackage, verdictOn } from "../enablement.ts";
import { questionsOf } from "../gates/judge.ts";
import { isRead, namedBy } from "../gates/match-atom.ts";
import { type Gate, OPEN, type PredicateSurroundings, printAtom } from "../gates/predicate.ts";
import { whyClosed } from "../gates/why-closed.ts";
import { GIT } from "../manifest/source-text.ts";
import { NO_PARTS, type PackageOrigin, packageSource, type Plugin } from "../plugin.ts";
import type { ReadPlugin, ReadPlugins, ReadRequest } from "../plugins-read.ts";
import { MANIFEST } from "../sources/manifest-files.ts";
import { besidePath, unreadText } from "../workspace-around.ts";
import { findPackage, type FoundPackage } from "./find-package.ts";
import { findRepository } from "./find-repository.ts";
import type { PackageFolder, PackagePlugin } from "./package-plugin.ts";
import { enabledPackages, leadsOf, type PackageReference, referenceTo, type RepositoryReference, type Way } from "./package-references.ts";
import { endsHere, MOST_OUTSIDE, reportOn, startWalk, TOO_MANY, type Walk } from "./walk.ts";

/** Never throws. */
export function withPackages(
  read: ReadPlugins,
  request: ReadRequest,
  surroundings: PredicateSurroundings,
  standingOf: Walk["standingOf"],
): ReadPlugins {
  const walk = startWalk(request, surroundings, standingOf);
  walk.waiting.plugin.push(...enabledPackages(read, request));
  for (const plugin of read.plugins) followSource(plugin, walk);
  const { plugin, repository, skills } = walk.waiting;
  if (plugin.length + repository.length + skills.length === 0) return read;
  // A whole plugin includes the skills, so references that take only the skills come last.
  for (;;) {
    const next = plugin.shift() ?? repository.shift() ?? skills.shift();
    if (next === undefined) break;
    if ("address" in next) followRepository(next, walk);
    else follow(next, walk);
  }
  walk.store.save();
  return {
    ...read,
    plugins: [...read.plugins, ...walk.plugins],
    problems: [...read.problems, ...walk.problems.values()],
    watched: [...read.watched, ...walk.watched],
    packages: {
      wanted: [...walk.wanted.values()],
      unread: walk.unread,
      expected: walk.expected,
      repositories: [...walk.repositories.values()],
      isUncertain: walk.isUncertain,
    },
  };
}

/** A repository's own plugin leads nowhere: a workspace must not choose what is read or fetched for it (PL-32). */
function followSource({ plugin, origin, isDormant, inside }: ReadPlugin, walk: Walk): void {
  const { request, surroundings } = walk;
  const leads = plugin.chained.length > 0 || plugin.skills.some(({ source }) => source.kind === "package");
  if (!leads || origin.kind !== "source") return;
  const parents = inside?.parents ?? [];
  if (verdictOn(plugin, isDormant, request.config, surroundings, parents).state !== "active") return;
  const way: Way = { through: parents, visited: [], source: origin.name, file: plugin.manifest };
  enqueue(plugin, way, walk, (gate) => whyClosed(gate, surroundings) === undefined);
}

function enqueue(plugin: Plugin, way: Way, walk: Walk, isOpen: (gate: Gate) => boolean): void {
  const { packages, repositories } = leadsOf(plugin, way, walk.request.workspace, isOpen);
  for (const reference of packages) walk.waiting[reference.takes].push(reference);
  walk.waiting.repository.push(...repositories);
}

/** The commit that was fetched last counts. Local paths are for the user's own sources. */
function followRepository(reference: RepositoryReference, walk: Walk): void {
  const found = findRepository(reference, walk);
  if (found === undefined) return;
  const { key, ...repository } = found;
  const way = { ...wayOf(reference), visited: [...reference.visited, key] };
  const as: PackageReference = { ...way, ecosystem: GIT, package: { ecosystem: GIT, name: repository.name }, takes: "plugin" };
  if (take(as, repository, walk)) return;
  const message = `${key} has no plugin: there is no ${MANIFEST} or ${AGENT_PLUGIN} in it`;
  reportOn(reference, walk)(message, "name the folder of the plugin with source.subdir");
}

function follow(reference: PackageReference, walk: Walk): void {
  const { request } = walk;
  const report = reportOn(reference, walk);
  const ecosystem = ecosystemNamed(reference.ecosystem);
  const named = `\`${printAtom({ ecosystem: reference.ecosystem, name: reference.package.name })}\``;
  if (ecosystem === undefined || !isRead(reference.ecosystem))
    return void report(`${named}: this version does not read ${reference.ecosystem} packages`);
  const key = `${reference.ecosystem}:${ecosystem.foldName(reference.package.name)}`;
  if (isDisabledPackage({ ecosystem: reference.ecosystem, name: reference.package.name }, request.config)) return;
  if (endsHere(reference, key, named, walk)) return;
  const found = findWithin(reference, ecosystem, walk);
  if (found === "too many") return void report(TOO_MANY);
  if (reference.takes === "plugin" && (found.kind === "missing" || found.kind === "beside" || found.kind === "found"))
    walk.expected.push({ ecosystem: reference.ecosystem, name: found.name });
  switch (found.kind) {
    case "member":
      if (reference.takes === "plugin")
        walk.expected.push({ ecosystem: reference.ecosystem, name: reference.package.name, isMember: true });
      return;
    case "mismatch":
      return void report(found.message);
    case "beside": {
      const path = besidePath(found.origin, request.workspace!) ?? "";
      report(
        `${named} ${unreadText(found.origin, path)}, so its plugin is missing`,
        `run \`symposium use ${quotedPath(path)}\` in this workspace`,
      );
      walk.unread.push({ ecosystem: reference.ecosystem, name: found.name });
      return;
    }
    case "missing": {
      const version = found.version === undefined ? "" : ` ${found.version}`;
      const problem = report(`${named}${version} is not on this machine, so its plugin is missing`, FETCH);
      const { kind: _, ...wanted } = found;
      walk.wanted.set(JSON.stringify([key, found.version, found.requirement]), { ...wanted, namedIn: reference.file, problem });
      walk.unread.push(found);
      return;
    }
    case "found":
      void take({ ...reference, visited: [...reference.visited, key] }, found, walk);
  }
}

const FETCH = "build the project or fetch its dependencies, then run `symposium sync`; skills already installed stay";

function findWithin(reference: PackageReference, ecosystem: Ecosystem, walk: Walk) {
  const { workspace } = walk.request;
  const isOutside = workspace === null || namedBy(reference.package, workspace).length === 0;
  if (isOutside && walk.outside++ >= MOST_OUTSIDE) return "too many";
  return findPackage(reference, ecosystem, workspace, packageSurroundings(walk.request));
}

function take(reference: PackageReference, found: FoundPackage, walk: Walk): boolean {
  const { name, version, folder } = found;
  const id = JSON.stringify([reference.visited.at(-1), version ?? folder]);
  const asked = reference.path === undefined ? id : JSON.stringify([id, reference.path]);
  if (walk.seen.has(asked)) return true;
  walk.seen.add(asked);
  const readIn = (from: PackageFolder) => noted(walk.store.pluginIn(from), reference, found, walk);
  const brought = readIn({ ecosystem: reference.ecosystem, name: found.title ?? name, folder });
  const plugin = pluginOf(reference, brought, found);
  const { ecosystem, through, source } = reference;
  const origin: PackageOrigin = { kind: "package", ecosystem, name, version, folder, through, isFromSource: source !== undefined, source };
  if (plugin === undefined) {
    if (reference.path === undefined) followOn(reference, brought, undefined, walk);
    return false;
  }
  const chained = chainedFolders(plugin, (part) => readIn({ ecosystem: "", name: basename(part), folder: part }));
  for (const problem of chained.problems) walk.problems.set(JSON.stringify(problem), problem);
  walk.watched.push(...chained.watched);
  const parts = chained.found.flatMap((part) => part.plugin ?? []);
  const base = { source: packageSource(origin), isMember: false, isDormant: false };
  const top: ReadPlugin = { ...base, origin, plugin, manifest: brought.manifest, parts: parts.length === 0 ? undefined : parts };
  walk.plugins.push(top);
  if (reference.path === undefined) followOn(reference, brought, top, walk);
  for (const { plugin: part, reading, parents } of chained.found) {
    if (part === undefined) continue;
    const inside = [...through, ...parents];
    const { manifest } = reading;
    const inner: ReadPlugin = { ...base, origin: { ...origin, through: inside }, plugin: part, manifest, inside: { top, parents } };
    walk.plugins.push(inner);
    followOn({ ...reference, through: inside }, reading, inner, walk);
  }
  return true;
}

function noted(brought: PackagePlugin, { ecosystem }: PackageReference, { name }: FoundPackage, walk: Walk): PackagePlugin {
  walk.watched.push(...brought.watched);
  for (const problem of brought.problems) walk.problems.set(JSON.stringify(problem), problem);
  if (brought.isIncomplete) walk.unread.push({ ecosystem, name });
  return brought;
}

function pluginOf({ takes, path }: PackageReference, { plugin, manifest }: PackagePlugin, found: FoundPackage): Plugin | undefined {
  if (path !== undefined) return pathSkills(found, manifest[0], path);
  if (takes === "plugin" || plugin === undefined) return plugin;
  const { skills } = plugin;
  return skills.length === 0 ? undefined : { ...plugin, ...NO_PARTS, skills };
}

/**
 * Before the user agreed to a package, a gate of it that asks a program is closed (PL-16), and it leads to no repository (PL-32). Afterwards the
 * stored answers count.
 */
function followOn(reference: PackageReference, brought: PackagePlugin, read: ReadPlugin | undefined, walk: Walk): void {
  const { surroundings } = walk;
  const way: Way = { ...reference, file: brought.manifest[0] };
  const label = { ...way, through: [...way.through, reference.package.name] };
  const redirects = () => {
    for (const atom of brought.redirects) walk.waiting.skills.push(...referenceTo(atom, wayOf(label), "skills"));
  };
  if (read === undefined) return redirects();
  const { plugin } = read;
  const asks = (gate: Gate) => questionsOf([gate], surroundings).length > 0;
  const isHeld = asks(plugin.gate) || plugin.chained.some(({ source, gate }) => source.kind === "git" || asks(gate));
  const standing = isHeld ? walk.standingOf(read) : undefined;
  const isAgreed = standing === "accepted";
  walk.isUncertain ||= standing === "changed" || standing === "unknown";
  const isOpen = (gate: Gate) => (isAgreed || !asks(gate)) && whyClosed(gate, surroundings) === undefined;
  if (!isOpen(plugin.gate)) return;
  redirects();
  const chained = plugin.chained.filter(({ source }) => isAgreed || source.kind !== "git");
  enqueue({ ...plugin, chained }, wayOf(way), walk, isOpen);
}

function wayOf({ through, visited, source, file }: Way): Way {
  return { through, visited, source, file };
}

function pathSkills({ name, folder }: FoundPackage, manifest: string, path: string): Plugin {
  const source = { kind: "path", path: resolve(folder, path), isOptional: true } as const;
  return { name, directory: folder, manifest, gate: OPEN, ...NO_PARTS, skills: [{ gate: OPEN, source }] };
}
