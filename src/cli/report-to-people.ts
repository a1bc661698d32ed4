/** Text for people: the answer on stdout, talk on stderr, understandable without colour. */

import { styleText } from "node:util";

import type { Environment } from "../context.ts";
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
  const onStdout = styleFor(stdout, env);
  const onStderr = styleFor(stderr, env);
  return {
    report: (event) => {
      if (!isShown(event, verbosity)) return;
      if (event.type === "answer") stdout.write(`${event.text(onStdout)}\n`);
      else stderr.write(`${lines(event, onStderr, verbosity).join("\n")}\n`);
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

const INKS = {
  strong: "bold",
  faint: "dim",
  good: "green",
  bad: "red",
  caution: "yellow",
  pointer: "cyan",
} as const satisfies Record<Ink, string>;

/** Colour only on a terminal, unless `NO_COLOR` forbids it; any value of it but the empty one counts. */
function styleFor(stream: Stream, env: Environment): Style {
  const colour = stream.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
  return colour ? (how, text) => styleText(INKS[how], text, { validateStream: false }) : (_how, text) => text;
}
