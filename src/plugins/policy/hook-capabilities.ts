/**
 * The capabilities of the Hook Interchange Format that a plugin's hook has. A policy judges what a hook can do, not what it says about itself:
 * what its program will print cannot be known, so everything counts that its format and event let it print.
 */

import { meaningOf } from "../../canonical/event.ts";
import { type Capability, CAPABILITY_NAMES } from "../../canonical/hook-manifest.ts";
import type { Hook } from "../plugin.ts";

/** What tells them. */
export type JudgedByPolicy = Pick<Hook, "contract" | "format" | "blocking" | "env" | "keepEnv" | "event">;

const SIGNS: Readonly<Record<Capability, (hook: JudgedByPolicy) => boolean>> = {
  structured_output: (hook) => printsDecisions(hook),
  input_rewrite: (hook) => printsDecisions(hook) && isBeforeTool(hook),
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

/** An agent's own event may be one before a tool. */
function isBeforeTool({ event }: JudgedByPolicy): boolean {
  return !("event" in event) || meaningOf(event.event).denial === "tool" || meaningOf(event.event).denial === "permission";
}
