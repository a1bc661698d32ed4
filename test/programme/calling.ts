/** Calls of the built programmes, with arrangements around them that only a shell or the test itself can make. */

import type { FileTree } from "fs-fixture";

import { programme } from "../foundation/programmes.ts";
import { type Answered, type BUILT, type Home, plugin, runProgramme } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";

export type BuiltForm = (typeof BUILT)[number];

/** A shell command about to run, as Claude Code tells it; its folder does not exist here. */
export const SHELL = capturedPayload("claude-code", "PreToolUse.shell");

export const SILENT = { stdout: "", stderr: "", exitCode: 0 };

/** A hook for `event` whose script has the hook's name. */
export function hook(name: string, event = "PreToolUse", more = ""): string {
  return `\n[[hooks]]\nname = "${name}"\nevent = "${event}"\ncommand = { script = "${name}.sh" }\n${more}\n`;
}

/** A script that reads its input and prints an answer. */
export function says(fields: object, event = "PreToolUse"): string {
  return `cat >/dev/null; echo '${JSON.stringify({ [event]: fields })}'\n`;
}

/** A plugin whose one hook answers every tool call with `hello`, or does what `script` does. */
export function speaker(script = says({ additionalContext: "hello" }), more = ""): FileTree {
  return plugin("speaker", hook("say", "PreToolUse", more), { "say.sh": script });
}

/** What Claude Code is told of such context. */
export function context(text = "hello"): Answered {
  return { ...SILENT, stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: text } }) };
}

export function environmentOf(home: Home): Record<string, string> {
  return { HOME: home.path, SYMPOSIUM_HOME: home.path, PATH: process.env["PATH"] ?? "" };
}

export interface Arranged {
  readonly call?: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The call as a shell script makes it, in which `"$@"` is the programme's command line. */
export function arranged(
  home: Home,
  form: BuiltForm,
  script: string,
  { call = ["claude", "PreToolUse"], input, env }: Arranged = {},
): Promise<Answered> {
  const args = ["-c", script, "sh", programme(form), ...call];
  return runProgramme("/bin/sh", args, input ?? JSON.stringify(SHELL), env ?? environmentOf(home), home.getPath("work"));
}
