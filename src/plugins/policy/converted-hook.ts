/** Whether a policy denies the hook of a converted entry, which the agent's own file names and no index knows (IX-17). */

import { configInForce } from "../../config/read-config.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { readLastGood } from "../../state/last-good.ts";
import { judgeByPolicy } from "../../trust/policy/judge.ts";
import { readPolicies } from "../../trust/policy/read-policies.ts";
import { capabilitiesOf, type JudgedByPolicy } from "./hook-capabilities.ts";

/**
 * By the system's and the user's policies: whether the project or the user brought the entry is unknown here, and a project must not disarm the
 * user's guard. Where it comes from was judged when it was installed, so `sources` does not count again.
 */
export function deniedConverted(hook: JudgedByPolicy, { context, places }: PlacedContext): string | undefined {
  const config = configInForce(places);
  if (!config.ok) return undefined;
  const lastGood = () => readLastGood(places)?.policy;
  const { policies } = readPolicies({ context, config: config.config, configFile: places.config, workspace: null, lastGood });
  if (policies.length === 0) return undefined;
  const event = "event" in hook.event ? hook.event.event : `${hook.event.agent}:${hook.event.native}`;
  const item = { kind: "hook", source: { ids: [] }, isOfProject: false, event, capabilities: capabilitiesOf(hook) } as const;
  const judged = policies.map((policy) => ({ ...policy, rules: { ...policy.rules, sources: undefined } }));
  return judgeByPolicy(item, judged)?.reason;
}
