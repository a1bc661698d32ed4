/** The daily check for a newer version, beside a command that takes its time anyway. */

import { readConfig } from "../../config/read-config.ts";
import { updateNews } from "../../state/update-news.ts";
import { checkForUpdate } from "../../updates/check-for-update.ts";
import { VERSION } from "../../version.ts";
import type { CliContext } from "../cli-context.ts";

type Telling = Pick<CliContext, "context" | "places" | "terminal" | "calledAs" | "report">;

/**
 * Starts the check; the function it returns reports the result when the command is done. Only at a terminal: scripts should not ask the
 * network for it. In an agent the start of a session reports it.
 */
export function startUpdateCheck({ context, places, terminal, calledAs, report }: Telling): () => Promise<void> {
  if (terminal === undefined) return async () => {};
  const read = readConfig(places.config);
  if (!read.ok || read.config.agents.length === 0) return async () => {};
  const check = checkForUpdate({ context, places, config: read.config });
  return async () => {
    const latest = await check;
    if (latest === undefined) return;
    if ("trouble" in latest)
      return report({ type: "message", level: "detail", message: `no check for a newer version: ${latest.trouble}` });
    const message = updateNews({ latest: latest.version, current: VERSION }, calledAs);
    if (message !== undefined) report({ type: "message", level: "warning", message });
  };
}
