/** Which capabilities a hook needs, what an agent lacks of them, and what then becomes of the hook (IX-6), by the tables of the runtime. */

import { hasWord, lookUp } from "../lookup.ts";
import {
  CAPABILITIES,
  type Capability,
  CAPABILITY_NAMES,
  type HandlerType,
  type ManifestHandler,
  type ManifestHook,
  type Strategy,
} from "../model/hook-manifest.ts";
import type { Lose } from "./losses.ts";
import type { Target } from "./target.ts";

/** The strongest of the strategies for what the agent lacks. */
export function degraded(
  hook: ManifestHook,
  native: string,
  target: Target,
  source: Target | undefined,
  { isAsRead, isShimmed }: { readonly isAsRead: boolean; readonly isShimmed: boolean },
  lose: Lose,
): Strategy | undefined {
  // A hook that was written for exit codes alone loses no JSON, and one that goes back to its agent loses nothing.
  const isWithoutJson = isAsRead || (source?.readsJson === false && hook.capabilities === undefined);
  const missing = inferCapabilities(hook).flatMap((capability) => {
    if (isWithoutJson && capability === "structured_output") return [];
    const why = whyUnsupported(capability, native, hook.handler, target, isShimmed);
    if (why === undefined) return [];
    const chosen = hook.degradation === undefined ? undefined : lookUp(hook.degradation, capability);
    return [{ capability, why, strategy: chosen ?? CAPABILITIES[capability] }];
  });
  // Without its model nothing of such a hook is left that could run.
  const acted = ({ capability, strategy }: (typeof missing)[number]) =>
    capability === "llm_evaluated" && strategy === "warn" ? "exclude" : strategy;
  const strongest = (["block", "exclude", "warn"] as const).find((strategy) => missing.some((one) => acted(one) === strategy));
  for (const one of missing) {
    const { capability, why, strategy } = one;
    // A hook that always blocks is not left out.
    const effect =
      acted(one) === "warn" ? (capability === "http_handler" ? "changed" : "dropped") : strongest === "block" ? "blocks" : "excluded";
    lose(FIELDS[capability], why, effect, { capability, strategy });
  }
  return strongest;
}

const FIELDS = {
  structured_output: "blocking",
  input_rewrite: "capabilities",
  llm_evaluated: "handler.type",
  http_handler: "handler.type",
  async_execution: "handler.async",
  platform_commands: "handler.platform",
  custom_env: "handler.env",
  configurable_cwd: "handler.cwd",
} as const satisfies Record<keyof typeof CAPABILITIES, string>;

const SIGNS: Readonly<Record<Capability, (hook: ManifestHook) => boolean>> = {
  // A hook that names one of these acts through what it prints, so it prints JSON.
  structured_output: (hook) =>
    hook.blocking === true ||
    (["structured_output", "input_rewrite"] as const).some(
      (name) => hasWord(hook.degradation ?? {}, name) || hook.capabilities?.includes(name),
    ),
  // Authors copy whole tables of strategies, so that only the one that keeps a guard is a sign.
  input_rewrite: (hook) =>
    hook.capabilities?.includes("input_rewrite") === true || lookUp(hook.degradation ?? {}, "input_rewrite") === "block",
  llm_evaluated: ({ handler }) => handler.type === "prompt" || handler.type === "agent",
  http_handler: ({ handler }) => handler.type === "http",
  async_execution: ({ handler }) => handler.async === true,
  platform_commands: ({ handler }) => hasAny(handler, "platform"),
  custom_env: ({ handler }) => hasAny(handler, "env"),
  configurable_cwd: ({ handler }) => handler.cwd !== undefined,
};

export function inferCapabilities(hook: ManifestHook): readonly Capability[] {
  return CAPABILITY_NAMES.filter((name) => SIGNS[name](hook));
}

function hasAny(handler: ManifestHandler, field: "platform" | "env"): boolean {
  return Object.keys(handler[field] ?? {}).length > 0;
}

/** What our shim does for every agent. */
const BY_SHIM: readonly Capability[] = ["structured_output", "async_execution", "platform_commands", "custom_env", "configurable_cwd"];

/** Why the agent lacks the capability, as a clause; `undefined` where it has it. */
export function whyUnsupported(
  capability: Capability,
  native: string,
  handler: ManifestHandler,
  target: Target,
  isShimmed = false,
): string | undefined {
  if (isShimmed && BY_SHIM.includes(capability)) return undefined;
  const { fields } = target.form;
  const { title } = target;
  switch (capability) {
    case "structured_output":
      return target.readsJson ? undefined : `${title} reads exit codes, and no JSON answers`;
    case "input_rewrite":
      return lookUp(target.facts.events, native)?.can.rewrite === true ? undefined : `${title} cannot replace a tool's input here`;
    case "llm_evaluated":
      return hasType(handler.type as "prompt" | "agent", native, target) ? undefined : `${title} has no ${handler.type} hooks here`;
    case "http_handler":
      if (isShimmed) return "Symposium sends the request by a command";
      return writesHttp(handler, target) ? undefined : `${title} has no HTTP hooks, or none that keep other variables out of the headers`;
    case "async_execution":
      return fields.async === undefined ? `${title} waits for every hook` : undefined;
    case "platform_commands":
      return fields.platform === undefined ? `${title} has one command for every system` : undefined;
    case "custom_env":
      return fields.env === undefined ? `${title} has no variables for a hook` : undefined;
    case "configurable_cwd":
      return fields.cwd === undefined ? `${title} has no folder for a hook` : undefined;
  }
}

/** Whether the agent itself can send the request. One that replaces variables in every text would also send those that are not allowed. */
export function writesHttp({ headers = {}, url = "", allowed_env_vars = [] }: ManifestHandler, { form, files }: Target): boolean {
  if (form.fields.type?.words.http === undefined) return false;
  const named = [url, ...Object.values(headers)].flatMap((text) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name ?? ""));
  return files.expandsText !== true || named.every((name) => allowed_env_vars.includes(name));
}

function hasType(type: HandlerType, native: string, { form: { fields } }: Target): boolean {
  const { words = {}, onlyAt = {} } = fields.type ?? {};
  return words[type] !== undefined && (onlyAt[type]?.includes(native) ?? true);
}
