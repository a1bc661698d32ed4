/** `completions <shell>`: prints the script that makes a shell complete our words. */

import { buildCommand } from "@stricli/core";

import { SHELLS } from "../completion/shells.ts";
import type { CliContext } from "../cli-context.ts";

export const completionsCommand = buildCommand<Record<never, never>, [(typeof SHELLS)[number]], CliContext>({
  docs: {
    brief: "Print the script that completes commands in your shell",
    fullDescription:
      "Prints a script for your shell. It completes commands, flags, agents and plugins, and the commands of the plugins that are active in the\n" +
      "current folder.",
    customUsage: [
      { input: "bash > ~/.local/share/bash-completion/completions/symposium", brief: "For bash" },
      { input: "zsh > ~/.zfunc/_symposium", brief: "For zsh, with ~/.zfunc in fpath" },
      { input: "fish > ~/.config/fish/completions/symposium.fish", brief: "For fish" },
    ],
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: SHELLS.join("|"), brief: "Your shell", parse: readShell }],
    },
  },
  async func(_flags, shell) {
    const { completionScript } = await import("../completion/scripts.ts");
    const script = completionScript(shell);
    this.report({
      type: "answer",
      value: { shell, script },
      text: (style) =>
        script
          .trimEnd()
          .split("\n")
          .map((line) => style("code", line)),
    });
  },
});

function readShell(word: string): (typeof SHELLS)[number] {
  const shell = SHELLS.find((each) => each === word);
  if (shell === undefined) throw new Error(`use one of ${SHELLS.join(", ")}`);
  return shell;
}
