/** `symposium-hook --run`: runs an asynchronous hook to its end, after the call that started it has answered (IX-11). */

import { isObject, parseJson } from "../canonical/json.ts";
import { readStdin } from "../platform/read-stdin.ts";
import { removeQuietly } from "../platform/remove-quietly.ts";
import { type HandlerJob, type OnSignal, runHandler } from "../platform/run-handler.ts";

export interface AloneOrder {
  /** One per folder that it may run in, in order. */
  readonly jobs: readonly HandlerJob[];
  /** Files to remove at the end. */
  readonly slots: readonly string[];
}

const LARGEST = 512 * 1024 * 1024;

export async function runAlone(onSignal: OnSignal): Promise<never> {
  const stdin = await readStdin({ idleMs: 5_000, maxBytes: LARGEST });
  const order = stdin.kind === "text" ? parseJson(stdin.text) : undefined;
  if (!isObject(order)) process.exit(1);
  const { jobs, slots } = order as unknown as AloneOrder;
  for (const job of jobs) {
    const end = await runHandler(job, onSignal);
    if (end.kind !== "no-such-folder") break;
  }
  for (const slot of slots) removeQuietly(slot);
  process.exit(0);
}
