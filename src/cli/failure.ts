/** What is printed for an error, and its exit code. */

import { type ErrorExitCode, InternalError, UserError } from "../errors.ts";
import type { FailureEvent, MessageEvent } from "./report/reporter.ts";

export type ExitCode = 0 | ErrorExitCode;

export interface Failure {
  readonly event: FailureEvent | MessageEvent;
  readonly exitCode: ExitCode;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof UserError) {
    const { code, message, details, hint, exitCode } = error;
    // A user who says no made no mistake.
    if (code === "CANCELLED") return { event: { type: "message", level: "note", message }, exitCode };
    return { event: { type: "failure", code, message, ...(details === undefined ? {} : { details }), hint }, exitCode };
  }
  return { event: ourFault(error), exitCode: 1 };
}

const REPORT = "This is a bug in symposium; please report it with what you did and the output of the same command with -v";

function ourFault(error: unknown): FailureEvent {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const stack = error instanceof Error ? framesOf(error) : undefined;
  const code = error instanceof InternalError ? "INTERNAL" : "UNEXPECTED";
  return { type: "failure", code, message, hint: REPORT, stack };
}

/** The frames without the message, which is printed already, and with the errors behind it. */
function framesOf(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const behind = error.cause instanceof Error ? [`caused by: ${error.cause.message}`, framesOf(error.cause)] : [];
  return [...frames, ...behind].join("\n");
}
