/** Log files of the command line, one per start. */

import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";

import { attempt } from "../errors.ts";
import { appendLine } from "./output.ts";
import type { Places } from "./places.ts";

export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

type LogOptions = { readonly places: Pick<Places, "logs">; readonly now: () => number; readonly level: LogLevel };

const KEPT = 50;

/** `level` is that of the least important messages to log. The first one creates the file. Nothing throws: no command fails because of its log. */
export function openLog({ places, now, level }: LogOptions) {
  // `YYYYMMDD-HHMMSS`, in UTC like the lines inside.
  const name = `symposium-${new Date(now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.log`;
  let isNew = true;
  return {
    write: (importance: LogLevel, message: string) => {
      if (LEVELS.indexOf(importance) < LEVELS.indexOf(level)) return;
      appendLine(
        join(places.logs, name),
        `${new Date(now()).toISOString()} ${importance.toUpperCase().padEnd(5)} ${message.replaceAll("\n", "\n    ")}`,
      );
      if (isNew) removeOldest(places.logs, name);
      isNew = false;
    },
  };
}

const LEVELS: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error"];

/** The age follows from the name. The file just written stays even if the clock was set back. */
function removeOldest(folder: string, own: string): void {
  // It fails where another start is cleaning up too, or the folder is unreadable: the next one tries again.
  attempt(() => {
    const others = readdirSync(folder).filter((name) => /^symposium-\d{8}-\d{6}\.log$/.test(name) && name !== own);
    for (const name of others.sort().slice(0, Math.max(0, others.length - KEPT + 1))) unlinkSync(join(folder, name));
  });
}
