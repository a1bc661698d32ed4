/** One hook of a manifest: every check that needs the whole plugin, and everything about it resolved. */

import type { Surroundings } from "../installations/resolve-command.ts";
import type { AgentWords } from "./agent-words.ts";
import { checkStarted } from "./check-started.ts";
import type { HookEntry } from "./hook-entry.ts";
import { hookOccasion } from "./hook-occasion.ts";
import type { InstallationBook } from "./installation-book.ts";
import type { Hook } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";

/** `undefined` when something is wrong with it, which was then reported. */
export function checkHook(entry: HookEntry, book: InstallationBook, agents: AgentWords, where: Surroundings): Hook | undefined {
  const report = (finding: Finding) => book.report(entry, { ...finding, message: `hook \`${entry.name}\`: ${finding.message}` });
  const occasion = hookOccasion(entry, agents);
  if (isFinding(occasion)) return void report(occasion);
  const started = checkStarted({ kind: "hook", ...entry, report }, entry, book, where);
  if (started === undefined) return undefined;
  return {
    name: entry.name,
    ...occasion,
    ...started,
    timeout: entry.timeout,
    onFailure: entry["on-failure"],
    onUnsupported: entry["on-unsupported"],
    keepEnv: entry["keep-env"],
    ...(entry.blocking === undefined ? {} : { blocking: entry.blocking }),
  };
}
