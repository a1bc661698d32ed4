/** The daily check for a newer version, beside a command of the user's (PG-19). */

import { VERSION } from "../context.ts";
import { readConfig } from "../files/config.ts";
import { updateNews } from "../files/state-file.ts";
import { checkForUpdate } from "../setup/check-for-update.ts";
import { updateInBackground } from "../setup/self-update.ts";
import type { CliContext } from "./cli-context.ts";
import type { MessageEvent } from "./terminal/reporter.ts";

type Telling = Pick<CliContext, "context" | "places" | "terminal" | "calledAs" | "report" | "dist">;

/** They remove Symposium, update it themselves, or answer a program. */
const UNCHECKED = ["uninstall", "self-update", "hook", "mcp", "completions"];

/**
 * Starts the check; the function it returns reports the result when the command is done, and has the new version installed where the user wants that. Only
 * at a terminal of the user's: neither scripts nor agents ask the network for it. In an agent the start of a session reports it.
 */
export function startUpdateCheck(cli: Telling, words: string): () => Promise<void> {
  const { context, places, terminal, calledAs, report } = cli;
  if (UNCHECKED.includes(words) || terminal === undefined) return async () => {};
  const read = readConfig(places.config);
  if (!read.ok || read.config.agents.length === 0) return async () => {};
  const check = checkForUpdate({ context, places, config: read.config });
  return async () => {
    const latest = await check;
    if (latest === undefined) return;
    if ("trouble" in latest)
      return report({ type: "message", level: "detail", message: `no check for a newer version: ${latest.trouble}` });
    const news = updateNews({ latest: latest.version, current: VERSION }, calledAs);
    if (news === undefined) return;
    const update = read.config.autoUpdate === "on" ? await installed(cli, latest.version) : undefined;
    report(update ?? { type: "message", level: "warning", message: news });
  };
}

/** `undefined` where nothing could be started. */
async function installed(cli: Telling, version: string): Promise<MessageEvent | undefined> {
  const update = await updateInBackground(cli, version);
  if (update.kind === "left") return undefined;
  if (update.kind === "by hand") return { type: "message", level: "warning", message: update.message, hint: update.hint };
  const message = `symposium ${version} is being installed in the background: ${update.command}`;
  return { type: "message", level: "note", message, hint: `run \`${cli.calledAs} sync\` afterwards to give agents its hook program` };
}
