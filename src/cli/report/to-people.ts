/** Text for people: the answer on stdout, everything else on stderr, understandable without colour. */

import type { Environment } from "../../context.ts";
import { isShown, type MessageEvent, type ReportEvent, type Reporter, type Style, type Verbosity } from "./reporter.ts";
import { progressLine } from "./progress-line.ts";
import { openScreen, type Stream } from "../terminal/open-screen.ts";

export interface PeopleOptions extends Verbosity {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Environment;
}

export function reportToPeople({ stdout, stderr, env, ...verbosity }: PeopleOptions): Reporter {
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

type Spoken = Exclude<ReportEvent, { readonly type: "answer" | "preview" | "progress" }>;

function lines(event: Spoken, style: Style, { verbose }: Verbosity): string[] {
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
