/** Whether an agent has a capability at an event, from the tables that the runtime and the hook files use. There is no other table of it. */

import type { Capability, HandlerType, ManifestHandler } from "../canonical/hook-manifest.ts";
import { lookUp } from "../lookup.ts";
import type { Target } from "./target.ts";

/** What our shim does for every agent. */
const BY_SHIM: readonly Capability[] = ["structured_output", "async_execution", "platform_commands", "custom_env", "configurable_cwd"];

/** `undefined` where it has; otherwise why not, as a clause. */
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

/** Otherwise a command does it. An agent that replaces variables in every text would send those that the manifest does not allow. */
export function writesHttp({ headers = {}, url = "", allowed_env_vars = [] }: ManifestHandler, { form, files }: Target): boolean {
  if (form.fields.type?.words.http === undefined) return false;
  const named = [url, ...Object.values(headers)].flatMap((text) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name ?? ""));
  return files.expandsText !== true || named.every((name) => allowed_env_vars.includes(name));
}

function hasType(type: HandlerType, native: string, { form: { fields } }: Target): boolean {
  const { words = {}, onlyAt = {} } = fields.type ?? {};
  return words[type] !== undefined && (onlyAt[type]?.includes(native) ?? true);
}
