/**
 * Adds the plugins of packages: those that the user enabled, and those that active plugins and other packages lead to (PL-15, PL-28). Reads local
 * files only, and follows a limited number of leads: packages' authors wrote what is followed.
 */

import type { Problem } from "../../documents/problem.ts";
import type { Ecosystem, WantedPackage } from "../../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import { packageSurroundings } from "../../ecosystems/package-surroundings.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { isRead } from "../../predicates/ecosystem-of-atom.ts";
import { namedBy } from "../../predicates/match-atom.ts";
import type { Atom, Gate } from "../../predicates/predicate.ts";
import { printAtom } from "../../predicates/print.ts";
import { questionsOf } from "../../predicates/questions.ts";
import type { PredicateSurroundings } from "../../predicates/surroundings.ts";
import { whyClosed } from "../../predicates/why-closed.ts";
import { verdictOn } from "../enablement.ts";
import type { Plugin } from "../plugin.ts";
import { type PackageOrigin, packageSource } from "../plugin-origin.ts";
import type { ReadPlugin, ReadPlugins, ReadRequest } from "../read-plugins.ts";
import { type Carried, readCarried } from "./carried-plugin.ts";
import { enabledPackages } from "./enabled-packages.ts";
import { findPackage, type FoundPackage } from "./find-package.ts";
import { type Lead, leadsOf, leadTo, type Way } from "./lead.ts";
import { isDisabledPackage, type PackageName } from "./package-decision.ts";
import { pathSkills, skillsOnly } from "./skills-only.ts";

/** The names of packages on the way to a package. */
const MOST_HOPS = 10;
/** Packages that are not dependencies; each costs a search of this machine. */
const MOST_OUTSIDE = 100;

export interface PackagesRead {
  /** Packages that are not on this machine; `sync` may fetch them. */
  readonly wanted: readonly WantedHere[];
  /** Packages that count here and were not read completely: what is installed of them stays (PL-4). */
  readonly unread: readonly PackageName[];
  /** Packages whose whole plugin counts here, whether or not it was found. */
  readonly expected: readonly ExpectedPackage[];
}

export interface ExpectedPackage extends PackageName {
  /** Part of the workspace itself, so that its plugin is the repository's own. */
  readonly isMember?: true;
}

export interface WantedHere extends WantedPackage {
  readonly ecosystem: string;
  /** What is reported while it is missing. */
  readonly problem: Problem;
}

interface Walk {
  readonly request: ReadRequest;
  readonly surroundings: PredicateSurroundings;
  readonly plugins: ReadPlugin[];
  readonly problems: Map<string, Problem>;
  readonly watched: Stamped[];
  readonly wanted: Map<string, WantedHere>;
  readonly unread: PackageName[];
  readonly expected: ExpectedPackage[];
  /** Packages by name, version and what is taken. */
  readonly seen: Set<string>;
  readonly waiting: { readonly plugin: Lead[]; readonly skills: Lead[] };
  outside: number;
}

/** Never throws. */
export function withPackages(read: ReadPlugins, request: ReadRequest, surroundings: PredicateSurroundings): ReadPlugins {
  const leads = [...enabledPackages(read, request), ...leadsOfSources(read, request, surroundings)];
  if (leads.length === 0) return read;
  const walk: Walk = {
    request,
    surroundings,
    plugins: [],
    problems: new Map(),
    watched: [],
    wanted: new Map(),
    unread: [],
    expected: [],
    seen: new Set(),
    waiting: { plugin: [], skills: [] },
    outside: 0,
  };
  for (const lead of leads) walk.waiting[lead.takes].push(lead);
  // A whole plugin includes the skills, so those who want only the skills come last.
  for (let lead = next(walk); lead !== undefined; lead = next(walk)) follow(lead, walk);
  return {
    ...read,
    plugins: [...read.plugins, ...walk.plugins],
    problems: [...read.problems, ...walk.problems.values()],
    watched: [...read.watched, ...walk.watched],
    packages: { wanted: [...walk.wanted.values()], unread: walk.unread, expected: walk.expected },
  };
}

function next({ waiting }: Walk): Lead | undefined {
  return waiting.plugin.shift() ?? waiting.skills.shift();
}

/** A repository's own plugin leads nowhere: a workspace must not choose what is read or fetched for it (PL-32). */
function leadsOfSources(read: ReadPlugins, { config, workspace }: ReadRequest, surroundings: PredicateSurroundings): readonly Lead[] {
  const isOpen = (gate: Gate) => whyClosed(gate, surroundings) === undefined;
  return read.plugins.flatMap(({ plugin, origin, isDormant }) => {
    const leads = plugin.chained.length > 0 || plugin.skills.some(({ source }) => source.kind === "package");
    if (!leads || origin.kind !== "source" || verdictOn(plugin, isDormant, { config, surroundings }).state !== "active") return [];
    return leadsOf(plugin, { through: [], visited: [], source: origin.name, file: plugin.manifest }, workspace, isOpen);
  });
}

