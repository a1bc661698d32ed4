/** The hooks, subcommands and servers of a plugin in a workspace: with the reason why one cannot run, or with what the call itself must judge. */

import type { Live } from "../predicates/live.ts";
import { keyOf } from "../predicates/answer-freshness.ts";
import { printQuestion } from "../predicates/ask.ts";
import { isWorkspaceBound } from "../predicates/is-workspace-bound.ts";
import { type InCall, reduceAll } from "../predicates/reduce.ts";
import type { PredicateSurroundings, Unanswered } from "../predicates/surroundings.ts";
import { whyClosed } from "../predicates/why-closed.ts";
import { withoutDependencies } from "../predicates/without-dependencies.ts";
import type { Denial } from "../trust/policy/judge.ts";
import type { Hook, Plugin, Server, Subcommand } from "./plugin.ts";

export interface Judged {
  /** Why it cannot run. */
  readonly inactive?: string;
  /** A policy decided that. */
  readonly isDenied?: true;
  /** What a call must judge. */
  readonly when?: Live;
  /** What a call must ask for that (RT-29). */
  readonly asks?: readonly Unanswered[];
  /** Why the call will get no answer, as far as that was tried: the hook denies. */
  readonly broken?: string;
}

export interface JudgedHook extends Judged {
  readonly hook: Hook;
}

export interface JudgedSubcommand extends Judged {
  readonly subcommand: Subcommand;
}

export interface JudgedServer extends Judged {
  readonly server: Server;
  /** It belongs to this workspace, so it must not apply anywhere else (MC-4). */
  readonly isGated: boolean;
}

/** `policy` and `inactive` are reasons that count whatever the gates say; `inactive` is one for the whole plugin. `mayAsk`: its code may run. */
export function judgeHooks(
  plugin: Plugin,
  surroundings: PredicateSurroundings,
  inactive: string | undefined,
  policy: (hook: Hook) => Denial | undefined,
  mayAsk: boolean,
): readonly JudgedHook[] {
  return plugin.hooks.map((hook) => ({ hook, ...denied(policy(hook), () => judged(plugin, hook, surroundings, inactive, mayAsk)) }));
}

/** The same for its subcommands. */
export function judgeSubcommands(
  plugin: Plugin,
  surroundings: PredicateSurroundings,
  inactive: string | undefined,
  policy: Denial | undefined,
): readonly JudgedSubcommand[] {
  return plugin.subcommands.map((subcommand) => ({
    subcommand,
    ...denied(policy, () => judged(plugin, subcommand, surroundings, inactive)),
  }));
}

/** The same for its MCP servers. */
export function judgeServers(
  plugin: Plugin,
  surroundings: PredicateSurroundings,
  inactive: string | undefined,
  policy: Denial | undefined,
  isOfSource: boolean,
): readonly JudgedServer[] {
  return plugin.servers.map((server) => ({
    server,
    isGated: !isOfSource || [plugin.gate, server.gate].some(isWorkspaceBound),
    ...denied(policy, () => judged(plugin, server, surroundings, inactive)),
  }));
}

function denied(denial: Denial | undefined, otherwise: () => Judged): Judged {
  if (denial === undefined) return otherwise();
  return { inactive: denial.reason, ...(denial.isUnread === true ? {} : { isDenied: true }) };
}

type Gated = Pick<Subcommand, "gate"> & Partial<Pick<Hook, "onFailure">>;

function judged(plugin: Plugin, item: Gated, surroundings: PredicateSurroundings, inactive: string | undefined, mayAsk = false): Judged {
  if (inactive !== undefined) return { inactive };
  const gates = [plugin.gate, item.gate];
  // In doubt a hook that is closed on failure applies (RT-37).
  const isInDoubt = item.onFailure === "closed" && isUnread(surroundings);
  const asks = new Map<string, Unanswered>();
  const inCall: InCall = (asked) => {
    const open = item.onFailure === "closed" && mayAsk ? surroundings.unanswered?.(asked) : undefined;
    if (open !== undefined) asks.set(keyOf(open.question), open);
    return open && keyOf(open.question);
  };
  const rest = reduceAll(isInDoubt ? gates.map(withoutDependencies) : gates, surroundings, inCall);
  if (rest === true) return {};
  if (rest !== false && asks.size > 0) return { when: rest, ...asking([...asks.values()]) };
  return rest === false ? { inactive: whyClosed(plugin.gate, surroundings) ?? whyClosed(item.gate, surroundings) ?? "" } : { when: rest };
}

function asking(unanswered: readonly Unanswered[]): Pick<Judged, "asks" | "broken"> {
  const failed = unanswered.find(({ failure }) => failure !== undefined);
  const broken = failed && `its gate ${printQuestion(failed.question)} is broken: ${failed.failure}`;
  return { asks: unanswered, ...(broken === undefined ? {} : { broken }) };
}

function isUnread({ workspace }: PredicateSurroundings): boolean {
  return workspace?.problems.some(({ severity }) => severity === "error") === true;
}
