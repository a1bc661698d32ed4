/** Losses of a hook that an agent does run: who blocks it, what it gets, and what its file does not say. */

import { unknownFields } from "../agents/unknown-fields.ts";
import type { ManifestHook } from "../canonical/hook-manifest.ts";
import { neutralEvent, prevents } from "../canonical/manifest-events.ts";
import { blocksAsRead, canBlock } from "./blocking.ts";
import type { Lose } from "./lose.ts";
import type { Target } from "./target.ts";

/** Without a shim a command gets what the agent sends, and must answer as the agent expects. */
export function tellContract(target: Target, isLeftOut: boolean, lose: Lose): void {
  const sent = target.files.speaksInterchange === true ? "the payload of the interchange format" : "its own payload";
  lose("handler", `${target.title} sends ${sent} and expects the answer to match`, isLeftOut ? "refused" : "changed");
}

/** Our shim sends what the hook's own agent would; what this agent does not say has its usual value, or a made-up one. */
export function tellUnknown({ event, handler }: ManifestHook, source: Target | undefined, target: Target, lose: Lose): void {
  const neutral = neutralEvent(event);
  if (source === undefined || neutral === undefined || handler.type !== "command") return;
  for (const field of unknownFields(source.agent, target.agent, neutral))
    lose(`payload.${field}`, `${target.title} does not send it`, "unknown");
}

/** A shell would find the same variables, but not those that the command sets itself, and quotes do not count. */
export function tellExpansion({ handler }: ManifestHook, { files, title }: Target, lose: Lose): void {
  if (files.expandsText !== true) return;
  const reason = `${title} replaces variables in it before a shell reads it`;
  if (VARIABLE.test(handler.command ?? "")) lose("handler.command", reason, "adapted");
  if (Object.values(handler.env ?? {}).some((value) => VARIABLE.test(value))) lose("handler.env", reason, "changed");
}

const VARIABLE = /\$(?:\{?[A-Za-z_])/;

export function tellUnwritten(hook: ManifestHook, { title }: Target, lose: Lose): void {
  for (const field of ["degradation", "capabilities"] as const)
    if (hook[field] !== undefined) lose(field, `${title} has no field for it`, "unwritten");
}

/** Our shim answers in the agent's own way, so that only what no answer can prevent is lost. */
export function tellBlocking(hook: ManifestHook, native: string, target: Target, isShimmed: boolean, lose: Lose): void {
  const { files, form, title } = target;
  const isBlocking = hook.blocking === true;
  const isAsync = hook.handler.async === true && (isShimmed || form.fields.async !== undefined);
  const isObeyed = files.answersOnly?.includes(native) !== true;
  const isSaid = form.fields.blocking !== undefined || isBlocking === blocksAsRead(hook.event, native, isAsync, target);
  if (isBlocking && !canBlock(native, target)) {
    // Elsewhere there was nothing to prevent in the first place.
    const severity = prevents(hook.event) ? "error" : "warning";
    lose("blocking", `${title} cannot prevent anything at this event`, "observes", { severity });
  } else if (isBlocking && isAsync) lose("blocking", `${title} does not wait for a hook in the background`, "observes");
  else if (isShimmed) return;
  else if (isBlocking && !isObeyed) lose("blocking", `${title} obeys an answer in JSON at this event, and not exit code 2`, "changed");
  else if (!isBlocking && form.fields.blocking === undefined && canBlock(native, target) && isObeyed && !isAsync)
    lose("blocking", `${title} obeys exit code 2 of every hook at this event`, "adapted");
  else if (!isSaid) lose("blocking", `${title} has no field for it`, "unwritten");
}
