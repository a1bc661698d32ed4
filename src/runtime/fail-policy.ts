/** What a failed handler means: nothing by default, or a denial where the hook's author wants the safe side. It is always reported. */

import type { Outcome } from "../canonical/outcome.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { HandlerResult } from "./read-outcome.ts";

/** The outcome after the hook's `on-failure` is applied. */
export function outcomeUnderPolicy({ outcome = {}, failure, stderr }: HandlerResult, hook: IndexedHook): Outcome {
  if (failure === undefined || hook.onFailure === "open") return outcome;
  const reason = `The hook ${hook.plugin}/${hook.hook} failed, and ${rule(hook)} denies the call: ${failure}${stderrText(stderr)}`;
  return { ...outcome, decision: "deny", reason };
}

/** What the user is told, once per hook and session. */
export function failureNotice(failure: string, hook: IndexedHook, stderr?: string): string {
  const effect = hook.onFailure === "closed" ? `so ${rule(hook)} denied the call` : "the call went on without it";
  return `symposium: the hook ${hook.plugin}/${hook.hook} failed, ${effect}: ${failure}${stderrText(stderr)}`;
}

function rule({ deniesIfChanged }: IndexedHook): string {
  return deniesIfChanged === true ? "`blocking`" : 'on-failure = "closed"';
}

function stderrText(stderr: string | undefined): string {
  return stderr === undefined ? "" : `\nits stderr:\n${stderr}`;
}
