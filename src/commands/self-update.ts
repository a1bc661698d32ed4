/** `self-update`: puts the latest version in the place of this one. */

import { buildCommand } from "@stricli/core";

import { selfUpdate } from "../setup/self-update.ts";
import type { CliContext } from "./cli-context.ts";

export const selfUpdateCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Update symposium to the latest version",
    fullDescription:
      "Asks npm for the latest version and, if it is newer, installs it with the package manager that installed Symposium: npm, pnpm, Yarn 1 or Bun.\n" +
      "npm's settings decide the registry. For a checkout or a project's own copy it changes nothing and prints the command to run.",
    customUsage: [{ input: "", brief: "Install the latest version" }],
  },
  parameters: {},
  async func() {
    const onProgress = (text: string) => {
      for (const message of text.split("\n")) this.report({ type: "message", level: "note", message });
    };
    const { current, latest, installed } = await selfUpdate(this, { onProgress });
    const text = installed
      ? [`symposium ${latest} is installed (before: ${current})`, `next: run \`${this.calledAs} sync\` to give agents its hook program`]
      : [`symposium ${current} is up to date`];
    this.report({ type: "answer", value: { current, latest, installed }, text: () => text });
  },
});
