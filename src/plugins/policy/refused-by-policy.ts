/** Guards that deny because a policy is unreadable: it might forbid them, and it might not. */

import type { Stamped } from "../../platform/stamp.ts";
import type { PredicateSurroundings } from "../../predicates/surroundings.ts";
import { withoutPrograms } from "../../predicates/without-programs.ts";
import type { Consent, RefusedHook } from "../consent/standings.ts";
import { recordedHook } from "../consent/recorded-hook.ts";
import { isGuard } from "../is-guard.ts";
import { judgeHooks } from "../judge-hooks.ts";
import type { ReadPlugin } from "../read-plugins.ts";
import { NOTHING_DENIED, type PluginPolicy } from "./plugin-policy.ts";

interface PluginUnderPolicy extends Pick<ReadPlugin, "plugin" | "source" | "manifest"> {
  readonly consent: Consent | undefined;
  readonly policy: PluginPolicy;
  /** Of the policies' files. */
  readonly stamps: readonly Stamped[];
}

/** `inactive` is a reason for the whole plugin. No program answers meanwhile, and in doubt such a hook applies (RT-37). */
export function refusedByPolicy(
  { plugin, source, manifest, consent, policy, stamps }: PluginUnderPolicy,
  surroundings: PredicateSurroundings,
  inactive: string | undefined,
): readonly RefusedHook[] {
  const guards = plugin.hooks.filter((hook) => isGuard(hook) && policy.hook(hook)?.isUnread === true);
  if (guards.length === 0) return [];
  const hooks = guards.map((hook) => ({ ...hook, gate: withoutPrograms(hook.gate) }));
  const inDoubt = { ...plugin, gate: withoutPrograms(plugin.gate), hooks };
  return judgeHooks(inDoubt, surroundings, { inactive, consent }, NOTHING_DENIED.hook)
    .filter((judged) => judged.inactive === undefined)
    .map(({ hook }) => ({
      plugin: plugin.name,
      source,
      hook: recordedHook(hook, plugin),
      reason: `hook \`${hook.name}\` of plugin \`${plugin.name}\` ${policy.hook(hook)?.reason}; fix that file`,
      manifest,
      covered: stamps,
    }));
}
