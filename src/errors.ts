/** Errors: those that the user can fix, those that are bugs in Symposium, and those that are an answer. */

/** 1 failed, 2 wrong usage, 126 not executable, 127 not found, 130 the user pressed Ctrl-C. */
export type ErrorExitCode = 1 | 2 | 126 | 127 | 130;

interface UserErrorOptions {
  /** How to fix it, in one line. */
  readonly hint?: string;
  /** Lines below the message, such as one for each file. */
  readonly details?: readonly string[];
  readonly exitCode?: ErrorExitCode;
  readonly cause?: unknown;
}

export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: readonly string[] | undefined;
  readonly exitCode: ErrorExitCode;

  constructor(code: string, message: string, options: UserErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.details = options.details;
    this.exitCode = options.exitCode ?? 1;
  }
}

/** An impossible state: a bug. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `undefined` where `act` throws. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Whether `act` does not throw. */
export function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
