/** Fetching git sources on request, and telling what came of each. */

import { resolveNativeEvent } from "../../agents/resolve-event.ts";
import { resolveAgent } from "../../agents/resolve.ts";
import type { Json } from "../../canonical/json.ts";
import { type Problem, problemText } from "../../documents/problem.ts";
import { configToActOn } from "../../config/read-config.ts";
import { findWorkspace } from "../../ecosystems/find-workspace.ts";
import { UserError } from "../../errors.ts";
import { rebuildIndex } from "../../plugins/dispatch-index/rebuild.ts";
import { type ConfiguredGitSource, gitSourcesOf } from "../../plugins/sources/configured-git.ts";
import { type SourceUpdate, updateSources } from "../../plugins/sources/update-sources.ts";
import { BUILD } from "../../version.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import type { MessageEvent, Style } from "../../cli/reporter.ts";

/** Somebody asked for this, sees it going on, and can end it. */
const LIMIT_MS = 300_000;

/** Throws where a source could not be fetched, after all were tried. */
export async function syncSources(cli: CliContext, name: string | undefined): Promise<void> {
  const { context, places, report } = cli;
  const sources = chosenSources(cli, name);
  const updates = await updateSources({
    // Who asks for this wants it done.
    level: cli.update ?? "fetch",
    limitMs: LIMIT_MS,
    sources,
    context,
    places,
    onProgress: ({ name: source, step }) =>
      report({ type: "message", level: step === "asking" ? "detail" : "note", message: `${step} ${source}` }),
  });
  // Hooks are to come from what is there now, without the next call having to look.
  if (updates.some(({ state }) => state === "fetched")) await rebuildIndexes(cli);
  report({ type: "answer", value: { sources: updates } as unknown as Json, text: (style) => renderUpdates(updates, style) });
  for (const { problem } of updates) if (problem !== undefined) report(warningOf(problem));
  const failed = updates.filter(({ problem }) => problem !== undefined);
  if (failed.length > 0) throw notFetched(failed, updates.length);
}

function chosenSources({ places, update }: CliContext, name: string | undefined): readonly ConfiguredGitSource[] {
  const read = configToActOn(places);
  if (!read.ok) throw new UserError("CONFIG", problemText(read.problem), { hint: read.problem.hint ?? "mend it and run this again" });
  const sources = gitSourcesOf(read.config, places);
  if (name === undefined) return update === "fetch" ? sources : sources.filter(({ autoUpdate }) => autoUpdate);
  const named = sources.filter((source) => source.name === name);
  if (named.length > 0) return named.map((source) => ({ ...source, autoUpdate: true }));
  const known = [...new Set(sources.map((source) => source.name))];
  const hint = known.length === 0 ? "the config file names no git source" : `git sources are ${known.join(", ")}`;
  const isFolder = read.config.sources.some((source) => source.name === name && "path" in source) || name === "user-plugins";
  const message = isFolder
    ? `source ${JSON.stringify(name)} is a folder and needs no fetching`
    : `no git source found for ${JSON.stringify(name)}`;
  throw new UserError("SOURCE", message, { hint });
}

async function rebuildIndexes({ context, places }: CliContext): Promise<void> {
  const agents = { resolveAgent, resolveNativeEvent };
  for (const folder of new Set([null, findWorkspace(context.cwd)])) {
    await rebuildIndex({ context, places, folder, programme: BUILD, agents });
  }
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

function notFetched(failed: readonly SourceUpdate[], all: number): UserError {
  return new UserError("SOURCE", `${failed.length} of ${all} sources could not be fetched: ${failed.map(({ name }) => name).join(", ")}`);
}

function warningOf({ message, hint }: Problem): MessageEvent {
  return { type: "message", level: "warning", message, ...(hint === undefined ? {} : { hint }) };
}
