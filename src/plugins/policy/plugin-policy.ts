/** What the policies say about everything that a plugin would run. */

import { type Denial, isListed, judgeByPolicy, type Policy, type PolicyItem } from "../../consent/policy/judge.ts";
import type { Problem } from "../../files/problem.ts";
import { foldedName } from "../../files/similar-word.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { quotedPath } from "../../model/safe-text.ts";
import type { WantedPackage } from "../../packages/ecosystem.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { recordedHook } from "../consent/run-items.ts";
import { type Consent, mayRun, type RefusedHook } from "../consent/standings.ts";
import { type PredicateSurroundings, withoutPrograms } from "../gates/predicate.ts";
import { judgeItem } from "../judge-items.ts";
import { type Hook, isGuard, type PackageOrigin, packageSource, sectionOf } from "../plugin.ts";
import type { ReadPlugin } from "../plugins-read.ts";
import type { PluginSource } from "../sources/source.ts";
import { capabilitiesOf } from "./hook-capabilities.ts";
import { configuredSource, type FetchedBytesOf, isOfProject, itemSource, recordedSource } from "./item-source.ts";

export interface PluginPolicy {
  readonly hook: (hook: Hook) => Denial | undefined;
  readonly server: Denial | undefined;
  readonly subcommand: Denial | undefined;
  readonly programs: Denial | undefined;
}

export function policyJudge(policies: readonly Policy[], { workspace, sources, fetchedBytesOf }: PluginsAround) {
  const bytesOf = namesSources(policies) ? fetchedBytesOf : UNASKED;
  const judge = (item: PolicyItem) => judgeByPolicy(item, policies);
  return {
    of: (read: ReadPlugin, consent: Consent | undefined): PluginPolicy => {
      if (policies.length === 0) return NOTHING_DENIED;
      const base = { source: itemSource(read, sources, bytesOf), isOfProject: isOfProject(read, workspace) };
      const isGuarded = hasGuard(read, consent);
      return {
        hook: (hook) => judge({ ...base, ...hookItem(hook), isGuard: isGuarded && isGuard(hook) }),
        server: judge({ ...base, kind: "server" }),
        subcommand: judge({ ...base, kind: "subcommand" }),
        programs: judge({ ...base, kind: "predicate", isGuard: isGuarded }) ?? judge({ ...base, kind: "installation", isGuard: isGuarded }),
      };
    },
    /** For a hook that the user agreed to and that denies because it cannot be verified. */
    ofRecorded: (id: string, event: string) => judge({ kind: "hook", source: recordedSource(id), isOfProject: true, isGuard: true, event }),
    /** Of a configured source as a whole: whether a skill in it that belongs to no plugin may ask a program. */
    mayAskIn: (source: Pick<PluginSource, "name" | "origin">) =>
      policies.length === 0 || judge({ kind: "predicate", source: configuredSource(source), isOfProject: false }) === undefined,
  };
}

export const NOTHING_DENIED: PluginPolicy = { hook: () => undefined, server: undefined, subcommand: undefined, programs: undefined };

/** A hook guards from the moment that the user agreed to it. */
function hasGuard({ plugin, origin }: ReadPlugin, consent: Consent | undefined): boolean {
  return plugin.hooks.some((hook) => isGuard(hook) && mayRun({ origin, consent, plugin }, "hook", hook));
}

/** What a project's policy says about guards that the user agreed to; it has no effect. */
export function disarming(
  policies: readonly Policy[],
  { workspace, sources, fetchedBytesOf }: PluginsAround,
  { plugin: read, consent }: { readonly plugin: ReadPlugin; readonly consent: Consent | undefined },
): readonly Problem[] {
  const project = policies.filter(({ level, isUnread }) => level === "project" && isUnread !== true);
  if (project.length === 0 || !isOfProject(read, workspace) || !hasGuard(read, consent)) return [];
  const source = itemSource(read, sources, namesSources(policies) ? fetchedBytesOf : UNASKED);
  return read.plugin.hooks.flatMap((hook): readonly Problem[] => {
    if (!isGuard(hook)) return [];
    const denial = judgeByPolicy({ source, isOfProject: true, ...hookItem(hook) }, project);
    if (denial === undefined) return [];
    const message = `\`${denial.rule}\` would disarm hook \`${hook.name}\` of plugin \`${read.plugin.name}\`, which you agreed to; it still runs`;
    const hint = `\`symposium trust revoke ${quotedPath(read.plugin.name)}\` takes your consent back`;
    return [{ severity: "warning", failsValidation: true, file: denial.file, message, hint }];
  });
}

