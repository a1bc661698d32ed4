/** What a failed handler means: nothing by default, or a denial where the hook's author wants the safe side. It is always reported. */

import type { Outcome } from "../canonical/outcome.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { HandlerResult } from "./read-outcome.ts";

/** The outcome after the hook's `on-failure` is applied. */
export function outcomeUnderPolicy({ outcome = {}, failure, ...said }: HandlerResult, hook: IndexedHook): Outcome {
  if (failure === undefined || hook.onFailure === "open") return outcome;
  const own = outcome.decision === "deny" && outcome.reason !== undefined ? `${outcome.reason}\n` : "";
  const reason = `${own}The hook ${hook.plugin}/${hook.hook} failed, and ${rule(hook)} denies the call: ${failure}${saidText(said)}`;
  return { ...outcome, decision: "deny", reason };
}

/** What the user is told, once per hook and session. */
export function failureNotice({ failure, ...said }: HandlerResult, hook: IndexedHook): string {
  const effect = hook.onFailure === "closed" ? `so ${rule(hook)} denied the call` : "the call went on without it";
  return `symposium: the hook ${hook.plugin}/${hook.hook} failed, ${effect}: ${failure}${saidText(said)}`;
}

function rule({ deniesIfChanged }: IndexedHook): string {
  return deniesIfChanged === true ? "`blocking`" : 'on-failure = "closed"';
}

function saidText({ printed, stderr }: Pick<HandlerResult, "printed" | "stderr">): string {
  return `${printed === undefined ? "" : `\n${printed}`}${stderr === undefined ? "" : `\nits stderr:\n${stderr}`}`;
}
