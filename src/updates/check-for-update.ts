/** Checks for a newer version of Symposium, at most once a day. */

import type { Config } from "../config/config.ts";
import { readState, recordState } from "../state/state-file.ts";
import { isLongAgo } from "../state/update-news.ts";
import type { Context } from "../context.ts";
import type { Places } from "../platform/places.ts";
import { latestVersion, type Latest } from "./latest-version.ts";
import { lookUp } from "../lookup.ts";

export interface UpdateCheck {
  readonly context: Context;
  readonly places: Pick<Places, "state">;
  readonly config: Pick<Config, "autoUpdate">;
  /** How long npm may take, in milliseconds. */
  readonly patienceMs?: number;
}

/** The most that a person waits for this, once a day. */
const PATIENCE_MS = 2_000;

/** Variables by which people and build machines turn off update checks. */
const NOBODY_READS = ["CI", "NO_UPDATE_NOTIFIER"];

/**
 * The result of the check, or `undefined` where none was due. Never rejects. A failed check is recorded like any other, so that a machine
 * without network does not wait for it again and again.
 */
export async function checkForUpdate({ context, places, config, patienceMs = PATIENCE_MS }: UpdateCheck): Promise<Latest | undefined> {
  if (
    config.autoUpdate === "off" ||
    NOBODY_READS.some((name) => lookUp(context.env, name)) ||
    !isLongAgo(readState(places.state).lastUpdateCheck, context.now())
  )
    return undefined;
  const latest = await latestVersion(context, patienceMs);
  recordCheck(places, context, latest);
  return latest;
}

export function recordCheck(places: Pick<Places, "state">, context: Pick<Context, "now">, latest: Latest): void {
  recordState(places.state, { lastUpdateCheck: context.now(), ...("version" in latest ? { latestVersion: latest.version } : {}) });
}
