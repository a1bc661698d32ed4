/** `plugin sync [source]`: fetches git sources now. */

import { buildCommand } from "@stricli/core";

import type { CliContext } from "../cli-context.ts";

export const pluginSyncCommand = buildCommand<Record<never, never>, [string?], CliContext>({
  docs: {
    brief: "Fetch git sources",
    fullDescription:
      "Fetches every git source, except those with `auto-update = false`, or the one that is named, whatever its `auto-update`. A source that\n" +
      "cannot be fetched keeps what was fetched of it before; the exit code is then 1. With `--update check` only what has moved is fetched.",
  },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [{ placeholder: "source", brief: "The source to fetch, by its name; all without", parse: String, optional: true }],
    },
  },
  async func(_flags, name) {
    const { fetchAndReport } = await import("../report-fetched.ts");
    await fetchAndReport(this, { name, update: this.update });
  },
});
