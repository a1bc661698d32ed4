/** Shared readings of how a handler in an agent's native format ended. */

import type { Outcome } from "../canonical/outcome.ts";
import type { NativeReading } from "./agent.ts";

export function answered(outcome: Outcome): NativeReading {
  return { kind: "answer", outcome };
}

export function exitedWith(code: number): NativeReading {
  return { kind: "failure", cause: `it exited with code ${code}` };
}

/** What an exit code that means nothing leaves for the user. */
export function shown(stderr: string): Outcome {
  return stderr === "" ? {} : { systemMessage: stderr };
}

/** Text on stdout that the agent does not read. */
export function ignoredText(outcome: Outcome = {}): NativeReading {
  return { kind: "answer", outcome, losses: [{ code: "text-ignored" }] };
}

export function denied(reason: string | undefined): Outcome {
  return { decision: "deny", ...(reason ? { reason } : {}) };
}
