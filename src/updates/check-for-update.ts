/** Looking for a newer version of our own program, at most once a day. It is told, and put in by `self-update` alone. */

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

/** What a person who waits for `sync` is asked to wait for this at most. */
const PATIENCE_MS = 2_000;

/** Variables by which people and build machines say that they want no news of newer versions. */
const NOBODY_READS = ["CI", "NO_UPDATE_NOTIFIER"];

/**
 * What the check found, or `undefined` where none was due. Never rejects. A check that fails is remembered like any other, so that a machine
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
