/** Starts an asynchronous hook (IX-11): no one waits for it, and its output goes nowhere. There are only so many of them, and each ends at its timeout. */

import type { HookInput } from "../canonical/input.ts";
import { messageOf } from "../canonical/error-message.ts";
import type { Context, Environment } from "../context.ts";
import { handOver } from "../platform/hand-over.ts";
import { removeQuietly } from "../platform/remove-quietly.ts";
import type { HandlerJob } from "../platform/run-handler.ts";
import { shortHash } from "../platform/short-hash.ts";
import { takeSlot } from "../platform/slots.ts";
import { startDetached } from "../platform/start-detached.ts";
import type { IndexedHook } from "../plugins/dispatch-index/format.ts";
import type { HookServices } from "./hook-services.ts";
import { RUN } from "./own-modes.ts";
import type { AloneOrder } from "./run-alone.ts";

/** Running at once. */
const MOST_OF_SESSION = 4;
const MOST_OF_ALL = 16;
const MOST_SECONDS = 600;
/** Between the end of a hook and the removal of its slot. */
const MARGIN_MS = 10_000;

/** Why it was not started. */
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
