/** Checks one hook of a manifest against the whole plugin, and resolves everything in it. */

import { join } from "node:path";

import { EVENT_NAMES } from "../canonical/event.ts";
import { similarWord } from "../documents/similar-word.ts";
import type { Surroundings } from "../installations/resolve-command.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import { checkStarted } from "./check-started.ts";
import { type HookEntry, NARROWING } from "./hook-entry.ts";
import { hookOccasion, type Occasion } from "./hook-occasion.ts";
import type { NamedInstallations } from "./named-installations.ts";
import type { Hook, Started } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";

export interface CheckedHook {
  readonly hook: Hook;
  /** It is closed on failure and stays though part of it is unusable (RT-39). */
  readonly isWidened: boolean;
}

/** `undefined` when it is invalid, which was then reported. */
export function checkHook(
  entry: HookEntry,
  named: NamedInstallations,
  agents: AgentResolver,
  where: Surroundings,
): CheckedHook | undefined {
  const report = (finding: Finding) => named.report(entry, { ...finding, message: `hook \`${entry.name}\`: ${finding.message}` });
  const isClosed = entry["on-failure"] === "closed";
  const read = isClosed ? closedOccasion(entry, agents, report) : { occasion: hookOccasion(entry, agents), isWidened: false };
  const { occasion, isWidened } = read;
  if (isFinding(occasion)) return void report(occasion);
  const started = checkStarted({ kind: "hook", ...entry, report }, entry, named, where);
  if (started === undefined && !isClosed) return undefined;
  const hook: Hook = {
    name: entry.name,
    ...occasion,
    ...(started ?? nothingToRun(entry, where)),
    timeout: entry.timeout,
    onFailure: entry["on-failure"],
    onUnsupported: entry["on-unsupported"],
    keepEnv: entry["keep-env"],
    ...(entry.blocking === undefined ? {} : { blocking: entry.blocking }),
  };
  return { hook, isWidened: isWidened || started === undefined };
}

interface ClosedOccasion {
  readonly occasion: Occasion | Finding;
  readonly isWidened: boolean;
}

/** Drops what would keep a closed hook from being asked, so that it is asked more often. An unknown event is read as the closest one. */
function closedOccasion(entry: HookEntry, agents: AgentResolver, report: (finding: Finding) => void, isWidened = false): ClosedOccasion {
  const occasion = hookOccasion(entry, agents);
  if (!isFinding(occasion)) return { occasion, isWidened };
  const key = [occasion.key ?? []].flat()[0];
  const event = key === "event" ? similarWord(entry.event, EVENT_NAMES) : undefined;
  if (event !== undefined) {
    report({ ...occasion, message: `${occasion.message}; the hook is closed on failure, so it is read as ${event}` });
    return closedOccasion({ ...entry, event }, agents, report, true);
  }
  if (typeof key !== "string" || !NARROWING.includes(key) || !Object.hasOwn(entry, key)) return { occasion, isWidened };
  report({ ...occasion, message: `${occasion.message}; the hook is closed on failure, so it applies without it` });
  const { [key as "matcher"]: _, ...rest } = entry;
  return closedOccasion({ ...rest, format: key === "format" ? "symposium" : entry.format }, agents, report, true);
}

/** A closed hook without a program that can be started counts as a failing program: it denies. */
function nothingToRun({ name }: HookEntry, { directory }: Surroundings): Started {
  const path = join(directory, `no command for ${name.replaceAll(/[\\/]/g, "-")}`);
  return { installation: name, command: { kind: "executable", path, args: [] }, env: {}, path: [], requirements: [] };
}
