/** The picture in README.md: one hook, and what each agent gets from it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Got } from "./demo-calls.ts";
import { type Span, terminalSvg } from "./terminal-svg.ts";

export interface AgentAnswer {
  readonly title: string;
  readonly got: Got;
}

const SCRIPT = "examples/guard/no-recursive-delete.sh";
const COLUMNS = 104;
const LABEL = 14;

/** What an agent obeys when it blocks. */
const BLOCKS = /(exit code 2|"continue":false|"(?:permissionDecision|permission|decision)":"(?:deny|block)"|"deny"(?=:))/u;

export function demoPicture(answers: readonly AgentAnswer[]): string {
  const script = readFileSync(join(import.meta.dirname, "..", SCRIPT), "utf8");
  const shown = script.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return terminalSvg({
    title: `One hook blocks rm -rf on ${answers.length} agents`,
    description: `A shell script denies rm -rf. Symposium answers ${answers.map(({ title }) => title).join(", ")}, each in its own format.`,
    columns: COLUMNS,
    lines: [
      [span(`$ cat ${SCRIPT}`, "command")],
      ...shown.map((line) => [span(line, "text")]),
      [],
      [span("The model wants to run `rm -rf build`. Symposium answers each agent in its own format:", "command")],
      [],
      ...answers.map(answerLine),
    ],
  });
}

function answerLine({ title, got: { stdout, stderr, exitCode } }: AgentAnswer): readonly Span[] {
  const answer = exitCode === 0 ? stdout : `exit code ${exitCode}, ${stderr}`;
  const parts = cut(answer.trim(), COLUMNS - LABEL).split(BLOCKS);
  return [span(title.padEnd(LABEL), "name"), ...parts.map((part, at) => span(part, at % 2 === 1 ? "deny" : "dim"))];
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function span(text: string, tone: Span["tone"]): Span {
  return { text, tone };
}
