/** `plugin show` as data: every plugin and every skill of a name, from whichever source or the workspace, with its file as it is written. */

import { join } from "node:path";

import { UserError } from "../errors.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { similarWord } from "../files/similar-word.ts";
import { readTextFileWithin } from "../files/text-file.ts";
import { boundsOf } from "../host/bounds.ts";
import { joined, type PlacedContext } from "../host/places.ts";
import type { LoadedPlugin } from "../plugins/active-plugins.ts";
import { dataName } from "../plugins/agent-plugin/format.ts";
import { filesBeside } from "../plugins/consent/subject-of.ts";
import { printGate } from "../plugins/gates/predicate.ts";
import { type LoadedHere, loadHere } from "../plugins/here/load-here.ts";
import { candidatesHere, chainedFrom, packageHere, packageReason } from "../plugins/here/packages-here.ts";
import { isMeantBy, type PackageHere, throughField, type ThroughHere, throughIn } from "../plugins/here/plugin-here.ts";
import type { Judged } from "../plugins/judge-items.ts";
import { chainedText, type WrittenSkills, writtenSkills } from "../plugins/manifest/source-text.ts";
import { readPackagePlugin } from "../plugins/packages/package-plugin.ts";
import type { Plugin } from "../plugins/plugin.ts";
import { WORKSPACE_SOURCE } from "../plugins/plugins-read.ts";
import { collectSkills } from "../plugins/skills/collect.ts";
import { type ReadSkill, readSkill } from "../plugins/skills/read-skill.ts";
import { SKILL } from "../plugins/sources/folder.ts";
import { ignoredBeside } from "../plugins/sources/manifest-files.ts";
import type { PluginSource } from "../plugins/sources/source.ts";
import { writtenEntry } from "../plugins/written-entry.ts";
import { type ShownSubject, shownSubject } from "../setup/trust/show-decisions.ts";

export interface ShownPlugin {
  readonly name: string;
  /** A `SKILL.md` that belongs to no plugin is shown like one. */
  readonly kind: "plugin" | "skill";
  readonly source: string;
  readonly origin: string;
  readonly package?: PackageHere;
  readonly manifest: string;
  readonly active: boolean;
  readonly reason?: string;
  /** Why a policy denies the programs that it asks and installs. */
  readonly denied?: string;
  /** Why a package's plugin counts here. */
  readonly because?: string;
  readonly gate?: string | undefined;
  readonly through?: readonly ThroughHere[];
  readonly consent?: Pick<ShownSubject, "state" | "digest" | "files">;
  /** Where the servers of an Agent Plugin keep what they write; it may not exist yet. */
  readonly data?: string;
  readonly brings: Brought;
  readonly problems: readonly Problem[];
  readonly text: string;
}

export interface Brought {
  readonly hooks: readonly { readonly name: string; readonly event: string; readonly active: boolean; readonly reason?: string }[];
  readonly skills: readonly WrittenSkills[];
  readonly servers: readonly { readonly name: string; readonly transport: string; readonly runs: string; readonly reason?: string }[];
  readonly subcommands: readonly { readonly name: string; readonly description: string; readonly reason?: string }[];
  readonly predicates: readonly string[];
  readonly installations: readonly string[];
  readonly plugins: readonly string[];
}

/** Reads local files only. A name that neither a plugin nor a skill has is an error, with what may have been meant. */
export async function showPlugin(app: PlacedContext, name: string): Promise<readonly ShownPlugin[]> {
  const here = loadHere(app, "all");
  const { sources, plugins, problems } = here.loaded;
  const through = await throughIn(plugins, { config: here.config, context: app.context, project: here.workspace?.folder });
  const all = [
    ...plugins.map((loaded) => {
      const { plugin, origin } = loaded;
      const hasData = plugin.servers.some(({ transport, packageRoot }) => transport === "stdio" && packageRoot !== undefined);
      return {
        ...shownPlugin(loaded, here, sources, problems),
        ...throughField(loaded, through),
        consent: shownConsent(loaded, app, here),
        data: hasData ? joined(app.context.os, app.places.pluginData, dataName(plugin.name, origin)) : undefined,
      };
    }),
    ...shownSkills(app, here),
    ...shownCandidates(app, here),
  ];
  const found = all.filter((one) => isMeantBy(one, name));
  if (found.length === 0) throw notFound(name, all, problems);
  return found;
}

function shownPlugin(
  loaded: LoadedPlugin,
  { config, workspace }: LoadedHere,
  sources: readonly PluginSource[],
  problems: readonly Problem[],
): ShownPlugin {
  const { plugin, source, origin, inactive, inside, denied } = loaded;
  const own = problemsOf(plugin, problems);
  const ofPackage = origin.kind === "package" ? origin : undefined;
  const because = ofPackage ? packageReason(ofPackage, config, workspace).reason : inside && chainedFrom(inside.parents);
  const base = shown(
    plugin,
    { kind: "plugin", source, manifest: plugin.manifest, brings: brought(loaded), problems: own },
    inactive,
    sources,
    ofPackage?.folder,
  );
  // The rest of an agent's file is not of the plugin, and may contain secrets.
  const entries = plugin.hooks.map((hook): unknown => JSON.parse(writtenEntry(hook) ?? "null"));
  const text = origin.kind === "imported" ? `${JSON.stringify(entries, null, 2)}\n` : base.text;
  return { ...base, text, denied, package: ofPackage && packageHere(ofPackage), because };
}

