/** Puts into the log what a command reports. The command line is told as it was typed, a failure with its stack. */

import { configInForce } from "../config/read-config.ts";
import { openLog, type LogLevel } from "../platform/log-file.ts";
import type { PlacedContext, Places } from "../platform/places.ts";
import { printableLines } from "../platform/printable.ts";
import { VERSION } from "../version.ts";
import type { MessageEvent, Reporter } from "./reporter.ts";

export interface LoggedRun extends PlacedContext {
  readonly args: readonly string[];
}

export function logReport({ context, places, args }: LoggedRun): Reporter["report"] {
  const log = openLog({ places, now: context.now, level: levelIn(places) });
  log.write("info", `symposium ${VERSION}: ${args.map((arg) => JSON.stringify(arg)).join(" ")} in ${context.cwd}`);
  return (event) => {
    if (event.type === "message") log.write(LEVELS[event.level], printableLines([event.message, ...hint(event)].join("\n")));
    else if (event.type === "failure")
      log.write("error", printableLines([`${event.code}: ${event.message}`, ...hint(event), event.stack ?? ""].join("\n").trimEnd()));
    else log.write("trace", `answer: ${JSON.stringify(event.value)}`);
  };
}

const LEVELS: Readonly<Record<MessageEvent["level"], LogLevel>> = { detail: "debug", note: "info", done: "info", warning: "warn" };

function levelIn(places: Places): LogLevel {
  const read = configInForce(places);
  return read.ok ? read.config.logLevel : "info";
}

function hint({ hint }: Pick<MessageEvent, "hint">): string[] {
  return hint === undefined ? [] : [`hint: ${hint}`];
}
