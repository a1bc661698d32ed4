/** What `plugin validate` found, as people see it: a line for each item, and under it what is wrong. */

import { printable } from "../platform/printable.ts";
import { problemLines } from "./render-problem.ts";
import type { Ink, Style } from "./reporter.ts";
import type { ValidatedItem, Validation } from "../app/validate/validate-plugins.ts";

export function renderValidation({ items, problems }: Validation, style: Style): string {
  return [...items.flatMap((item) => itemLines(item, 0, style)), ...problems.flatMap((problem) => problemLines(problem, style))]
    .map(printable)
    .join("\n");
}

const VERDICTS: Readonly<Record<ValidatedItem["verdict"], readonly [word: string, ink: Ink]>> = {
  good: ["good", "good"],
  warning: ["warning", "caution"],
  error: ["error", "bad"],
};

const WIDTH = "warning".length;

function itemLines({ kind, name, verdict, findings, children }: ValidatedItem, depth: number, style: Style): string[] {
  const [word, ink] = VERDICTS[verdict];
  const indent = "  ".repeat(depth);
  const below = findings.flatMap((problem) => problemLines(problem, style)).map((line) => `${indent}    ${line}`);
  return [
    `${indent}${style(ink, word)}${" ".repeat(WIDTH - word.length)}  ${name} ${style("faint", `(${kind})`)}`,
    ...below,
    ...children.flatMap((child) => itemLines(child, depth + 1, style)),
  ];
}
