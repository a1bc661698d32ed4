/** What a failed handler means: nothing by default, or a denial where the hook's author wants the safe side. It is always reported. */

import type { HookInput } from "../canonical/input.ts";
import type { Outcome } from "../canonical/outcome.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import { namedReason } from "./combine.ts";
import type { HandlerResult } from "./read-outcome.ts";

/** The outcome after the hook's `on-failure` is applied. */
export function outcomeUnderPolicy({ outcome = {}, failure, ...said }: HandlerResult, hook: IndexedHook): Outcome {
  if (failure === undefined || hook.onFailure === "open") return outcome;
  const own = outcome.decision === "deny" && outcome.reason !== undefined ? `${outcome.reason}\n` : "";
  const reason = `${own}The hook ${hook.plugin}/${hook.hook} failed, and ${rule(hook)} denies the call: ${failure}${saidText(said)}`;
  return { ...outcome, decision: "deny", reason };
}

/** At an event where nothing can be prevented the user reads what a handler denied, where the agent shows anything. */
export function toldInVain(outcome: Outcome | undefined, hook: IndexedHook, { can, nativeEvent }: HookInput): Outcome | undefined {
  if (outcome?.decision !== "deny" || can.block) return outcome;
  const text = `symposium: nothing can be prevented at ${nativeEvent}: ${namedReason(outcome.reason, `${hook.plugin}/${hook.hook}`)}`;
  return { ...outcome, systemMessage: outcome.systemMessage === undefined ? text : `${outcome.systemMessage}\n${text}` };
}

/** What the user is told, once per hook and session. */
export function failureNotice({ failure, ...said }: HandlerResult, hook: IndexedHook, { can, nativeEvent }: HookInput): string {
  const denied = can.block ? `so ${rule(hook)} denied the call` : `and nothing can be prevented at ${nativeEvent}`;
  const effect = hook.onFailure === "closed" ? denied : "the call went on without it";
  return `symposium: the hook ${hook.plugin}/${hook.hook} failed, ${effect}: ${failure}${saidText(said)}`;
}

function rule({ deniesIfChanged }: IndexedHook): string {
  return deniesIfChanged === true ? "`blocking`" : 'on-failure = "closed"';
}

function saidText({ printed, stderr }: Pick<HandlerResult, "printed" | "stderr">): string {
  return `${printed === undefined ? "" : `\n${printed}`}${stderr === undefined ? "" : `\nits stderr:\n${stderr}`}`;
}
