/** `hooks convert`: hooks of one agent, or of a manifest, as files of other agents. */

import { buildCommand } from "@stricli/core";

import { SPECS, type Spec } from "../../canonical/hook-manifest.ts";
import type { CliContext } from "../cli-context.ts";
import { CHANGE_FLAGS, CHECK_FLAGS, type ChangeFlags, type CheckFlags } from "../hook-flags.ts";
import { oneOf, parsed, several, toggle } from "../parameters.ts";

interface ConvertFlags extends ChangeFlags, CheckFlags {
  readonly from?: string;
  readonly to?: string;
  readonly output?: string;
  readonly spec?: Spec;
  readonly noShim: boolean;
}

export const hooksConvertCommand = buildCommand<ConvertFlags, string[], CliContext>({
  docs: {
    brief: "Convert hooks of one agent into files of others",
    fullDescription:
      "Reads hooks from an agent's file or from a manifest of the Hook Interchange Format (JSON or YAML), and prints the file of another agent.\n" +
      "What cannot be carried over is printed to stderr. A guard that would not hold is left out, and the command exits with 1.\n" +
      "An entry for another agent calls your command through symposium-hook, which gives it the payload that it was written for and turns its\n" +
      "answer into that agent's. It needs Symposium on the machine that runs it; without it the agent goes on.",
    customUsage: [
      { input: "--to gemini ~/.claude/settings.json", brief: "Print what Gemini CLI would read" },
      { input: "--to hooks -o hooks.json ~/.claude/settings.json", brief: "Write a manifest" },
      { input: "--to all -o . hooks.json", brief: "Add the hooks to this project's files of every agent" },
      { input: "--to codex:toml --check --fail-on lossy-blocking hooks.json", brief: "In CI: fail if a guard is lost" },
    ],
  },
  parameters: {
    aliases: { o: "output" },
    flags: {
      from: parsed("agent", "Whose files they are: an agent, agent:form, `hooks` for a manifest, or auto (default)"),
      to: parsed("agent", "An agent, agent:form such as codex:toml, `hooks` for a manifest, or all (default: hooks)"),
      output: parsed("path", "Write to this file or below this folder; an existing file keeps all that is in it"),
      spec: oneOf(SPECS, "The version of a manifest that is written (default: hooks/1.0)"),
      noShim: toggle("Write entries that call your commands directly (default: through symposium-hook)"),
      ...CHANGE_FLAGS,
      ...CHECK_FLAGS,
    },
    positional: several("file", "Files with hooks; stdin without any"),
  },
  async func(flags, ...files) {
    const { runConvert } = await import("../run-hooks-convert.ts");
    await runConvert(this, { ...flags, files });
  },
});
