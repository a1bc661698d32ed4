/** Something wrong in a file, as people see it: a line that terminals make into a link, and what to do. */

import { problemText, type Problem } from "../../documents/problem.ts";
import type { Style } from "../report/reporter.ts";

export function problemLines(problem: Problem, style: Style): string[] {
  const label = problem.severity === "error" ? style("bad", "error") : style("caution", "warning");
  const hint = problem.hint === undefined ? [] : [`${style("pointer", "hint")}: ${problem.hint}`];
  const quote = (problem.quote ?? []).map((line) => `  ${style("faint", style("code", line))}`);
  return [`${label}: ${problemText(problem)}`, ...quote, ...hint];
}
