/** `plugin sync [source]`: fetches git sources now. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const pluginSyncCommand = buildCommand<Record<never, never>, [string?], CliContext>({
  docs: {
    brief: "Fetch git sources",
    fullDescription:
      "Fetches every git source, except those with `auto-update = false`, and the repositories that plugins here lead to, or only the named\n" +
      "one. If a fetch fails, Symposium keeps what it fetched before, and the exit code is 1. With `--update check` it fetches only what changed.",
    customUsage: [
      { input: "", brief: "Fetch all git sources" },
      { input: "my-org", brief: "Fetch one source" },
    ],
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "source", brief: "The source to fetch (default: all)", parse: String, optional: true }],
    },
  },
  async func(_flags, name) {
    const { fetchAndReport } = await import("../report/fetched.ts");
    await fetchAndReport(this, { name, update: this.update });
  },
});