function problemsOf(plugin: Plugin, problems: readonly Problem[]): readonly Problem[] {
  const files = [plugin.manifest, ...filesBeside(plugin)];
  const ignored = ignoredBeside(plugin.manifest);
  return [...problems.filter(({ file }) => files.includes(file)), ...(ignored === undefined ? [] : [ignored])];
}

function shownConsent({ consent, state }: LoadedPlugin, { places }: PlacedContext, { loaded }: LoadedHere): ShownPlugin["consent"] {
  if (consent === undefined || consent.standing.state === "unneeded") return undefined;
  const { state: standing, files, digest } = shownSubject(places, loaded.consents, { ...consent, isDisabled: state === "disabled" });
  return { state: standing, files, digest };
}

/** What a dependency would bring, so that the user can read it before enabling it. */
function shownCandidates(place: PlacedContext, here: LoadedHere): readonly ShownPlugin[] {
  return candidatesHere(here, place).flatMap(({ candidate, here: { reason, source } }): ShownPlugin[] => {
    const { plugin, problems } = readPackagePlugin(candidate, place);
    if (plugin === undefined) return [];
    const hooks = plugin.hooks.map((hook) => ({ hook, inactive: "is not enabled" }));
    const about = { kind: "plugin", source, manifest: plugin.manifest, brings: brought({ plugin, hooks }), problems } as const;
    return [{ ...shown(plugin, about, reason, [], candidate.folder), package: packageHere(candidate) }];
  });
}

function shownSkills({ places }: PlacedContext, { config, loaded }: LoadedHere): readonly ShownPlugin[] {
  const { skills, leftOut } = collectSkills(loaded, { config, places });
  const shownSkill = (skill: NonNullable<ReadSkill["skill"]>, source: string, problems: readonly Problem[], reason?: string) =>
    shown(skill, { kind: "skill", source, manifest: join(skill.directory, SKILL), brings: NOTHING, problems }, reason, loaded.sources);
  const own = skills.filter(({ source, plugin }) => source === WORKSPACE_SOURCE && plugin === undefined);
  const standalone = loaded.standalone.flatMap(({ source, directory }): ShownPlugin[] => {
    const { skill, problems } = readSkill(directory, { isOwn: false });
    if (skill === undefined) return [];
    const left = leftOut.find((one) => one.source === source && one.plugin === undefined && one.skill === skill.name);
    return [shownSkill(skill, source, problems, left?.reason)];
  });
  return [...standalone, ...own.map(({ skill, source }) => shownSkill(skill, source, []))];
}

const NOTHING: Brought = { hooks: [], skills: [], servers: [], subcommands: [], predicates: [], installations: [], plugins: [] };

function shown(
  { name, directory, gate }: Pick<LoadedPlugin["plugin"], "name" | "directory" | "gate">,
  { kind, source, manifest, brings, problems }: Pick<ShownPlugin, "kind" | "source" | "manifest" | "brings" | "problems">,
  inactive: string | undefined,
  sources: readonly PluginSource[],
  within?: string,
): ShownPlugin {
  const origin = sources.find((each) => each.name === source)?.origin ?? directory;
  const printed = printGate(gate) || undefined;
  // A package's manifest may be a link to anything.
  const read = readTextFileWithin(manifest, within === undefined ? undefined : boundsOf(within));
  const text = read.kind === "text" ? read.text : "";
  const active = inactive === undefined;
  return { name, kind, source, origin, manifest, active, reason: inactive, gate: printed, brings, problems, text };
}

function brought({ plugin, hooks, ...loaded }: Pick<LoadedPlugin, "plugin" | "hooks"> & Partial<LoadedPlugin>): Brought {
  const { skills, servers, subcommands, predicates, installations, chained } = plugin;
  return {
    hooks: hooks.map(({ hook: { name, event }, inactive }) => ({
      name,
      event: "native" in event ? `${event.agent} ${event.native}` : event.event,
      active: inactive === undefined,
      reason: inactive,
    })),
    skills: skills.map((group) => writtenSkills(group, plugin)),
    servers: servers.map((server) => {
      const { name, transport } = server;
      const runs = transport === "stdio" ? [server.command.path, ...server.command.args].join(" ") : server.url;
      return { name, transport, runs, reason: deniedIn(loaded.servers?.find((one) => one.server === server)) };
    }),
    subcommands: subcommands.map((one) => {
      const judged = loaded.subcommands?.find(({ subcommand }) => subcommand === one);
      return { name: one.name, description: one.description, reason: deniedIn(judged) };
    }),
    predicates: predicates.map(({ name }) => name),
    installations: installations.map(({ name }) => name),
    plugins: chained.map(({ source }) => chainedText(source, plugin)),
  };
}

/** Why a policy denies it; gates are shown as such. */
function deniedIn(judged: Judged | undefined): string | undefined {
  return judged?.isDenied === true ? judged.inactive : undefined;
}

function notFound(name: string, all: readonly ShownPlugin[], problems: readonly Problem[]): UserError {
  const names = [...new Set(all.map((one) => one.name))];
  const near = similarWord(name, names);
  const broken = problems.find(({ severity, file }) => severity === "error" && file.split(/[\\/]/).at(-2) === name);
  const hint =
    broken !== undefined
      ? `a manifest in a folder of that name cannot be read: ${problemText(broken)}`
      : near !== undefined
        ? `did you mean ${near}?`
        : names.length === 0
          ? "no source has a plugin"
          : `the plugins here are ${names.join(", ")}`;
  return new UserError("NOT-FOUND", `plugin not found: ${name}`, { hint });
}
