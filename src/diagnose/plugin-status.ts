/** What the current folder is part of and what of all plugins acts there, as data. Reads local files and changes nothing. */

import { everySkillFolder, type SkillScope } from "../agents/skill-folders.ts";
import type { PolicyLevel } from "../consent/policy/judge.ts";
import type { Config } from "../files/config.ts";
import { cacheFolder, fetchedTree } from "../files/git/cache.ts";
import { readLedger } from "../files/ledger.ts";
import type { PolicyRules } from "../files/policy-schema.ts";
import type { Problem } from "../files/problem.ts";
import { type PlacedContext, type Places, workspaceState } from "../host/places.ts";
import { findWorkspace } from "../packages/find-workspace.ts";
import { ALL_MARKERS } from "../packages/markers.ts";
import { type WorkspaceRoot, workspaceRoots } from "../packages/workspace-folder.ts";
import { hasHooks, type LoadedPlugin } from "../plugins/active-plugins.ts";
import type { LoadedHere } from "../plugins/here/load-here.ts";
import type { PluginHere } from "../plugins/here/plugin-here.ts";
import { pluginsOf } from "../plugins/here/plugins-here.ts";
import { readSynced } from "../plugins/skills/synced-record.ts";
import { gitSourcesOf } from "../plugins/sources/configured.ts";
import type { PluginSource } from "../plugins/sources/source.ts";
import { type GuardInVain, guardsInVain, type NotGuardedHere, notGuardedHere } from "./guards.ts";
import { copiesIn } from "./package-skills.ts";

export interface PluginStatus {
  readonly policies: readonly PolicyInForce[];
  /** What a policy keeps from running, of plugins that would act here. */
  readonly denied: readonly DeniedHere[];
  /** `lastSync`: when its skills were last made. */
  readonly workspace: {
    readonly folder: string;
    readonly repository: string | null;
    readonly roots: readonly WorkspaceRoot[];
    readonly lastSync?: string;
  } | null;
  /** A folder that would be the workspace, were it not the home folder or above it. */
  readonly passedOver?: string;
  readonly lookedFor: readonly string[];
  readonly sources: readonly SourceStatus[];
  readonly plugins: readonly PluginHere[];
  readonly hasHooks: boolean;
  readonly skills: readonly SkillsIn[];
  readonly notGuarded: readonly NotGuardedHere[];
  readonly guardsInVain: readonly GuardInVain[];
  readonly problems: readonly Problem[];
}

export async function pluginStatus(app: PlacedContext, here: LoadedHere): Promise<PluginStatus> {
  const { context, places } = app;
  const { config, workspace, plugins, loaded, problems } = await pluginsOf(app, here);
  const registered = readLedger(places.ledger).files.flatMap(({ agents }) => agents);
  const synced = workspace === null ? undefined : readSynced(workspaceState(places, workspace.folder).synced);
  const projects = workspace === null ? [] : [workspace.folder, ...(synced?.members ?? [])];
  const passedOver = workspace === null ? findWorkspace(context.cwd) : null;
  return {
    workspace: workspace && {
      folder: workspace.folder,
      repository: workspace.repository,
      roots: workspaceRoots(workspace),
      lastSync: synced && isoTime(synced.at),
    },
    passedOver: passedOver ?? undefined,
    lookedFor: [...ALL_MARKERS, ".git"],
    sources: sourceStatus(loaded.sources, config, places),
    plugins,
    hasHooks: hasHooks(loaded),
    skills: installedSkills([
      ...projects.map((project) => ({ scope: "project", project, context }) as const),
      { scope: "user", project: "", context },
    ]),
    policies: loaded.policy.policies,
    denied: loaded.plugins.filter(({ state }) => state === "active").flatMap(deniedOf),
    notGuarded: notGuardedHere(registered, loaded.plugins),
    guardsInVain: guardsInVain(registered, loaded.plugins),
    problems: [...problems, ...loaded.plugins.flatMap(unmetIn), ...loaded.plugins.flatMap(brokenIn), ...(workspace?.problems ?? [])],
  };
}

