/** What came of fetching git sources, as people see it and as JSON. */

import { UserError } from "../errors.ts";
import type { SourceUpdate } from "../plugins/sources/update-sources.ts";
import type { Reporter, Style } from "./reporter.ts";

/** Throws where a source could not be fetched, after all were tried. */
export function reportFetched(report: Reporter["report"], updates: readonly SourceUpdate[]): void {
  report({ type: "answer", value: { sources: updates }, text: (style) => renderUpdates(updates, style) });
  const failed = updates.filter(({ problem }) => problem !== undefined);
  // Without the file, which is the config: the message names the source.
  for (const { problem } of failed) report({ type: "message", level: "warning", message: problem!.message, hint: problem!.hint });
  if (failed.length === 0) return;
  const names = failed.map(({ name }) => name).join(", ");
  throw new UserError("SOURCE", `${failed.length} of ${updates.length} sources could not be fetched: ${names}`);
}

function renderUpdates(updates: readonly SourceUpdate[], style: Style): string {
  if (updates.length === 0) return "No git sources to sync.";
  return updates
    .map(({ name, state, commit }) => {
      const at = commit === undefined ? "" : style("faint", ` at ${commit.slice(0, 12)}`);
      if (state === "failed" || state === "kept")
        return `${style("bad", "Failed")}: ${name} (${state === "kept" ? "kept" : "not there"}${at})`;
      return `${style("good", "Synced")}: ${name} (${state}${at})`;
    })
    .join("\n");
}
