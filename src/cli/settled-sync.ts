/** `sync` where nothing has changed since the last one found nothing to change: it loads next to nothing, and says the same again. */

import { accessSync, constants } from "node:fs";

import type { Context } from "../context.ts";
import { openLog } from "../platform/log-file.ts";
import { thisMachine } from "../platform/machine.ts";
import { otherOwner } from "../platform/other-owner.ts";
import type { Places } from "../platform/places.ts";
import { findNative } from "../sync/find-native.ts";
import { recordedVersion } from "../sync/programme-record.ts";
import { isStillSettled, readSettled, type Settled } from "../sync/settled-record.ts";
import { VERSION } from "../version.ts";
import type { CalledAs, Terminal } from "./cli-context.ts";
import { checkPlaces, commandPlaces, ignoredVariables } from "../app/command-places.ts";
import { colouredText } from "./coloured-text.ts";
import { reportToPeople, type Stream } from "./report-to-people.ts";

export interface PlainSync {
  readonly calledAs: CalledAs;
  readonly context: Context;
  readonly dist: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly terminal?: Terminal;
}

/** Whether that was all; otherwise nothing was said, and the command has to run. */
export async function saySettledSync({ calledAs, context, dist, stdout, stderr, terminal }: PlainSync): Promise<boolean> {
  const places = commandPlaces(context);
  if (!isAllowed(context, places) || ignoredVariables(context) !== undefined) return false;
  // Then the command itself says what is wrong.
  if ([context.home, places.base].some((folder) => otherOwner(folder) !== undefined)) return false;
  const settled = readSettled({ context, places });
  if (settled?.calledAs !== calledAs || !isProgrammeThere(settled, dist, places)) return false;
  if (settled.git !== undefined) {
    const { askRepositories } = await import("../sync/settled-git.ts");
    if (!(await askRepositories({ context, places }, settled.git.groups))) return false;
  }
  if (!isStillSettled(settled, context.now())) return false;
  const log = openLog({ places, now: context.now, level: settled.logLevel });
  log.write("info", `symposium ${VERSION}: "sync" in ${context.cwd}`);
  const { report } = reportToPeople({ stdout, stderr, env: context.env, quiet: false, verbose: false });
  for (const message of settled.told.messages) report(message);
  report({ type: "answer", value: null, text: (style) => colouredText(settled.told.text, style) });
  if (terminal !== undefined) {
    const { startUpdateCheck } = await import("../app/check-update.ts");
    await startUpdateCheck({ context, places, terminal, calledAs, report })();
  }
  return true;
}

/** Otherwise the command itself says why not. */
function isAllowed(context: Context, places: Places): boolean {
  try {
    checkPlaces(context, places);
    return true;
  } catch {
    return false;
  }
}

function isProgrammeThere({ programme: { source, placed } }: Settled, dist: string, places: Places): boolean {
  try {
    accessSync(placed, constants.X_OK);
  } catch {
    return false;
  }
  return findNative(dist, thisMachine())?.file === source && recordedVersion(places, source, placed) !== undefined;
}
