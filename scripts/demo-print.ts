/** The layout of the demo in a terminal. */

import { styleText } from "node:util";

import { LOSSES } from "../src/model/outcome.ts";
import type { Got, Scene } from "./demo-calls.ts";

const COLOUR = process.stdout.isTTY && !process.env["NO_COLOR"];
/** Fixed for `--write`, so that the page does not depend on the terminal. */
export const WIDTH = process.argv.some((arg) => arg.startsWith("--write")) ? 100 : Math.min(process.stdout.columns || 100, 140);
const LABEL = 14;

export function paragraph(text: string): string {
  return `\n${wrap(text, WIDTH).join("\n")}`;
}

/** Starts a part of the demo. */
export function heading(text: string): string {
  return `\n${ink("bold", text)}`;
}

/** A command, and what it printed, with long lines wrapped. */
export function session(command: string, output: string): string {
  const typed = wrap(`$ ${command}`, WIDTH).map((line) => ink("bold", line));
  const printed = output.split("\n").flatMap((line) => {
    const margin = " ".repeat(/^(?: +|(?:not )?\S+ {2,}|\w+: )?/.exec(line)?.[0].length ?? 0);
    const [first = "", ...rest] = wrap(line.trimStart(), WIDTH - margin.length);
    return [line.startsWith(" ") ? margin + first : first, ...rest.map((more) => margin + more)];
  });
  return ["", ...typed, ...printed].join("\n");
}

export function sceneHead({ title }: Scene, answer: Got): string {
  return [heading(title), ...labelled("the plugin", bytes(answer), "bold", "magenta")].join("\n");
}

export interface AgentBlock {
  readonly title: string;
  readonly nativeEvent: string;
  readonly got: Got;
  /** The next event of the session, when Symposium held context back for it. */
  readonly later: { readonly nativeEvent: string; readonly got: Got } | undefined;
}

export function agentBlock({ title, got, later }: AgentBlock): string {
  const exit = got.exitCode === 0 ? [] : labelled("", `exit code ${got.exitCode}`, "bold", "red");
  const losses = got.losses.flatMap(({ code, field }) =>
    labelled("", `! ${code}${field === undefined ? "" : ` (${field})`}: ${LOSSES[code]}`, "bold", "yellow"),
  );
  const then =
    later === undefined || later.got.stdout === "" ? [] : labelled("", `at ${later.nativeEvent}: ${bytes(later.got)}`, "dim", "green");
  return [...labelled(title, bytes(got), "cyan", "green"), ...exit, ...losses, ...then].join("\n");
}

/** Some agents read plain text, or stderr with an exit code. */
function bytes({ stdout, stderr, exitCode }: Got): string {
  const text = stdout || (exitCode === 0 ? "" : stderr.trimEnd());
  return text === "" ? "(nothing)" : text.replaceAll("\n", "\\n");
}

export type Ink = Parameters<typeof styleText>[0];

function labelled(label: string, text: string, labelInk: Ink, textInk: Ink): string[] {
  const [first = "", ...rest] = wrap(text, WIDTH - LABEL - 2);
  const margin = " ".repeat(LABEL + 2);
  return [`  ${ink(labelInk, label.padEnd(LABEL))}${ink(textInk, first)}`, ...rest.map((line) => margin + ink(textInk, line))];
}

/** Breaks at spaces, and within a word only when it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/(?<= )|(?<=[,{])/)) {
    if (line.length + word.trimEnd().length > width && line !== "") {
      lines.push(line);
      line = "";
    }
    line += word;
  }
  return [...lines, line];
}

export function ink(how: Ink, text: string): string {
  return COLOUR ? styleText(how, text, { validateStream: false }) : text;
}
