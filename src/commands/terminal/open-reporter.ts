/** The reporters that the common flags ask for: text for people, or one JSON document. */

import type { Context } from "../../context.ts";
import { printable, printableJson } from "../../model/safe-text.ts";
import type { CommonFlags } from "../common-flags.ts";
import { type FailureEvent, isShown, type MessageEvent, type Reporter, type Style, type Verbosity } from "./reporter.ts";
import { openScreen, type Stream } from "./screen.ts";

interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface ReporterRequest extends Streams {
  readonly flags: CommonFlags;
  readonly context: Pick<Context, "env">;
}

export function openReporter({ flags, context, stdout, stderr }: ReporterRequest): Reporter {
  return flags.json ? reportAsJson({ ...flags, stdout }) : reportToPeople({ ...flags, stdout, stderr, env: context.env });
}

/** Text for people: the answer on stdout, everything else on stderr, understandable without colour. */
export function reportToPeople({ stdout, stderr, env, ...verbosity }: Verbosity & Streams & Pick<Context, "env">): Reporter {
  const answers = openScreen(stdout, env);
  const messages = openScreen(stderr, env);
  const progress = progressLine(stderr);
  return {
    report: (event) => {
      if (!isShown(event, verbosity)) return;
      if (event.type === "progress") return progress.show(event.text);
      progress.clear();
      if (event.type === "answer" && event.raw !== undefined && stdout.isTTY !== true) stdout.write(event.raw);
      else if (event.type === "answer" || event.type === "preview") answers.print(event.text(answers.style));
      else messages.print(lines(event, messages.style, verbosity));
    },
    end: () => progress.clear(),
  };
}

function lines(event: MessageEvent | FailureEvent, style: Style, { verbose }: Verbosity): string[] {
  const hint = event.hint === undefined ? [] : [`${style("pointer", "hint")}: ${event.hint}`];
  const details = (event.details ?? []).map((line) => `  ${line}`);
  if (event.type === "message") return [BY_LEVEL[event.level](event.message, style), ...details, ...hint];
  const stack = verbose ? (event.stack ?? "").split("\n").filter((line) => line !== "") : [];
  const frames = stack.map((line) => style("faint", style("code", line)));
  return [`${style("bad", "error")}: ${event.message}`, ...details, ...frames, ...(hint.length === 0 ? [] : ["", ...hint])];
}

const BY_LEVEL: Readonly<Record<MessageEvent["level"], (message: string, style: Style) => string>> = {
  detail: (message, style) => style("faint", message),
  note: (message) => message,
  done: (message, style) => style("good", message),
  warning: (message, style) => `${style("caution", "warning")}: ${message}`,
  error: (message, style) => `${style("bad", "error")}: ${message}`,
};

/** A step that is over within a second shows nothing. */
const FIRST_MS = 1_000;
const REDRAWN_MS = 100;
const PRINTED_MS = 10_000;
const USUAL_WIDTH = 80;

/** One line that shows how far a step is: rewritten at a terminal, printed now and then elsewhere. `clear` comes before anything else. */
export function progressLine(stream: Stream, now: () => number = () => performance.now()) {
  let began: number | undefined;
  let last = 0;
  let isDrawn = false;
  return {
    show: (text: (width: number) => string) => {
      const time = now();
      began ??= time;
      const pause = stream.isTTY === true ? REDRAWN_MS : PRINTED_MS;
      if (time - began < FIRST_MS || (last !== 0 && time - last < pause)) return;
      last = time;
      const width = stream.columns ?? USUAL_WIDTH;
      const line = printable(text(width - 1)).slice(0, width - 1);
      stream.write(stream.isTTY === true ? `\r\u{1B}[K${line}` : `${line}\n`);
      isDrawn = stream.isTTY === true;
    },
    clear: () => {
      if (isDrawn) stream.write("\r\u{1B}[K");
      isDrawn = false;
      began = undefined;
      last = 0;
    },
  };
}

/** One JSON document on stdout at the end of a command, whether it succeeded or not. */
export function reportAsJson({ stdout, ...verbosity }: Verbosity & { readonly stdout: Stream }): Reporter {
  const messages: unknown[] = [];
  const document: Record<string, unknown> = {};
  return {
    report: (event) => {
      if (event.type === "answer") document["answer"] = event.value;
      if (event.type === "answer" || event.type === "preview" || event.type === "progress" || !isShown(event, verbosity)) return;
      const { type: _, ...fields } = event;
      if (event.type === "failure") document["error"] = { ...fields, stack: verbosity.verbose ? event.stack : undefined };
      else messages.push(fields);
    },
    end: () => void stdout.write(`${printableJson(JSON.stringify({ ...document, messages }, null, 2))}\n`),
  };
}
