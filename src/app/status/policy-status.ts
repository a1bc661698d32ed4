/** The policies in force, and what they keep from running here. */

import type { PolicyRules } from "../../config/policy-rules.ts";
import type { LoadedPlugin, LoadedPlugins } from "../../plugins/active-plugins.ts";
import type { PolicyLevel } from "../../trust/policy/policy.ts";

export interface PolicyStatus {
  readonly policies: readonly PolicyInForce[];
  /** Of plugins that would act here. */
  readonly denied: readonly DeniedHere[];
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

export function policyStatus({ policy, plugins }: Pick<LoadedPlugins, "policy" | "plugins">): PolicyStatus {
  return { policies: policy.policies, denied: plugins.filter(({ state }) => state === "active").flatMap(deniedOf) };
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
