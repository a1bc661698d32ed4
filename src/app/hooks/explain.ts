/** `hooks explain`: what each hook becomes on each agent, with what is lost. */

import type { ConversionLoss } from "../../convert/conversion-loss.ts";
import { type ExplainedHook, explainHooks } from "../../convert/explain.ts";
import { shimming } from "../../convert/shim.ts";
import { allTargets } from "../../convert/target.ts";
import type { Problem } from "../../documents/problem.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { inProject } from "./convert.ts";
import { type HookInputs, hookTexts } from "./hook-texts.ts";
import { targetNamed } from "./hook-words.ts";
import { readHooks } from "./read-hooks.ts";

export interface ExplainRequest extends HookInputs {
  /** `auto`, `hooks`, or an agent. */
  readonly from: string;
  /** Agents, each with a form where it is not the first; absent for all. */
  readonly to?: readonly string[] | undefined;
  /** Entries call the commands directly, with what the agent itself sends (IX-12). */
  readonly noShim?: boolean;
}

export interface Explanation {
  /** Whose files the hooks were read from; absent for manifests. */
  readonly source?: string;
  readonly hooks: readonly ExplainedHook[];
  readonly losses: readonly ConversionLoss[];
  readonly warnings: readonly Problem[];
}

export async function explainFiles({ context }: Pick<PlacedContext, "context">, request: ExplainRequest): Promise<Explanation> {
  const { from, to = ["all"], noShim } = request;
  const targets = to.flatMap((word) => (word === "all" ? allTargets() : [targetNamed(word)]));
  const { manifest, source, losses, warnings } = readHooks(await hookTexts(request, context), from, inProject(context.cwd));
  const hooks = explainHooks(manifest, targets, shimming(noShim));
  const all = hooks.flatMap(({ agents }) => agents.flatMap((one) => one.losses));
  return { ...(source === undefined ? {} : { source: source.agent }), hooks, losses: [...losses, ...all], warnings };
}
