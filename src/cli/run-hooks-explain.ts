/** `hooks explain`: a table for each hook, and a check where one is asked for. */

import { explainFiles } from "../app/hooks/explain.ts";
import type { CliContext } from "./cli-context.ts";
import type { CheckFlags } from "./hook-flags.ts";
import { renderExplanation } from "./render/explained-hooks.ts";
import { checkedLosses } from "./report/losses.ts";
import { warningOf } from "./report/set-up.ts";

export interface ExplainOrder extends CheckFlags {
  readonly files: readonly string[];
  readonly from?: string;
  readonly to?: readonly string[];
  readonly noShim: boolean;
}

export async function runExplain(
  cli: CliContext,
  { files, from = "auto", to, noShim, check, failOn = "lossy" }: ExplainOrder,
): Promise<void> {
  const result = await explainFiles(cli, { files, stdin: cli.stdin, from, to, noShim });
  for (const problem of result.warnings) cli.report(warningOf(problem));
  cli.report({ type: "answer", value: result, text: (style) => renderExplanation(result, { style, verbose: cli.verbose }) });
  const failure = check ? checkedLosses(result, failOn) : undefined;
  if (failure !== undefined) throw failure;
}
