/** `trust lock`: writes the digests that a team commits, for `sync --check` in CI. */

import { join } from "node:path";

import { lockTrust } from "../setup/trust/digest-lock.ts";
import { command } from "./command.ts";
import { tell } from "./terminal/reporter.ts";
import { counted, shortPath } from "./terminal/text.ts";

export const trustLockCommand = command({
  brief: "Write the digests of this project's plugins, for CI",
  about:
    "Writes symposium-trust.lock at the top of the project: the digest of each part of its own plugins, and of those of its dependencies. Commit\n" +
    "it. `sync --check` then compares with it, and can pass on a machine without any decision. The file consents to nothing.",
  examples: [{ input: "", brief: "Write it after you have read what changed" }],
  async run(cli) {
    const written = lockTrust(cli);
    const { folder, file, isChanged, plugins } = written;
    const where = shortPath(join(folder, file), cli.context.home);
    const what = counted(plugins.length, "plugin", "plugins");
    tell(cli, written, () => [
      isChanged ? `wrote the digests of ${what} to ${where}; commit it` : `${where} has the digests of ${what} already`,
    ]);
  },
});
