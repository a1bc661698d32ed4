/** `hooks install`: the hooks of a manifest in the files of the configured agents. */

import { buildCommand } from "@stricli/core";

import type { Config } from "../../config/config.ts";
import type { CliContext } from "../cli-context.ts";
import { CHANGE_FLAGS, CHECK_FLAGS, type ChangeFlags, type CheckFlags } from "../hook-flags.ts";
import { argument, oneOf, parsed, repeatable, toggle } from "../parameters.ts";

interface InstallFlags extends ChangeFlags, CheckFlags {
  readonly to?: readonly string[];
  readonly hookScope?: Config["hookScope"];
  readonly noShim: boolean;
  readonly digest?: string;
}

export const hooksInstallCommand = buildCommand<InstallFlags, [string], CliContext>({
  docs: {
    brief: "Install the hooks of a manifest into your agents",
    fullDescription:
      "Shows every command and what it would write, and asks. Then adds native entries to the files of the configured agents, and leaves everything\n" +
      "else in these files as it is. A changed manifest replaces what it installed before. In a script, --digest installs without a question.\n" +
      "An agent cannot install hooks. `hooks remove` and `uninstall` take the entries out again, byte for byte.",
    customUsage: ["hooks.json", "hooks.json --to claude --to gemini", "hooks.yaml --hook-scope project", "hooks.json --dry-run --diff"],
  },
  parameters: {
    flags: {
      to: repeatable("agent", "Only into this agent, configured or not (repeatable)"),
      hookScope: oneOf(["global", "project"], "Into your home folder or into the project (default: as configured)"),
      noShim: toggle("Write entries that call your commands directly (default: through symposium-hook)"),
      digest: parsed("digest", "Install without a question, if --dry-run printed this digest"),
      ...CHANGE_FLAGS,
      ...CHECK_FLAGS,
    },
    positional: argument("manifest", "A manifest in JSON or YAML"),
  },
  async func(flags, manifest) {
    const { runInstall } = await import("../run-hooks-install.ts");
    await runInstall(this, { ...flags, manifest });
  },
});
