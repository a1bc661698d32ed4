/** Short forms for what a hook command leaves behind. */

import type { HookAnswer } from "./oracle.ts";

export function json(value: unknown, exitCode = 0): HookAnswer {
  return { stdout: JSON.stringify(value), stderr: "", exitCode };
}

export function exit(exitCode: number, stderr = "", stdout = ""): HookAnswer {
  return { stdout, stderr, exitCode };
}

export function plain(stdout: string): HookAnswer {
  return { stdout, stderr: "", exitCode: 0 };
}

/** The nested form that Claude Code introduced and others copied. */
export function nested(hookEventName: string, fields: object, beside: object = {}): HookAnswer {
  return json({ ...beside, hookSpecificOutput: { hookEventName, ...fields } });
}
