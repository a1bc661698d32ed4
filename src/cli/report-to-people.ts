/** Text for people: the answer on stdout, talk on stderr, understandable without colour. */

import { inspect } from "node:util";

import type { Environment } from "../context.ts";
import { lookUp, tableOf } from "../lookup.ts";
import { printableLines } from "../platform/printable.ts";
import { isShown, type Ink, type MessageEvent, type ReportEvent, type Reporter, type Style, type Verbosity } from "./reporter.ts";

export interface Stream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
}

export interface PeopleOptions extends Verbosity {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Environment;
}

export function reportToPeople({ stdout, stderr, env, ...verbosity }: PeopleOptions): Reporter {
  const onStdout = inkFor(stdout, env);
  const onStderr = inkFor(stderr, env);
  return {
    report: (event) => {
      if (!isShown(event, verbosity)) return;
      if (event.type === "answer") stdout.write(`${onStdout.shown(event.text(onStdout.style))}\n`);
      else stderr.write(`${onStderr.shown(lines(event, onStderr.style, verbosity).join("\n"))}\n`);
    },
    end: () => {},
  };
}

function lines(event: Exclude<ReportEvent, { type: "answer" }>, style: Style, { verbose }: Verbosity): string[] {
  const hint = event.hint === undefined ? [] : ["", `${style("pointer", "hint")}: ${event.hint}`];
  if (event.type === "failure") {
    const stack = event.stack === undefined || !verbose ? [] : [style("faint", event.stack)];
    return [`${style("bad", "error")}: ${event.message}`, ...stack, ...hint];
  }
  return [BY_LEVEL[event.level](event.message, style), ...hint];
}

const BY_LEVEL: Readonly<Record<MessageEvent["level"], (message: string, style: Style) => string>> = {
  detail: (message, style) => style("faint", message),
  note: (message) => message,
  done: (message, style) => style("good", message),
  warning: (message, style) => `${style("caution", "warning")}: ${message}`,
};

const INKS = tableOf<string>({
  strong: "bold",
  faint: "dim",
  good: "green",
  bad: "red",
  caution: "yellow",
  pointer: "cyan",
} as const satisfies Record<Ink, string>);

interface Colouring {
  /** Marks what is to be coloured. */
  readonly style: Style;
  /** Makes colours of the marks, and everything else printable. */
  readonly shown: (text: string) => string;
}

/**
 * Colour only on a terminal, unless `NO_COLOR` forbids it; any value of it but the empty one counts. The marks hold a number that nobody outside
 * can know, so that only our own words are coloured and every other escape sequence is shown as text.
 */
function inkFor(stream: Stream, env: Environment): Colouring {
  const colour = stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  if (!colour) return { style: (_how, text) => text, shown: printableLines };
  const mark = `<${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const style: Style = (how, text) => `${mark}+${how}>${text}${mark}-${how}>`;
  const shown = (text: string) => {
    const [first = "", ...rest] = text.split(mark);
    return printableLines(first) + rest.map(inked).join("");
  };
  return { style, shown };
}

/** What follows a mark: whether a colour begins or ends, which, and the text up to the next. */
function inked(part: string): string {
  const end = part.indexOf(">");
  const codes = lookUp(inspect.colors, lookUp(INKS, part.slice(1, end)) ?? "");
  const code = codes?.[part.startsWith("+") ? 0 : 1];
  return `${code === undefined ? "" : `\u001b[${code}m`}${printableLines(part.slice(end + 1))}`;
}
