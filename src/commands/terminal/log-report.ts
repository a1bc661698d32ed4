/** Writes what a command reports into the log, with the command line as typed and the stack of a failure. */

import { VERSION } from "../../context.ts";
import { configInForce } from "../../files/config.ts";
import { type LogLevel, openLog } from "../../host/log-file.ts";
import type { PlacedContext } from "../../host/places.ts";
import { printable } from "../../model/safe-text.ts";
import type { MessageEvent, Reporter } from "./reporter.ts";

export function logReport({ context, places, args }: PlacedContext & { readonly args: readonly string[] }): Reporter["report"] {
  const read = configInForce(places);
  const log = openLog({ places, now: context.now, level: read.ok ? read.config.logLevel : "info" });
  log.write("info", `symposium ${VERSION}: ${args.map((arg) => JSON.stringify(arg)).join(" ")} in ${context.cwd}`);
  return (event) => {
    if (event.type === "answer") log.write("trace", `answer: ${JSON.stringify(event.value)}`);
    else if (event.type === "message") log.write(LEVELS[event.level], printed([event.message, ...below(event)]));
    else if (event.type === "failure") {
      log.write("error", printed([`${event.code}: ${event.message}`, ...below(event), ...(event.stack?.split("\n") ?? [])]));
    }
  };
}

const LEVELS: Readonly<Record<MessageEvent["level"], LogLevel>> = {
  detail: "debug",
  note: "info",
  done: "info",
  warning: "warn",
  error: "error",
};

function below({ details = [], hint }: Pick<MessageEvent, "details" | "hint">): string[] {
  return [...details, ...(hint === undefined ? [] : [`hint: ${hint}`])];
}

function printed(lines: readonly string[]): string {
  return lines.map(printable).join("\n");
}
