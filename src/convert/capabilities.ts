/** Which capabilities of the format a hook needs (IX-6). What an agent lacks of them, the degradation decides about. */

import { type Capability, CAPABILITY_NAMES, type ManifestHandler, type ManifestHook } from "../canonical/hook-manifest.ts";
import { hasWord, lookUp } from "../lookup.ts";

/** Those that act through what the hook prints, so a hook that names one prints JSON. */
const IN_THE_OUTPUT = ["structured_output", "input_rewrite"] as const satisfies readonly Capability[];

const SIGNS: Readonly<Record<Capability, (hook: ManifestHook) => boolean>> = {
  structured_output: (hook) =>
    hook.blocking === true || IN_THE_OUTPUT.some((name) => hasWord(hook.degradation ?? {}, name) || lists(hook, name)),
  // Authors copy whole tables of strategies, so that only the one that keeps a guard is a sign.
  input_rewrite: (hook) => lists(hook, "input_rewrite") || lookUp(hook.degradation ?? {}, "input_rewrite") === "block",
  llm_evaluated: ({ handler }) => handler.type === "prompt" || handler.type === "agent",
  http_handler: ({ handler }) => handler.type === "http",
  async_execution: ({ handler }) => handler.async === true,
  platform_commands: ({ handler }) => hasAny(handler, "platform"),
  custom_env: ({ handler }) => hasAny(handler, "env"),
  configurable_cwd: ({ handler }) => handler.cwd !== undefined,
};

/** In the order of the format's table. A hook's `capabilities` count only for what its command prints, which a reader cannot see. */
export function inferCapabilities(hook: ManifestHook): readonly Capability[] {
  return CAPABILITY_NAMES.filter((name) => SIGNS[name](hook));
}

function lists({ capabilities = [] }: ManifestHook, name: Capability): boolean {
  return capabilities.includes(name);
}

function hasAny(handler: ManifestHandler, field: "platform" | "env"): boolean {
  return Object.keys(handler[field] ?? {}).length > 0;
}
