/** `self-update`: puts the latest version in the place of this one. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const selfUpdateCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Update symposium to the latest version",
    fullDescription:
      "Asks npm for the latest version and, where it is newer, runs `npm install --global`. npm's own settings say which registry that is.\n" +
      "A symposium that was not installed that way is left alone, with a word on how to update it.",
  },
  parameters: {},
  async func() {
    const { selfUpdate } = await import("../../app/self-update.ts");
    const onProgress = (message: string) => this.report({ type: "message", level: "note", message });
    const { current, latest, installed } = await selfUpdate(this, { onProgress });
    const text = installed
      ? `symposium ${latest} is installed (before: ${current})\nRun \`${this.calledAs} sync\` to give agents its hook program.`
      : `symposium ${current} is up to date`;
    this.report({ type: "answer", value: { current, latest, installed }, text: () => text });
  },
});