function hookItem(hook: Hook) {
  return { kind: "hook", event: sectionOf(hook), capabilities: capabilitiesOf(hook) } as const;
}

/** Comparing bytes takes time, and most policies name no source. */
function namesSources(policies: readonly Policy[]): boolean {
  return policies.some(({ rules: { sources, managed } }) => sources !== undefined || managed !== undefined);
}

const UNASKED: FetchedBytesOf = () => ({ isFetched: true, stamps: [] });

export type UncomparedPackage = WantedPackage & { readonly ecosystem: string };

/** Packages that a policy names, with nothing to compare them with: `sync` fetches that. The stamps change then. */
export function uncompared(
  plugins: readonly Pick<ReadPlugin, "origin" | "manifest">[],
  policies: readonly Policy[],
  fetchedBytesOf: FetchedBytesOf,
): { readonly packages: readonly UncomparedPackage[]; readonly stamps: readonly Stamped[] } {
  if (!namesSources(policies)) return { packages: [], stamps: [] };
  const lists = policies.flatMap(({ level, rules: { sources = [], managed = [] } }) => [sources, managed].map((list) => ({ list, level })));
  const isNamed = (origin: PackageOrigin) =>
    lists.some(({ list, level }) => !list.includes("*") && isListed({ ids: [foldedName(packageSource(origin))] }, list, level));
  const found = plugins.flatMap(({ origin, manifest: [namedIn] }) => {
    if (origin.kind !== "package" || origin.version === undefined || fetchedBytesOf(origin).isFetched || !isNamed(origin)) return [];
    const { ecosystem, name, version } = origin;
    return [{ wanted: { ecosystem, name, version, namedIn }, stamps: fetchedBytesOf(origin).stamps }];
  });
  return { packages: found.map(({ wanted }) => wanted), stamps: found.flatMap(({ stamps }) => stamps) };
}

interface PluginsAround {
  readonly workspace: Workspace | null;
  readonly sources: readonly PluginSource[];
  readonly fetchedBytesOf: FetchedBytesOf;
}

/**
 * Guards that deny because a policy is unreadable: it might forbid them, and it might not. `inactive` is a reason for the whole plugin. No program
 * answers meanwhile, and in doubt such a hook applies (RT-37).
 */
export function refusedByPolicy(
  { plugin, source, manifest }: Pick<ReadPlugin, "plugin" | "source" | "manifest">,
  consent: Consent | undefined,
  { policy, stamps }: { readonly policy: PluginPolicy; readonly stamps: readonly Stamped[] },
  surroundings: PredicateSurroundings,
  inactive: string | undefined,
): readonly RefusedHook[] {
  const inDoubt = { ...plugin, gate: withoutPrograms(plugin.gate) };
  return plugin.hooks.flatMap((guard): RefusedHook[] => {
    const denial = isGuard(guard) ? policy.hook(guard) : undefined;
    if (denial?.isUnread !== true) return [];
    const hook = { ...guard, gate: withoutPrograms(guard.gate) };
    if (judgeItem(inDoubt, "hook", hook, surroundings, { inactive, consent }).inactive !== undefined) return [];
    const reason = `hook \`${hook.name}\` of plugin \`${plugin.name}\` ${denial.reason}; fix that file`;
    return [{ plugin: plugin.name, source, hook: recordedHook(hook, plugin), reason, manifest, covered: stamps }];
  });
}
