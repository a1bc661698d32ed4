/** `trust lock`: writes the digests that a team commits, for `sync --check` in CI. */

import { join } from "node:path";

import { buildCommand } from "@stricli/core";

import { lockTrust } from "../setup/trust/digest-lock.ts";
import type { CliContext } from "./cli-context.ts";
import { counted, shortPath } from "./terminal/text.ts";

export const trustLockCommand = buildCommand<Record<never, never>, [], CliContext>({
  docs: {
    brief: "Write the digests of this project's plugins, for CI",
    fullDescription:
      "Writes symposium-trust.lock at the top of the project: the digest of each part of its own plugins, and of those of its dependencies. Commit\n" +
      "it. `sync --check` then compares with it, and can pass on a machine without any decision. The file consents to nothing.",
    customUsage: [{ input: "", brief: "Write it after you have read what changed" }],
  },
  parameters: {},
  async func() {
    const written = lockTrust(this);
    const { folder, file, isChanged, plugins } = written;
    const where = shortPath(join(folder, file), this.context.home);
    const what = counted(plugins.length, "plugin", "plugins");
    this.report({
      type: "answer",
      value: written,
      text: () => [isChanged ? `wrote the digests of ${what} to ${where}; commit it` : `${where} has the digests of ${what} already`],
      isReport: true,
    });
  },
});
