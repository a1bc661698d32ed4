/** `hooks import`: hooks of one agent, which every other agent runs from now on. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";
import { optionalArgument, parsed, toggle } from "../parameters.ts";

interface ImportFlags {
  readonly from?: string;
  readonly user: boolean;
  readonly move: boolean;
  readonly tracked: boolean;
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export const hooksImportCommand = buildCommand<ImportFlags, [string?], CliContext>({
  docs: {
    brief: "Run the hooks of one agent on all your agents",
    fullDescription:
      "Shows the hooks in an agent's files with their commands, and asks once. From then on every other configured agent runs them, unmodified,\n" +
      "except agents that read these files themselves. Symposium copies nothing: it follows every change of the files, and asks again before a\n" +
      "changed hook or script runs. With --move it takes the hooks out of the files, and runs them on all agents alike. `hooks remove` and\n" +
      "`uninstall` take everything back, byte for byte. `hooks convert` prints the hooks as a manifest instead.",
    customUsage: [
      { input: "", brief: "The Claude Code hooks of this project" },
      { input: "--user", brief: "Those of your home folder, in every project" },
      { input: "--from claude path/to/plugin", brief: "Those of a Claude Code plugin" },
      { input: "--move", brief: "Take them out of Claude's file, so that all agents run them alike" },
      { input: "--from gemini --dry-run", brief: "Show which hooks of Gemini CLI would run on other agents" },
    ],
  },
  parameters: {
    flags: {
      from: parsed("agent", "The agent whose hooks to import (default: claude-code)"),
      user: toggle("Import the hooks of your home folder, for every project (default: this project's)"),
      move: toggle(
        "Take the hooks out of the files: then Symposium runs them on every agent, also on their own and on those that read the files",
      ),
      tracked: toggle("With --move: also out of a file that git tracks, for everyone who works with the repository"),
      yes: toggle("Accept without a question; needs a terminal"),
      dryRun: toggle("Print what would run where, and change nothing"),
    },
    positional: optionalArgument("folder", "The folder of a plugin of that agent; without it, the agent's settings"),
  },
  async func(flags, folder) {
    const { runImport } = await import("../run-hooks-import.ts");
    await runImport(this, { ...flags, folder });
  },
});
