/** Calls of the built programs, with arrangements around them that only a shell or the test itself can make. */

import type { FileTree } from "fs-fixture";

import { program } from "../foundation/programs.ts";
import { type Answered, type BUILT, environmentOf, type Home, runProgram } from "../support/home.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";

export type BuiltForm = (typeof BUILT)[number];

/** A shell command about to run, as Claude Code tells it; its folder does not exist here. */
export const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

export const SILENT = { stdout: "", stderr: "", exitCode: 0 };

/** A plugin whose one hook answers every tool call with `hello`, or does what `script` does. */
export function speaker(script = says({ additionalContext: "hello" }), more = ""): FileTree {
  return plugin("speaker", hook("say", "PreToolUse", more), { "say.sh": script });
}

/** What Claude Code gets of such context. */
export function context(text = "hello"): Answered {
  return { ...SILENT, stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: text } }) };
}

export interface Arranged {
  readonly call?: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The call as a shell script makes it, in which `"$@"` is the program's command line. */
export function arranged(
  home: Home,
  form: BuiltForm,
  script: string,
  { call = ["claude", "PreToolUse"], input, env }: Arranged = {},
): Promise<Answered> {
  const args = ["-c", script, "sh", program(form), ...call];
  return runProgram("/bin/sh", args, input ?? JSON.stringify(SHELL), env ?? environmentOf(home.path), home.getPath("work"));
}
