/** Selects the hooks that run (RT-9): event, agent and matcher filter first; then, per plugin, the caller's own format or the portable ones. */

import type { HooksByReason, IndexedHook } from "../index/format.ts";
import { type Choice, chooseLines, type ChosenLines, entryOf, type OpenIndex } from "../index/read-index.ts";
import { entriesOf, lookUp, put } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import { isPortableFormat, shimmedAgent } from "../model/handler-formats.ts";
import type { HookInput } from "../model/input.ts";
import type { createSelector } from "../model/matcher.ts";
import { ALL, matchNames, ownNames, patternNames, type ToolCall, wordsFor } from "../model/tool.ts";
import { liveHolds, type LiveSurroundings } from "../plugins/gates/live.ts";
import { nativeSection } from "../plugins/plugin.ts";

/** Why a considered hook did not run. */
type SkipReason = "agent" | "predicate" | "format" | "after-deny";

export interface SkippedHook {
  readonly id: string;
  readonly why: SkipReason;
  readonly detail?: string;
}

export interface Selection extends LeftOut {
  readonly chosen: readonly IndexedHook[];
}

/** What the trace says of the other hooks. */
export interface LeftOut {
  readonly skipped: readonly SkippedHook[];
  /** `plugin/hook` of those whose matcher does not match. */
  readonly unmatched: readonly string[];
  /** As the index has them. */
  readonly forOtherTools: string;
  readonly inactive: string;
}

export const NOTHING_LEFT_OUT: LeftOut = { skipped: [], unmatched: [], forOtherTools: "", inactive: "" };

/** A selector is a pattern, a hook is another agent's, or a gate asks a program, and the options contain no test for it. */
export const MORE_NEEDED = "more-needed";

export interface SelectOptions {
  readonly anyTool?: boolean;
  /** Makes the test of selectors; loaded only where one must be tried. */
  readonly create?: typeof createSelector;
  /** Whether the agent of a `shim:` hook would run it. */
  readonly fitsShim?: (hook: IndexedHook) => boolean;
  /** Gets the formats of hooks that were written for another agent. */
  readonly shimFormats?: Set<string>;
  /** What the gate of a hook that asks programs came to. */
  readonly gateOf?: (hook: IndexedHook) => AskedGate;
  /** Gets the hooks whose gates must be asked first. */
  readonly asking?: IndexedHook[];
}

/** `broken` says why the programs gave no answer: the hook denies. */
export type AskedGate = "open" | "shut" | { readonly broken: string };

/** `moment`: what gates may depend on between calls. `anyTool` passes every matcher: with an unreadable payload, any closed hook might apply. */
export function selectHooks(
  index: OpenIndex,
  input: HookInput,
  moment: LiveSurroundings,
  { anyTool = false, create, fitsShim, shimFormats, gateOf, asking }: SelectOptions = {},
): Selection | typeof MORE_NEEDED {
  let isMoreNeeded = false;
  const testFor: typeof createSelector = (names, forPatterns) => {
    if (create !== undefined) return create(names, forPatterns);
    return () => {
      isMoreNeeded = true;
      return false;
    };
  };
  const skipped: SkippedHook[] = [];
  const skip = (id: string, why: SkipReason, detail?: string) => skipped.push({ id, why, detail });
  const hasTool = meaningOf(input.event)?.hasTool ?? input.tool !== undefined;
  const mayBeAny = anyTool || isUnnamed(input);
  const choice = mayBeAny || !hasTool ? "all" : choiceFor(input.tool, testFor);

  const candidates: IndexedHook[] = [];
  // With an unreadable payload a gate that was not asked may be open.
  const consider = (hook: IndexedHook, id: string) => {
    const gate = hook.asks === undefined || anyTool ? "open" : gateOf?.(hook);
    if (gate === "open") candidates.push(hook);
    else if (gate === "shut") skip(id, "predicate");
    else if (gate !== undefined) candidates.push({ ...hook, refusal: gate.broken });
    else {
      asking?.push(hook);
      isMoreNeeded = true;
    }
  };
  const { meant, others, forOtherTools, inactive } = candidateLines(index, input, choice);
  const unmatched = [...others];
  const isForOther = otherToolsTest(choice === "all" ? undefined : input.tool, testFor);
  for (const line of meant) {
    const hook = entryOf(line);
    if (!isPortable(hook) && isForOther(line.selector)) unmatched.push(line.id);
    else if (!isForAgent(hook, input.agent)) skip(line.id, "agent");
    else if (hook.asks === undefined && hook.when !== undefined && !liveHolds(hook.when, moment)) skip(line.id, "predicate");
    else if (mayBeAny || shimmedAgent(hook.format) === undefined) consider(hook, line.id);
    else if (fitsShim === undefined) {
      shimFormats?.add(hook.format);
      isMoreNeeded = true;
    } else if (fitsShim(hook)) consider(hook, line.id);
    else unmatched.push(line.id);
  }
  if (isMoreNeeded) return MORE_NEEDED;

  const isNative = (hook: IndexedHook) => !isPortable(hook) && hook.format === input.agent;
  const native = new Set<string>();
  for (const hook of candidates) if (isNative(hook)) native.add(pluginOf(hook));
  const chosen: IndexedHook[] = [];
  for (const hook of candidates) {
    const runs = native.has(pluginOf(hook)) ? isNative(hook) : isPortable(hook);
    if (runs) chosen.push(hook);
    else skip(`${hook.plugin}/${hook.hook}`, "format");
  }
  if (chosen.length > 1) chosen.sort((left, right) => left.order - right.order);
  return { chosen, skipped, unmatched, forOtherTools, inactive };
}

