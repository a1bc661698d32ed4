/** The two kinds of error: one the user can fix, one that is a bug in Symposium. */

export interface UserErrorOptions {
  /** How to fix it, in one line. */
  readonly hint?: string;
  /** Lines below the message, such as one for each file. */
  readonly details?: readonly string[];
  /** 1 failed, 2 wrong usage, 130 the user pressed Ctrl-C. */
  readonly exitCode?: 1 | 2 | 130;
  readonly cause?: unknown;
}

export class UserError extends Error {
  override readonly name = "UserError";
  readonly code: string;
  readonly hint: string | undefined;
  readonly details: readonly string[] | undefined;
  readonly exitCode: 1 | 2 | 130;

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
