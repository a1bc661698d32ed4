/** What `plugin validate` found, as people see it: a line for each item, and under it what is wrong. */

import { problemLines } from "./problem.ts";
import type { Ink, Style } from "../report/reporter.ts";
import type { ValidatedItem, Validation } from "../../app/validate/validate-plugins.ts";

export function renderValidation({ items, problems }: Validation, how: ValidationStyle): string[] {
  return [...items.flatMap((item) => itemLines(item, 0, how)), ...problems.flatMap((problem) => problemLines(problem, how.style))];
}

export interface ValidationStyle {
  readonly style: Style;
  /** The file of each item is shown too. */
  readonly verbose: boolean;
}

const VERDICTS: Readonly<Record<ValidatedItem["verdict"], readonly [word: string, ink: Ink]>> = {
  good: ["good", "good"],
  warning: ["warning", "caution"],
  error: ["error", "bad"],
};

const WIDTH = "warning".length;

function itemLines({ kind, name, file, verdict, findings, children }: ValidatedItem, depth: number, how: ValidationStyle): string[] {
  const { style, verbose } = how;
  const [word, ink] = VERDICTS[verdict];
  const indent = "  ".repeat(depth);
  const below = findings.flatMap((problem) => problemLines(problem, style)).map((line) => `${indent}    ${line}`);
  return [
    `${indent}${style(ink, word)}${" ".repeat(WIDTH - word.length)}  ${name} ${style("faint", `(${kind})`)}${verbose ? `  ${style("faint", file)}` : ""}`,
    ...below,
    ...children.flatMap((child) => itemLines(child, depth + 1, how)),
  ];
}
