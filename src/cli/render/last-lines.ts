/** The end of a command: what happened, and what to do next. */

import type { SetUpResult } from "../../app/set-up-result.ts";
import { listed } from "./listed.ts";
import type { RenderOptions } from "./options.ts";

export function unchangedLine({ style }: RenderOptions): string {
  return style("good", "nothing to change: everything is as configured");
}

export function dryRunLine({ verbose, diff = verbose }: RenderOptions): string {
  return `nothing was changed: this is a dry run${diff ? "" : "; -v shows the differences"}`;
}

/** `next: …`, with what follows in a column of its own. */
export function nextLines(steps: readonly string[], { style }: Pick<RenderOptions, "style">): string[] {
  return steps.map((step, at) => (at === 0 ? `${style("pointer", "next")}: ${step}` : `      ${step}`));
}

/** Start the agents whose files were written: a session reads them when it begins, and some agents ask first. */
export function startSteps({ files, activations }: SetUpResult): string[] {
  const written = new Set(files.filter(({ action }) => action === "create" || action === "change").map(({ file }) => file));
  const fresh = activations.filter(({ file }) => written.has(file));
  const titles = (those: typeof fresh) => [...new Set(those.map(({ title }) => title))];
  const asking = titles(fresh.filter(({ state }) => state === "waiting"));
  if (asking.length > 0) return [`start ${listed(asking)}, and approve what ${asking.length === 1 ? "it asks" : "they ask"}`];
  return fresh.length === 0 ? [] : [`start ${listed(titles(fresh))}`];
}
