/** The hooks, subcommands and servers of a plugin in a workspace: with the reason why one cannot run, or with what the call itself must judge. */

import type { Denial } from "../consent/policy/judge.ts";
import type { RecordedGate, RecordedHook } from "../consent/subject.ts";
import type { PartKind } from "./consent/bind-part.ts";
import { conditionText } from "./consent/run-items.ts";
import { type Consent, partOf, withheldPart } from "./consent/standings.ts";
import { keyOf } from "./gates/answers.ts";
import { printQuestion } from "./gates/ask.ts";
import { type InCall, reduceAll } from "./gates/judge.ts";
import type { Live } from "./gates/live.ts";
import {
  type Asked,
  type Gate,
  OPEN,
  type PredicateSurroundings,
  type Unanswered,
  withoutDependencies,
  withoutLeaves,
  withoutPrograms,
} from "./gates/predicate.ts";
import { whyClosed } from "./gates/why-closed.ts";
import { readGate } from "./manifest/gate.ts";
import { isFinding } from "./manifest/report.ts";
import type { Hook, Plugin, Server, Subcommand } from "./plugin.ts";

export interface Judged {
  readonly inactive?: string;
  readonly isDenied?: true;
  readonly when?: Live;
  /** What a call must ask for that (RT-29). */
  readonly asks?: readonly Unanswered[];
  /** Why the call will get no answer, as far as that was tried: the hook denies. */
  readonly broken?: string;
}

export type JudgedHook = Judged & { readonly hook: Hook };
export type JudgedSubcommand = Judged & { readonly subcommand: Subcommand };

/** A gated one belongs to this workspace, so it must not apply anywhere else (MC-4). */
export type JudgedServer = Judged & { readonly server: Server; readonly isGated: boolean };

export interface ForAll {
  readonly inactive?: string | undefined;
  /** Absent where the user configured the source. */
  readonly consent?: Consent | undefined;
  /** Its programs may be asked, as far as the user agreed to them. */
  readonly mayAsk?: boolean;
}

/** `denial` is a reason that counts whatever the gates say. */
export function judgeItem(
  plugin: Plugin,
  kind: PartKind,
  item: Hook | Subcommand | Server,
  around: PredicateSurroundings,
  { consent, mayAsk = false, inactive: ofPlugin }: ForAll,
  denial?: Denial,
): Judged {
  if (denial !== undefined) return { inactive: denial.reason, isDenied: denial.isUnread === true ? undefined : true };
  const inactive = (consent && withheldPart(consent, kind, plugin, item)) ?? ofPlugin;
  if (inactive !== undefined) return { inactive };
  // No program that waits for the user's consent answers, whatever it answered before.
  const isWithheld = (asked: Asked) =>
    consent !== undefined &&
    (partOf(consent, "shell", plugin, conditionText(asked))?.state !== "accepted" || isUndefined(asked, plugin, consent));
  const surroundings = { ...around, answered: (asked: Asked) => (isWithheld(asked) ? undefined : around.answered(asked)) };
  const isClosed = "onFailure" in item && item.onFailure === "closed";
  const gates = [plugin.gate, item.gate];
  const asks = new Map<string, Unanswered>();
  const inCall: InCall = (asked) => {
    const open = isClosed && mayAsk ? surroundings.unanswered?.(asked) : undefined;
    // The files of the condition itself; those of a predicate's program are known with its definition.
    const own = partOf(consent, "shell", plugin, conditionText(asked))?.checked;
    if (open !== undefined) asks.set(keyOf(open.question), { ...open, covered: open.covered ?? own });
    return open && keyOf(open.question);
  };
  // In doubt a hook that is closed on failure applies (RT-37).
  const known = isClosed ? gatesInDoubt(gates, surroundings).map((gate) => withoutPrograms(gate, isWithheld)) : gates;
  const rest = reduceAll(known, surroundings, inCall);
  if (rest === true) return {};
  if (rest === false) return { inactive: whyClosed(plugin.gate, surroundings) ?? whyClosed(item.gate, surroundings) ?? "" };
  if (asks.size === 0) return { when: rest };
  const failed = [...asks.values()].find(({ failure }) => failure !== undefined);
  const broken = failed && `its gate ${printQuestion(failed.question)} is broken: ${failed.failure}`;
  return { when: rest, asks: [...asks.values()], broken };
}

/** A predicate of the plugin itself whose program waits. */
function isUndefined(asked: Asked, plugin: Plugin, consent: Consent): boolean {
  const own = asked.kind === "custom" ? plugin.predicates.find(({ name }) => name === asked.name) : undefined;
  return own !== undefined && partOf(consent, "predicate", plugin, own)?.state !== "accepted";
}

/** Where the workspace cannot be read, dependencies decide nothing. */
function gatesInDoubt(gates: readonly Gate[], surroundings: PredicateSurroundings): readonly Gate[] {
  const isUnread = surroundings.workspace?.problems.some(({ severity }) => severity === "error") === true;
  return isUnread ? gates.map(withoutDependencies) : gates;
}

/** A gate that `mayAsk` does not let ask counts as true. Without `mayAsk` the plugin is gone, and whether it was part of the workspace is unknown. */
export function recordedGatesHold(
  { gates = [] }: RecordedHook,
  surroundings: PredicateSurroundings,
  mayAsk?: (asked: Asked) => boolean,
): boolean | Live {
  const known = gates.map((gate) =>
    withoutLeaves(gateOf(gate), (leaf) => {
      if (leaf.kind === "workspace-member") return mayAsk === undefined;
      return (leaf.kind === "shell" || leaf.kind === "custom") && (mayAsk?.(leaf) !== true || surroundings.answered(leaf) === undefined);
    }),
  );
  return reduceAll(gatesInDoubt(known, surroundings), surroundings);
}

function gateOf({ "depends-on": dependsOn, predicates }: RecordedGate): Gate {
  const read = readGate({ "depends-on": dependsOn && [...dependsOn], predicates: predicates && [...predicates] });
  return isFinding(read) ? OPEN : read;
}
