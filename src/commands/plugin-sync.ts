/** `plugin sync [source]`: fetches git sources now. */

import { UserError } from "../errors.ts";
import type { SourceUpdate } from "../plugins/sources/update-sources.ts";
import { type FetchRequest, fetchSources } from "../setup/fetch-sources.ts";
import type { CliContext } from "./cli-context.ts";
import { command, optionalArgument } from "./command.ts";
import { say, type Style, tell } from "./terminal/reporter.ts";

export const pluginSyncCommand = command({
  brief: "Fetch git sources",
  about:
    "Fetches every git source, except those with `auto-update = false`, and the repositories that plugins here lead to, or only the named\n" +
    "one. If a fetch fails, Symposium keeps what it fetched before, and the exit code is 1. With `--update check` it fetches only what changed.",
  examples: [
    { input: "", brief: "Fetch all git sources" },
    { input: "my-org", brief: "Fetch one source" },
  ],
  positional: optionalArgument("source", "The source to fetch (default: all)"),
  async run(cli, _flags, name) {
    const updates = await fetched(cli, { name, update: cli.update });
    tell(cli, { sources: updates }, (style) => renderUpdates(updates, style));
    const failed = warnOf(cli, updates);
    if (failed.length === 0) return;
    const names = failed.map((one) => one.name).join(", ");
    throw new UserError("SOURCE", `${failed.length} of ${updates.length} sources could not be fetched: ${names}`);
  },
});

export async function fetchAndWarn(cli: CliContext, request: FetchRequest): Promise<void> {
  warnOf(cli, await fetched(cli, request));
}

function fetched(cli: CliContext, request: FetchRequest): Promise<readonly SourceUpdate[]> {
  return fetchSources(cli, {
    ...request,
    ancestors: cli.ancestors,
    onProgress: ({ name, step }) => say(cli, step === "asking" ? "detail" : "note", `${step} ${name}`),
  });
}

function warnOf({ report }: CliContext, updates: readonly SourceUpdate[]): readonly SourceUpdate[] {
  const failed = updates.filter(({ problem }) => problem !== undefined);
  // Without the file, which is the config: the message names the source.
  for (const { problem } of failed) report({ type: "message", level: "warning", message: problem!.message, hint: problem!.hint });
  return failed;
}

function renderUpdates(updates: readonly SourceUpdate[], style: Style): string[] {
  if (updates.length === 0) return ["No git sources to sync."];
  return updates.map(({ name, state, commit }) => {
    const at = commit === undefined ? "" : style("faint", ` at ${commit.slice(0, 12)}`);
    if (state === "failed" || state === "kept")
      return `${style("bad", "Failed")}: ${name} (${state === "kept" ? "kept" : "not fetched"}${at})`;
    return `${style("good", "Synced")}: ${name} (${state}${at})`;
  });
}