/** Whether some tool is about to run, and the payload does not say which: guards on any tool are asked. */
export function isUnnamed({ event, tool }: HookInput): boolean {
  const { hasTool = false, prevents = false } = meaningOf(event) ?? {};
  return tool === undefined && hasTool && prevents;
}

function choiceFor(tool: ToolCall | undefined, testFor: typeof createSelector): Choice {
  const names = tool === undefined ? [] : matchNames(tool);
  let test: ReturnType<typeof createSelector> | undefined;
  return {
    words: wordsFor(names),
    fits: (selector) => selector === ALL || (test ??= testFor(names, tool && patternNames(tool)))(selector),
  };
}

/** Native formats keep native meaning (RT-40): they know a tool beside the usual one only by its own name. */
function otherToolsTest(tool: ToolCall | undefined, testFor: typeof createSelector): (selector: string) => boolean {
  if (tool?.beside !== true) return () => false;
  const fits = testFor(ownNames(tool));
  return (selector) => !fits(selector);
}

function candidateLines(index: OpenIndex, input: HookInput, choice: Choice | "all"): ChosenLines {
  const native = chooseLines(index, nativeSection(input.agent, input.nativeEvent), choice);
  if (input.event === null) return native;
  const neutral = chooseLines(index, input.event, choice);
  return {
    meant: [...neutral.meant, ...native.meant],
    others: [...neutral.others, ...native.others],
    forOtherTools: both(neutral.forOtherTools, native.forOtherTools, (one, other) => `${one},${other}`),
    inactive: both(neutral.inactive, native.inactive, joined),
  };
}

function both(one: string, other: string, join: (one: string, other: string) => string): string {
  return one === "" || other === "" ? one + other : join(one, other);
}

/** Reasons that are in both must not be there twice. */
function joined(one: string, other: string): string {
  const [all, more] = [JSON.parse(`{${one}}`) as Record<string, readonly string[]>, JSON.parse(`{${other}}`) as HooksByReason];
  for (const [why, hooks] of entriesOf(more)) put(all, why, [...(lookUp(all, why) ?? []), ...hooks]);
  return JSON.stringify(all).slice(1, -1);
}

function isPortable({ format }: IndexedHook): boolean {
  return isPortableFormat(format);
}

function isForAgent({ agent, except }: IndexedHook, caller: string): boolean {
  return (agent === undefined || agent === caller) && except?.includes(caller) !== true;
}

/** Source and name identify a plugin: two sources may have plugins of one name. */
function pluginOf(hook: IndexedHook): string {
  return `${hook.source}\n${hook.plugin}`;
}
