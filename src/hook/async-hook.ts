/** Asynchronous hooks (IX-11): no one waits for them, and their output goes nowhere. There are only so many of them, and each ends at its timeout. */

import type { Context, Environment } from "../context.ts";
import { messageOf } from "../errors.ts";
import { shortHash } from "../host/bytes.ts";
import { takeSlot } from "../host/lock.ts";
import { type HandlerJob, type OnSignal, runHandler } from "../host/run-handler.ts";
import { handOver, startDetached } from "../host/start-detached.ts";
import { readStdin } from "../host/stdin.ts";
import { removeQuietly } from "../host/write-file.ts";
import type { IndexedHook } from "../index/format.ts";
import type { HookInput } from "../model/input.ts";
import { isOfType, isShaped, isText, listOf, parseJson } from "../model/json.ts";
import { type HookServices, RUN } from "./services.ts";

/** How many may run at once. */
const MOST_OF_SESSION = 4;
const MOST_OF_ALL = 16;
const MOST_SECONDS = 600;

/** Between the end of a hook and the removal of its slot. */
const MARGIN_MS = 10_000;

/** Starts the hook, or returns why it was not started. */
export function startAsync(
  { timeout }: Pick<IndexedHook, "timeout">,
  jobs: readonly HandlerJob[],
  { agent, sessionId }: Pick<HookInput, "agent" | "sessionId">,
  { context, places, ownProgram }: Pick<HookServices, "context" | "places" | "ownProgram">,
): string | undefined {
  const folder = `${places.locks}/async`;
  const timeoutMs = Math.min(timeout, MOST_SECONDS) * 1000;
  const now = context.now();
  const slot = { folder, now, until: now + timeoutMs + MARGIN_MS };
  const session = takeSlot({ ...slot, name: shortHash(`${agent} ${sessionId ?? ""}`), most: MOST_OF_SESSION });
  if (session === undefined) return `${MOST_OF_SESSION} asynchronous hooks of this session are running already`;
  const other = takeSlot({ ...slot, name: "all", most: MOST_OF_ALL });
  const slots = other === undefined ? [session] : [session, other];
  const failure = other === undefined ? `${MOST_OF_ALL} asynchronous hooks are running already` : started();
  if (failure !== undefined) for (const one of slots) removeQuietly(one);
  return failure;

  function started(): string | undefined {
    const order: AloneOrder = { jobs: jobs.map((job) => ({ ...job, timeoutMs })), slots };
    const [file, ...args] = ownProgram;
    try {
      const isStarted = handOver(folder, JSON.stringify(order), (stdin) =>
        startDetached({ file, args: [...args, RUN], cwd: context.home, env: systemVariables(context), stdin }),
      );
      return isStarted ? undefined : "it could not be started";
    } catch (error) {
      return `it could not be started: ${messageOf(error)}`;
    }
  }
}

/** Windows programs need to know where the system is. The handler's own environment is part of the order. */
function systemVariables({ os, env }: Context): Environment {
  return os === "windows" ? { SystemRoot: env["SystemRoot"] } : {};
}

interface AloneOrder {
  /** One per folder that the hook may run in, in order. */
  readonly jobs: readonly HandlerJob[];
  /** Files to remove at the end. */
  readonly slots: readonly string[];
}

const ORDER = { jobs: listOf(isOfType("object")), slots: listOf(isText) };

const LARGEST = 512 * 1024 * 1024;

/** `symposium-hook --run`: runs an asynchronous hook to its end, after the call that started it has answered (IX-11). */
export async function runAlone(onSignal: OnSignal): Promise<never> {
  const stdin = await readStdin({ idleMs: 5_000, maxBytes: LARGEST });
  const order: unknown = stdin.kind === "text" ? parseJson(stdin.text) : undefined;
  if (!isShaped<AloneOrder>(order, ORDER)) process.exit(1);
  for (const job of order.jobs) {
    const end = await runHandler(job, onSignal);
    if (end.kind !== "no-such-folder") break;
  }
  for (const slot of order.slots) removeQuietly(slot);
  process.exit(0);
}
