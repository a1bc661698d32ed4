/** Whether it is the user who decides (PL-27): no agent, nothing that Symposium started, and someone to answer. */

import { agentOfProcess } from "../agents/agents-by-name.ts";
import { agentMark } from "../agents/find-agent.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { type AncestorProcess, ancestors } from "../host/processes.ts";
import { STARTED_MARK } from "../host/start-process.ts";
import { lookUp } from "../lookup.ts";

export interface Asker {
  readonly context: Pick<Context, "env" | "os">;
  /** Someone can be asked. Not needed where the digest is named. */
  readonly hasTerminal: boolean;
  /** Another list of the processes above this one, for tests. */
  readonly ancestors?: (() => readonly AncestorProcess[] | undefined) | undefined;
}

export function whyNotConsent(asker: Asker): UserError | undefined {
  const refusal = whyNotUser(asker);
  return refusal ?? (asker.hasTerminal ? undefined : noTerminal());
}

/** An agent, or something that Symposium started, decides nothing: neither what runs nor what no longer guards. */
export function whyNotUser(asker: Omit<Asker, "hasTerminal">): UserError | undefined {
  const because = startedBy(asker);
  const hint = "run this in a terminal of your own, outside of any agent";
  return because === undefined ? undefined : new UserError("AGENT-CONSENT", `only you can decide what runs, and ${because}`, { hint });
}

export function noTerminal(hint = "in a script, accept what you read: `symposium trust accept <plugin> --digest <digest>`"): UserError {
  return new UserError("NO-TERMINAL", "a decision needs an answer at a terminal", { hint });
}

/** Completes "only you can decide what runs, and …". */
export function startedBy({ context: { env, os }, ...given }: Omit<Asker, "hasTerminal">): string | undefined {
  if (lookUp(env, STARTED_MARK)) return "Symposium started this for a plugin";
  const mark = agentMark(env);
  if (mark !== undefined) return `an agent started this (${mark} is set)`;
  const above = given.ancestors === undefined ? ancestors(os) : given.ancestors();
  if (above === undefined) return "the system does not tell which processes started this";
  for (const one of above) {
    const agent = agentOfProcess(one) ?? (isHookProgram(one) ? "Symposium" : undefined);
    if (agent !== undefined) return `${agent} started this (process ${one.pid})`;
  }
  return undefined;
}

function isHookProgram({ file = "", args }: AncestorProcess): boolean {
  return [file, ...args.slice(0, 2)].some((path) => /(?:^|[\\/])(?:symposium-hook(?:\.exe)?|node-[0-9a-f]{16}[\\/]hook\.cjs)$/.test(path));
}
