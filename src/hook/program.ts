/** The hook program around one call: arguments and stdin in, exactly one answer out, and an exit whatever is still open. */

import { messageOf } from "../errors.ts";
import { writeAll } from "../host/output.ts";
import { readStdin, type StdinReading } from "../host/stdin.ts";
import { deferred } from "../host/wait.ts";
import { answerCall } from "./answer-call.ts";
import type { Call, HookServices } from "./services.ts";

/** Agents close stdin at once; one that does not gets this long to continue. */
const IDLE_MS = 5_000;
const MOST_PAYLOAD_BYTES = 256 * 1024 * 1024;

/** Rejects with what is thrown outside any await, in a callback of the engine. */
function uncaught(): Promise<never> {
  const failed = deferred<never>();
  process.on("uncaughtException", failed.reject);
  process.on("unhandledRejection", failed.reject);
  failed.promise.then(undefined, () => {});
  return failed.promise;
}

/** Never returns: a daemon that holds our pipes must not keep the agent waiting. */
export async function runProgram(args: readonly string[], services: HookServices, answering = answerCall): Promise<never> {
  const [agent, event] = args;
  const failed = uncaught();
  const stdin = agent === undefined || event === undefined ? undefined : await Promise.race([readPayload(), failed.catch(failedReading)]);
  const { reply, record } = await answering({ agent, event, payload: payloadOf(stdin) }, services, failed);
  writeAll(1, reply.stdout);
  writeAll(2, reply.stderr);
  try {
    await record();
  } finally {
    process.exit(reply.exitCode);
  }
}

function readPayload(): Promise<StdinReading> {
  return readStdin({ idleMs: IDLE_MS, maxBytes: MOST_PAYLOAD_BYTES });
}

/** There may be no memory for what arrives. */
function failedReading(error: unknown): StdinReading {
  return { kind: "failed", message: messageOf(error) };
}

function payloadOf(stdin: StdinReading | undefined): Call["payload"] {
  switch (stdin?.kind) {
    case "text":
    case "unclosed":
      return { text: stdin.text };
    case "terminal":
      return { trouble: "stdin is a terminal: pipe the event's payload into it" };
    case "too-long":
      return { trouble: "the payload is too long" };
    case "failed":
      return { trouble: `cannot read stdin: ${stdin.message}` };
    default:
      return { trouble: "stdin has no payload" };
  }
}
