/**
 * Asks the programs that the gates of closed hooks depend on and that never answered (RT-29): a guard is on from the first call. Each question
 * once, with 5 s within the time of the call. Loaded only then.
 */

import { isVisit } from "../host/own-process.ts";
import type { HandlerEnd, HandlerJob } from "../host/run-handler.ts";
import type { IndexedHook, IndexedQuestion, IndexHeader } from "../index/format.ts";
import type { HookInput } from "../model/input.ts";
import { keyOf, readAnswers } from "../plugins/gates/answers.ts";
import { printQuestion } from "../plugins/gates/ask.ts";
import { type Live, liveHolds } from "../plugins/gates/live.ts";
import { askAll, storeAnswers } from "../plugins/gates/refresh-answers.ts";
import { handlerDeadline, handlerSurroundings } from "./handler-job.ts";
import type { AskedGate } from "./select-hooks.ts";
import type { HookServices } from "./services.ts";

const LONGEST_SECONDS = 5;

interface GatesToSettle {
  /** Nothing of them has changed since the index was made, so that their questions are still what the user trusts. */
  readonly hooks: readonly IndexedHook[];
  readonly header: Pick<IndexHeader, "answers" | "workspace">;
  readonly input: HookInput;
  readonly services: HookServices;
  /** Whether the files that a consent covers are what the user agreed to. */
  readonly isAgreed: (covered: number | undefined) => boolean;
}

/** What a hook's gate came to, also for hooks that are not in `hooks`. */
export async function settleGates(order: GatesToSettle): Promise<(hook: IndexedHook) => AskedGate> {
  const { hooks, input, services, isAgreed } = order;
  const { answers: file, workspace } = order.header;
  const { context, places } = services;
  const known = new Map<string, boolean>();
  const failures = new Map<string, string>();
  for (const { key, holds, failure } of file === undefined ? [] : readAnswers(file)) if (failure === undefined) known.set(key, holds);
  const open = new Map<string, IndexedQuestion>();
  for (const { when, asks = [] } of hooks) {
    if (when === undefined || decided(when, known, context) !== undefined) continue;
    for (const question of asks) if (!known.has(keyOf(question))) open.set(keyOf(question), question);
  }
  const asked = [...open.values()].filter(({ covered }) => isAgreed(covered));
  const folder = workspace ?? input.cwd ?? context.cwd;
  const { folders, environmentOf } = handlerSurroundings(input.cwd, workspace, services);
  const { env } = environmentOf({});
  const run = async (job: HandlerJob): Promise<HandlerEnd> => {
    const [signal, timeoutMs] = [services.signal(), handlerDeadline(input.event, services.elapsed(), LONGEST_SECONDS)];
    if (signal !== undefined) return { kind: "missing", message: `symposium was sent ${signal}`, ms: 0 };
    if (timeoutMs === undefined) return { kind: "missing", message: "no time was left to ask it", ms: 0 };
    let end = await services.runHandler({ ...job, timeoutMs });
    for (const cwd of folders) if (end.kind === "no-such-folder") end = await services.runHandler({ ...job, cwd, timeoutMs });
    return end;
  };
  const { os, now } = context;
  const { stored } = await askAll(asked, { env, os, now, folder, definitions: [], run, timeoutMs: LONGEST_SECONDS * 1000 });
  for (const { key, holds, failure } of stored) {
    if (failure === undefined) known.set(key, holds);
    else failures.set(key, failure);
  }
  if (file !== undefined && stored.length > 0 && !isVisit(places)) storeAnswers(file, stored);
  return (hook) => {
    const holds = hook.when === undefined ? true : decided(hook.when, known, context);
    if (holds !== undefined) return holds ? "open" : "shut";
    const question = hook.asks?.find((one) => !known.has(keyOf(one)));
    const why = question && failures.get(keyOf(question));
    return {
      broken: `its gate ${question === undefined ? "" : printQuestion(question)} is broken: ${why ?? "the plugin of its program has changed since you agreed to it"}`,
    };
  };
}

/** Whether the gate holds; `undefined` where the answers do not decide it. */
function decided(live: Live, known: ReadonlyMap<string, boolean>, moment: HookServices["context"]): boolean | undefined {
  switch (live[0]) {
    case "asked":
      return known.get(live[1]);
    case "not": {
      const of = decided(live[1], known, moment);
      return of === undefined ? undefined : !of;
    }
    case "any":
    case "all": {
      const wanted = live[0] === "any";
      let isOpen = false;
      for (let at = 1; at < live.length; at++) {
        const part = decided(live[at] as Live, known, moment);
        if (part === wanted) return wanted;
        isOpen ||= part === undefined;
      }
      return isOpen ? undefined : !wanted;
    }
    default:
      return liveHolds(live, moment);
  }
}
