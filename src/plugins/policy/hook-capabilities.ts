/**
 * The capabilities of the Hook Interchange Format that a plugin's hook has, for policies. What its program will print cannot be known, so everything
 * counts that its format and event let it print, whatever it says about itself.
 */

import { judgeByPolicy } from "../../consent/policy/judge.ts";
import { readPolicies } from "../../consent/policy/read-policies.ts";
import { configInForce } from "../../files/config.ts";
import { readLastGood } from "../../files/last-good.ts";
import type { PlacedContext } from "../../host/places.ts";
import { meaningOf } from "../../model/event.ts";
import { type Capability, CAPABILITY_NAMES } from "../../model/hook-manifest.ts";
import { type Hook, sectionOf } from "../plugin.ts";

type JudgedByPolicy = Pick<Hook, "contract" | "format" | "blocking" | "env" | "keepEnv" | "event">;

const SIGNS: Readonly<Record<Capability, (hook: JudgedByPolicy) => boolean>> = {
  structured_output: (hook) => printsDecisions(hook),
  // An agent's own event may be one before a tool.
  input_rewrite: (hook) =>
    printsDecisions(hook) && (!("event" in hook.event) || ["tool", "permission"].includes(meaningOf(hook.event.event).denial ?? "")),
  // Symposium leaves out hooks that a model would evaluate.
  llm_evaluated: () => false,
  http_handler: ({ contract }) => contract?.http !== undefined,
  async_execution: ({ contract }) => contract?.isAsync === true,
  platform_commands: ({ contract }) => contract?.hasPlatformCommands === true,
  custom_env: ({ env, keepEnv }) => keepEnv.length > 0 || Object.keys(env).some((name) => !name.startsWith("SYMPOSIUM_")),
  configurable_cwd: ({ contract }) => contract?.cwd !== undefined,
};

export function capabilitiesOf(hook: JudgedByPolicy): readonly Capability[] {
  return CAPABILITY_NAMES.filter((name) => SIGNS[name](hook));
}

/** What runs in the background decides nothing, and neither does a hook of the format that says it does not block. */
function printsDecisions({ contract, format, blocking }: JudgedByPolicy): boolean {
  return contract?.isAsync !== true && !(format === "interchange" && blocking === false);
}

/**
 * Why the system's or the user's policy denies a converted entry. It is unknown here whether the project or the user brought it, and a project's
 * policy must not disarm the user's guard. Where it comes from was judged when it was installed, so `sources` does not count again.
 */
export function deniedConverted(hook: JudgedByPolicy, { context, places }: PlacedContext): string | undefined {
  const config = configInForce(places);
  if (!config.ok) return undefined;
  const lastGood = () => readLastGood(places)?.policy;
  const { policies } = readPolicies({ context, config: config.config, configFile: places.config, workspace: null, lastGood });
  if (policies.length === 0) return undefined;
  const item = {
    kind: "hook",
    source: { ids: [] },
    isOfProject: false,
    event: sectionOf(hook),
    capabilities: capabilitiesOf(hook),
  } as const;
  const judged = policies.map((policy) => ({ ...policy, rules: { ...policy.rules, sources: undefined } }));
  return judgeByPolicy(item, judged)?.reason;
}
