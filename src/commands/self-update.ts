/** `self-update`: puts the latest version in the place of this one. */

import { selfUpdate, type SelfUpdateResult } from "../setup/self-update.ts";
import { command } from "./command.ts";
import { answer, say } from "./terminal/reporter.ts";

export const selfUpdateCommand = command({
  brief: "Update symposium to the latest version",
  about:
    "Asks npm for the latest version and, if it is newer, installs it with the package manager that installed Symposium: npm, pnpm, Yarn 1 or Bun.\n" +
    "npm's settings decide the registry. For a checkout or a project's own copy it changes nothing and prints the command to run.",
  examples: [{ input: "", brief: "Install the latest version" }],
  async run(cli) {
    // A package manager prints several lines at once.
    const onProgress = (text: string) => {
      for (const message of text.split("\n")) say(cli, "note", message);
    };
    const done = await selfUpdate(cli, { onProgress });
    answer(cli, done, () => linesOf(done, cli.calledAs));
  },
});

function linesOf({ current, latest, installed }: SelfUpdateResult, calledAs: string): readonly string[] {
  if (!installed) return [`symposium ${current} is up to date`];
  return [`symposium ${latest} is installed (before: ${current})`, `next: run \`${calledAs} sync\` to give agents its hook program`];
}
