/** Checks one hook of a manifest against the whole plugin, and resolves everything in it. */

import { join } from "node:path";

import { resolveAgent } from "../../agents/find-agent.ts";
import { resolveNativeEvent } from "../../agents/resolve-event.ts";
import { similarWord } from "../../files/similar-word.ts";
import { EVENT_NAMES, eventFromWord, meaningOf } from "../../model/event.ts";
import { isPortableFormat, shimmedAgent, shimOf } from "../../model/handler-formats.ts";
import { parseMatcher } from "../../model/matcher.ts";
import type { Surroundings } from "../../packages/programs/resolve-command.ts";
import type { Hook, HookEvent, Started } from "../plugin.ts";
import { checkStarted } from "./check-started.ts";
import { readGate } from "./gate.ts";
import type { NamedInstallations } from "./installations.ts";
import { type Finding, isFinding } from "./report.ts";
import { type HookEntry, NARROWING } from "./schema.ts";

export interface CheckedHook {
  readonly hook: Hook;
  /** It is closed on failure and stays though part of it is unusable (RT-39). */
  readonly isWidened: boolean;
}

/** `undefined` when it is invalid, which was then reported. */
export function checkHook(entry: HookEntry, named: NamedInstallations, where: Surroundings): CheckedHook | undefined {
  const report = (finding: Finding) => named.report(entry, { ...finding, message: `hook \`${entry.name}\`: ${finding.message}` });
  const isClosed = entry["on-failure"] === "closed";
  const { occasion, isWidened } = isClosed ? closedOccasion(entry, report) : { occasion: hookOccasion(entry), isWidened: false };
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
    blocking: entry.blocking,
  };
  return { hook, isWidened: isWidened || started === undefined };
}

/** Drops what would keep a closed hook from being asked, so that it is asked more often. An unknown event is read as the closest one. */
function closedOccasion(
  entry: HookEntry,
  report: (finding: Finding) => void,
  isWidened = false,
): { readonly occasion: Occasion | Finding; readonly isWidened: boolean } {
  const occasion = hookOccasion(entry);
  if (!isFinding(occasion)) return { occasion, isWidened };
  const key = [occasion.key ?? []].flat()[0];
  const event = key === "event" ? similarWord(entry.event, EVENT_NAMES) : undefined;
  if (event !== undefined) {
    report({ ...occasion, message: `${occasion.message}; the hook is closed on failure, so it is read as ${event}` });
    return closedOccasion({ ...entry, event }, report, true);
  }
  if (typeof key !== "string" || !NARROWING.includes(key) || !Object.hasOwn(entry, key)) return { occasion, isWidened };
  report({ ...occasion, message: `${occasion.message}; the hook is closed on failure, so it applies without it` });
  const { [key as "matcher"]: _, ...rest } = entry;
  return closedOccasion({ ...rest, format: key === "format" ? "symposium" : entry.format }, report, true);
}

/** A closed hook without a program that can be started counts as a failing program: it denies. */
function nothingToRun({ name }: HookEntry, { directory }: Surroundings): Started {
  const path = join(directory, `no command for ${name.replaceAll(/[\\/]/g, "-")}`);
  return { installation: name, command: { kind: "executable", path, args: [] }, env: {}, path: [], requirements: [] };
}

/** When a hook runs and for whom: its format, agent, event, matcher and gate, each checked by itself. */
type Occasion = Pick<Hook, "format" | "agent" | "event" | "native" | "contract" | "matcher" | "gate">;

/** A finding is always an error: with any of these wrong the hook would act where its author did not mean it to. */
function hookOccasion(entry: HookEntry): Occasion | Finding {
  const format = resolvedFormat(entry.format);
  if (format === undefined) {
    const hint = "use symposium, interchange, an agent's name, or shim: and an agent's name";
    return { key: "format", message: `unknown format \`${entry.format}\``, hint };
  }
  const agent = entry.agent === undefined ? undefined : resolveAgent(entry.agent);
  if (entry.agent !== undefined && agent === undefined) return { key: "agent", message: `unknown agent \`${entry.agent}\`` };
  if (agent !== undefined && agent !== format && !isPortableFormat(format))
    return { key: "format", message: `it never runs: \`agent\` is ${agent}, and \`format\` is the format of ${format}` };
  const found = hookEvent(entry.event, format, agent);
  if ("message" in found) return found;
  const { contract, ...event } = found;
  const matcher = parseMatcher(entry.matcher);
  if (matcher.kind === "invalid") {
    const hint = /lookaround|back ref/.test(matcher.message) ? WAY_OUT : undefined;
    return { key: "matcher", message: `the matcher can never match: ${matcher.message}`, hint };
  }
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  // A hook for one of several native events runs at that one alone.
  const shimmed = shimmedAgent(format);
  const own = shimmed === undefined ? undefined : resolveNativeEvent(shimmed, entry.event);
  const native = own?.isOneOfSeveral === true ? { event: own.native } : undefined;
  return { format, agent, event, native, contract, matcher, gate };
}

function resolvedFormat(word: string): string | undefined {
  const shimmed = shimmedAgent(word);
  if (shimmed === undefined) return isPortableFormat(word) ? word : resolveAgent(word);
  const agent = resolveAgent(shimmed);
  return agent === undefined ? undefined : shimOf(agent);
}

/** Matchers run in linear time, which rules out lookaround and back references. */
const WAY_OUT = "list the tools it is for, as in `Edit|Write`, or drop the matcher and have the handler exit 0 for any other `tool_name`";

/**
 * `format` is resolved: a portable one, or our name for an agent. `only` is the only agent that the hook is for. The contract has the name by
 * which a handler of the Hook Interchange Format knows an agent's own event.
 */
function hookEvent(word: string, format: string, only?: string): (HookEvent & Pick<Hook, "contract">) | Finding {
  const isInterchange = format === "interchange";
  const neutral = eventFromWord(word) ?? (isInterchange ? EVENT_NAMES.find((name) => meaningOf(name).interchange === word) : undefined);
  if (neutral !== undefined) return { event: neutral };
  const isNative = !isPortableFormat(format);
  const native = resolveNativeEvent(shimmedAgent(format) ?? format, word);
  if (native?.event !== undefined && (native.isOneOfSeveral !== true || !isNative)) return { event: native.event };
  if (native !== undefined && isNative) return { agent: format, native: native.native };
  const own = isInterchange && only !== undefined ? resolveNativeEvent(only, word) : undefined;
  if (own?.named !== undefined) return { agent: only!, native: own.native, contract: { event: own.named } };
  return { message: `unknown event \`${word}\``, hint: hintFor(word, format), key: "event" };
}

function hintFor(word: string, format: string): string {
  const near = similarWord(word, EVENT_NAMES);
  if (near !== undefined) return `did you mean ${near}?`;
  const known = `known events: ${EVENT_NAMES.join(", ")}`;
  if (!isPortableFormat(format)) return known;
  const place = format === "interchange" ? "`agent`: write a hook for each agent that has it, or one in a hook manifest" : "`format`";
  return `${known}; an agent's own events need that agent as ${place}`;
}