/** Hooks that run without something that they require. One that cannot run at all is not among them. */
function unmetIn({ plugin, hooks }: LoadedPlugin): readonly Problem[] {
  const active = hooks.filter(({ hook, inactive }) => inactive === undefined && hook.missing === undefined);
  const messages = active.flatMap(({ hook: { name, unmet = [] } }) =>
    unmet.map((missing) => `hook \`${name}\`: runs without its requirement: ${missing}`),
  );
  return messages.map((message) => ({ severity: "warning", file: plugin.manifest, message }));
}

function brokenIn({ plugin, hooks }: LoadedPlugin): readonly Problem[] {
  const hint = "the hook is closed on failure, so it denies until its gate answers";
  return hooks
    .filter(({ broken }) => broken !== undefined)
    .map(({ hook, broken }) => ({ severity: "error", file: plugin.manifest, message: `hook \`${hook.name}\`: ${broken}`, hint }));
}

export interface PolicyInForce {
  readonly level: PolicyLevel;
  readonly file: string;
  /** Nothing that it governs runs: it cannot be read. */
  readonly isUnread?: true;
  readonly rules: PolicyRules;
}

export interface DeniedHere {
  readonly plugin: string;
  readonly source: string;
  /** `hook check`, `server docs`, `programs that it asks or installs`. */
  readonly what: string;
  readonly reason: string;
}

function deniedOf({ plugin, source, hooks, servers, subcommands, denied }: LoadedPlugin): readonly DeniedHere[] {
  const items = [
    ...hooks.map(({ hook, ...judged }) => ({ what: `hook ${hook.name}`, ...judged })),
    ...servers.map(({ server, ...judged }) => ({ what: `server ${server.name}`, ...judged })),
    ...subcommands.map(({ subcommand, ...judged }) => ({ what: `subcommand ${subcommand.name}`, ...judged })),
  ];
  const startsMore = plugin.predicates.length + plugin.installations.length > 0;
  return [
    ...items.flatMap(({ what, inactive, isDenied }) => (isDenied === true ? [{ what, reason: inactive ?? "" }] : [])),
    ...(denied === undefined || !startsMore ? [] : [{ what: "programs that it asks or installs", reason: denied }]),
  ].map((one) => ({ plugin: plugin.name, source, ...one }));
}

export interface SourceStatus extends Pick<PluginSource, "name" | "origin" | "unavailable"> {
  readonly fetched?: { readonly at: string; readonly commit: string };
  /** Why the last update failed; what was fetched before stays in use. */
  readonly failure?: string;
}

function sourceStatus(sources: readonly PluginSource[], config: Config, places: Places): readonly SourceStatus[] {
  const git = gitSourcesOf(config, places).flatMap(({ name, address }) => (address.ok ? [{ name, address: address.address }] : []));
  return sources.map(({ name, origin, unavailable }) => {
    // Two sources may have one name; the address is shown as the origin.
    const remote = git.find((one) => one.name === name && one.address.shown === origin)?.address;
    const { tree, checked } = remote === undefined ? {} : fetchedTree(cacheFolder(places, "plugin-sources", remote), remote);
    return {
      name,
      origin,
      unavailable,
      fetched: tree === undefined ? undefined : { at: isoTime(tree.record.fetchedAt), commit: tree.record.commit },
      // Where nothing was fetched before, it is the reason why the source is not available.
      failure: tree === undefined ? undefined : checked?.failure,
    };
  });
}

/** A record may contain any number, also one that is not a time. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "unknown" : date.toISOString();
}

export interface SkillsIn {
  readonly folder: string;
  readonly scope: SkillScope["scope"];
  /** Each with who pointed at it, where the marker says that: the Rust tool's is empty. */
  readonly skills: readonly { readonly name: string; readonly source?: string; readonly plugin?: string }[];
}

/** Only folders in which there are some. Never throws. */
function installedSkills(places: readonly SkillScope[]): readonly SkillsIn[] {
  const all = places.flatMap((place) => everySkillFolder(place).map((folder) => ({ folder, scope: place.scope })));
  return all.flatMap((one) => {
    const skills = copiesIn(one.folder).map(({ name, marked }) => {
      const { source, plugin } = marked.kind === "ours" ? marked.marker : {};
      return { name, source, plugin };
    });
    return skills.length === 0 ? [] : [{ ...one, skills }];
  });
}
