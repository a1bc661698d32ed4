/** What a failed handler means: nothing by default, or a denial where the hook's author wants the safe side. It is always reported. */

import { meaningOf } from "../canonical/event.ts";
import { shimmedAgent } from "../canonical/handler-format.ts";
import type { HookInput } from "../canonical/input.ts";
import type { Outcome } from "../canonical/outcome.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import { isGuard } from "../plugins/is-guard.ts";
import { namedReason } from "./combine.ts";
import type { HandlerResult } from "./read-outcome.ts";

/** The outcome after the hook's `on-failure` is applied. A guard that could not be asked denies, whatever that says. */
export function outcomeUnderPolicy({ outcome = {}, failure, isUnasked, ...said }: HandlerResult, hook: IndexedHook): Outcome {
  if (failure === undefined || !denies(hook, isUnasked)) return outcome;
  const own = outcome.decision === "deny" && outcome.reason !== undefined ? `${outcome.reason}\n` : "";
  // It was not run.
  if (hook.refusal !== undefined)
    return { ...outcome, decision: "deny", reason: `The hook ${hook.plugin}/${hook.hook} denies this call: ${failure}` };
  const reason = `${own}The hook ${hook.plugin}/${hook.hook} failed, and ${rule(hook)} denies the call: ${failure}${saidText(said)}`;
  return { ...outcome, decision: "deny", reason };
}

/**
 * At an event where nothing can be prevented the user reads what a handler denied, where the agent shows anything. After a tool the model
 * reads it too, as it would if the result were blocked.
 */
export function toldInVain(outcome: Outcome | undefined, hook: IndexedHook, input: HookInput, showsMessages: boolean): Outcome | undefined {
  const { can, event, nativeEvent } = input;
  if (outcome?.decision !== "deny" || can.block) return outcome;
  const reason = namedReason(outcome.reason, `${hook.plugin}/${hook.hook}`);
  const message = [outcome.systemMessage ?? [], `symposium: nothing can be prevented at ${nativeEvent}: ${reason}`].flat().join("\n");
  const context = [outcome.context ?? [], reason].flat().join("\n\n");
  const isHeard = can.context && meaningOf(event)?.hasTool === true;
  return { ...outcome, ...(showsMessages ? { systemMessage: message } : {}), ...(isHeard ? { context } : {}) };
}

/** What the user is told, once per hook and session. */
export function failureNotice({ failure, isUnasked, ...said }: HandlerResult, hook: IndexedHook, { can, nativeEvent }: HookInput): string {
  const denied = can.block ? `so ${rule(hook)} denied the call` : `and nothing can be prevented at ${nativeEvent}`;
  const effect = denies(hook, isUnasked) ? denied : "the call went on without it";
  return `symposium: the hook ${hook.plugin}/${hook.hook} failed, ${effect}: ${failure}${saidText(said)}`;
}

/**
 * Whether a call that this hook cannot be asked about is denied: closed hooks, blocking hooks of a hook manifest that the user agreed to, and
 * imported hooks, whose own agent would have waited for them.
 */
export function mustBeAsked(hook: IndexedHook): boolean {
  return isGuard(hook) || (shimmedAgent(hook.format) !== undefined && hook.blocking !== false && hook.contract?.isAsync !== true);
}

function denies(hook: IndexedHook, isUnasked: true | undefined): boolean {
  return hook.onFailure === "closed" || (isUnasked === true && mustBeAsked(hook));
}

function rule({ deniesIfChanged, onFailure }: IndexedHook): string {
  if (deniesIfChanged === true) return "`blocking`";
  return onFailure === "closed" ? 'on-failure = "closed"' : "a guard that could not run";
}

function saidText({ printed, stderr }: Pick<HandlerResult, "printed" | "stderr">): string {
  return `${printed === undefined ? "" : `\n${printed}`}${stderr === undefined ? "" : `\nits stderr:\n${stderr}`}`;
}