function follow(lead: Lead, walk: Walk): void {
  const { request, problems } = walk;
  const report = (message: string, hint?: string) => {
    const problem: Problem = { severity: "warning", file: lead.file, message, ...(hint === undefined ? {} : { hint }) };
    problems.set(`${lead.file} ${message}`, problem);
    return problem;
  };
  const ecosystem = ecosystemNamed(lead.ecosystem);
  const named = `\`${printAtom({ ecosystem: lead.ecosystem, name: lead.package.name })}\``;
  if (ecosystem === undefined || !isRead(lead.ecosystem))
    return void report(`${named}: this version does not read ${lead.ecosystem} packages`);
  const key = `${lead.ecosystem}:${ecosystem.foldName(lead.package.name)}`;
  if (isDisabledPackage({ ecosystem: lead.ecosystem, name: lead.package.name }, request.config)) return;
  if (lead.visited.includes(key)) return void report(`packages lead in a circle: ${[...lead.visited, key].join(" → ")}`);
  if (lead.visited.length > MOST_HOPS) return void report(`${named} is more than ${MOST_HOPS} packages away, so Symposium ignores it`);
  const found = findWithin(lead, ecosystem, walk);
  if (found === "too many")
    return void report(`more than ${MOST_OUTSIDE} packages outside the workspace are named; Symposium ignores the rest`);
  if (lead.takes === "plugin" && (found.kind === "missing" || found.kind === "found"))
    walk.expected.push({ ecosystem: lead.ecosystem, name: found.name });
  switch (found.kind) {
    case "member":
      if (lead.takes === "plugin") walk.expected.push({ ecosystem: lead.ecosystem, name: lead.package.name, isMember: true });
      return;
    case "mismatch":
      return void report(found.message);
    case "missing": {
      const version = found.version === undefined ? "" : ` ${found.version}`;
      const problem = report(`${named}${version} is not on this machine, so its plugin is missing`, FETCH);
      const { kind: _, ...wanted } = found;
      walk.wanted.set(JSON.stringify([key, found.version, found.requirement]), { ...wanted, namedIn: lead.file, problem });
      walk.unread.push(found);
      return;
    }
    case "found":
      take({ ...lead, visited: [...lead.visited, key] }, found, walk);
  }
}

const FETCH = "build the project or fetch its dependencies, then run `symposium sync`; skills already installed stay";

function findWithin(lead: Lead, ecosystem: Ecosystem, walk: Walk) {
  const { workspace } = walk.request;
  const isOutside = workspace === null || namedBy(lead.package, workspace).length === 0;
  if (isOutside && walk.outside++ >= MOST_OUTSIDE) return "too many";
  return findPackage(lead, ecosystem, workspace, packageSurroundings(walk.request));
}

function take(lead: Lead, found: FoundPackage, walk: Walk): void {
  const { name, version, folder } = found;
  const id = JSON.stringify([lead.visited.at(-1), version ?? folder]);
  const asked = lead.path === undefined ? id : JSON.stringify([id, lead.path]);
  if (walk.seen.has(asked)) return;
  walk.seen.add(asked);
  const carried = readCarried({ ecosystem: lead.ecosystem, name, folder }, walk.request);
  const plugin = pluginOf(lead, carried, found);
  walk.watched.push(...carried.watched);
  for (const problem of carried.problems) walk.problems.set(JSON.stringify(problem), problem);
  if (carried.isIncomplete) walk.unread.push({ ecosystem: lead.ecosystem, name });
  const origin = originOf(lead, found);
  const { manifest } = carried;
  if (plugin !== undefined)
    walk.plugins.push({ source: packageSource(origin), origin, isMember: false, plugin, isDormant: false, manifest });
  if (lead.path === undefined) followOn(lead, carried, plugin, walk);
}

function pluginOf({ takes, path }: Lead, { plugin, manifest }: Carried, { name, folder }: FoundPackage): Plugin | undefined {
  if (path !== undefined) return pathSkills({ name, folder, manifest: manifest[0] }, path);
  return takes === "plugin" || plugin === undefined ? plugin : skillsOnly(plugin);
}

/** A package starts no program, so a gate that asks one is closed (PL-16). */
function followOn(lead: Lead, carried: Carried, plugin: Plugin | undefined, walk: Walk): void {
  const { surroundings, request } = walk;
  const isOpen = (gate: Gate) => questionsOf([gate], surroundings).length === 0 && whyClosed(gate, surroundings) === undefined;
  if (plugin !== undefined && !isOpen(plugin.gate)) return;
  const way: Way = { ...lead, file: carried.manifest[0] };
  const label = { ...way, through: [...way.through, lead.package.name] };
  const redirected = carried.redirects.flatMap((atom: Atom) => leadTo(atom, wayOf(label), "skills"));
  const onwards = plugin === undefined ? [] : leadsOf(plugin, wayOf(way), request.workspace, isOpen);
  for (const next of [...redirected, ...onwards]) walk.waiting[next.takes].push(next);
}

function wayOf({ through, visited, source, file }: Way): Way {
  return { through, visited, ...(source === undefined ? {} : { source }), file };
}

function originOf({ ecosystem, through, source }: Lead, { name, version, folder, checksum }: FoundPackage): PackageOrigin {
  return {
    kind: "package",
    ecosystem,
    name,
    ...(version === undefined ? {} : { version }),
    folder,
    ...(checksum === undefined ? {} : { checksum }),
    through,
    isFromSource: source !== undefined,
    ...(source === undefined ? {} : { source }),
  };
}
