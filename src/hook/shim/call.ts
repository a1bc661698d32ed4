/**
 * The call as another agent would have sent it (IX-12): its hooks are filtered by what it would see, and their answers read as it reads them.
 * Loaded where some hook was written for another agent.
 */

import type { HookTime } from "../../agents/agent.ts";
import { loadShim } from "../../agents/find-agent.ts";
import { possibleMcpTools } from "../../agents/shim-payload.ts";
import type { Shim, ShimPayload, ShimPlace } from "../../agents/shim.ts";
import type { OperatingSystem } from "../../context.ts";
import type { IndexedHook } from "../../index/format.ts";
import { lookUp } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import { shimmedAgent } from "../../model/handler-formats.ts";
import type { HookInput } from "../../model/input.ts";
import type { NativeAtom, NativeFilter } from "../../model/manifest-matcher.ts";
import { createSelector, isFoundWithoutDashes, selectorOf } from "../../model/matcher.ts";
import type { Loss } from "../../model/outcome.ts";
import { comparable, isMcpName, matchNames, mcpToolName, withoutDashes } from "../../model/tool.ts";
import type { HandlerResult, PreparedShim } from "../read-outcome.ts";
import { readShimExit, type ShimExchange } from "./answer.ts";
import { partsOf } from "./parts.ts";
import { makeVariablesFile, readVariables, variablesFile } from "./session-variables.ts";

/** By agent, without agents that have no event for this call. */
export type ShimCalls = ReadonlyMap<string, ShimCall>;

interface ShimCall {
  /** Whether the agent would run this hook. */
  readonly fits: (hook: ShimmedHook) => boolean;
  /** The hook once for each call that the agent would have made. */
  readonly turns: (hook: IndexedHook) => readonly IndexedHook[];
  /** For the input as it is now: an earlier hook may have rewritten it. */
  readonly prepare: (
    hook: ShimmedHook & Pick<IndexedHook, "plugin" | "source" | "onUnsupported">,
    input: HookInput,
  ) => PreparedShim | undefined;
}

interface ShimmedHook extends Pick<IndexedHook, "native" | "pluginRoot"> {
  /** Which of several calls it is asked about. */
  readonly part?: number;
}

/** Where the call happens. */
export interface ShimSurroundings {
  readonly where: ShimPlace;
  readonly os: OperatingSystem;
  /** The file of the session's memory. */
  readonly session?: string | undefined;
  readonly caller?: HookTime | undefined;
}

export async function shimCalls(formats: ReadonlySet<string>, input: HookInput, around: ShimSurroundings): Promise<ShimCalls> {
  const calls = new Map<string, ShimCall>();
  for (const format of formats) {
    const agent = shimmedAgent(format);
    const shim = agent === undefined ? undefined : await loadShim(agent);
    const sent = shim === undefined ? [] : sentBy(shim, input, around);
    if (agent !== undefined && shim !== undefined && sent.length > 0) calls.set(agent, shimCall(shim, input, around));
  }
  return calls;
}

function shimCall(shim: Shim, called: HookInput, around: ShimSurroundings): ShimCall {
  const { where, session, os } = around;
  const placeOf = ({ pluginRoot }: ShimmedHook): ShimPlace => (pluginRoot === undefined ? where : { ...where, pluginRoot });
  const isFor = (hook: ShimmedHook, sent: ShimExchange) => hook.native === undefined || isMeant(hook.native, shim, sent, placeOf(hook));
  const atEvents = new Map<string | undefined, readonly ShimExchange[]>();
  const sentTo = ({ native }: ShimmedHook): readonly ShimExchange[] => {
    const known = atEvents.get(native?.event) ?? sentBy(shim, called, around, native?.event);
    atEvents.set(native?.event, known);
    return known;
  };
  return {
    fits: (hook) => sentTo(hook).some((sent) => isFor(hook, sent)),
    turns: (hook) => {
      const all = sentTo(hook);
      return all.length < 2 ? [hook] : all.flatMap((sent, part) => (isFor(hook, sent) ? [{ ...hook, part }] : []));
    },
    prepare: (hook, input) => {
      const all = input === called ? sentTo(hook) : sentBy(shim, input, around, hook.native?.event);
      const sent = all[Math.min(hook.part ?? 0, all.length - 1)];
      if (sent === undefined) return undefined;
      const envFile = session === undefined ? undefined : variablesFile(session, `${hook.source}/${hook.plugin}`);
      const own = shim.environment(sent.seen, { ...placeOf(hook), ...(envFile === undefined ? {} : { envFile }) });
      if (envFile !== undefined && Object.values(own).includes(envFile)) makeVariablesFile(envFile);
      return {
        text: JSON.stringify(sent.seen.raw),
        env: envFile === undefined ? own : { ...readVariables(envFile, os), ...own },
        read: (exit) => withUnknown(readShimExit(exit, shim, sent, hook.onUnsupported), shim, sent),
      };
    },
  };
}

/** Adds a loss for each field that the caller does not know: the handler read a placeholder there. */
function withUnknown(result: HandlerResult, shim: Shim, { input, seen }: ShimExchange): HandlerResult {
  const unknown = input === seen ? [] : (shim.unknownFields?.(input) ?? []);
  if (unknown.length === 0) return result;
  return { ...result, losses: [...(result.losses ?? []), ...unknown.map((field): Loss => ({ code: "field-unknown", field }))] };
}

/** On its own agent a hook gets what that agent sent, unless it is for another of several events. */
function sentBy(shim: Shim, input: HookInput, { where, caller }: ShimSurroundings, event?: string): readonly ShimExchange[] {
  const isAsSent = event === undefined || event === input.nativeEvent;
  if (input.agent === shim.hookTime.name && isAsSent) return [{ input, seen: input }];
  return partsOf(input, caller).flatMap((part) => {
    const sent = shim.payload(part.input, where, event);
    return sent === undefined ? [] : [{ ...part, seen: readBy(shim, sent) }];
  });
}

function readBy({ hookTime }: Shim, { nativeEvent, payload, usual }: ShimPayload): HookInput {
  if (usual === undefined) return hookTime.read(payload, nativeEvent);
  return { ...hookTime.read(usual.payload, usual.nativeEvent), nativeEvent, raw: payload };
}

/** A condition that cannot be judged does not keep a hook from running: it may be a guard. */
function isMeant({ event, atoms, condition }: NativeFilter, shim: Shim, { input, seen }: ShimExchange, where: ShimPlace): boolean {
  if (event !== undefined && event !== seen.nativeEvent) return false;
  if (atoms !== undefined && !fitsOne(atoms, shim, input, seen)) return false;
  return condition === undefined || shim.holds?.(condition, seen, where) !== false;
}

function fitsOne(atoms: readonly NativeAtom[], shim: Shim, input: HookInput, seen: HookInput): boolean {
  const { tool } = seen;
  const field = lookUp(shim.matched ?? {}, seen.nativeEvent);
  if (tool !== undefined && field === undefined) {
    const names = [...matchNames(tool), ...(shim.alsoNamed?.(tool) ?? []), ...(input.tool?.also ?? [])];
    const served = possibleMcpTools(input.tool).flatMap((one) => shim.mcpName?.(one) ?? []);
    return atoms.some((atom) => fits(atom, names) || fitsServed(atom, served));
  }
  const value = field === undefined ? undefined : lookUp(seen.raw, field);
  if (field === undefined || typeof value !== "string") return true;
  // What the caller does not know cannot keep a hook that may block from running.
  const isUnknown = meaningOf(seen.event)?.denial !== undefined && shim.unknownFields?.(input).includes(field) === true;
  return isUnknown || atoms.some((atom) => fits(atom, [value]));
}

function fits(atom: NativeAtom, names: readonly string[]): boolean {
  switch (atom.kind) {
    case "tool":
      return isNamed(atom.name, names);
    case "any-mcp":
      return names.some(isMcpName);
    case "mcp": {
      const { server, tool } = atom;
      // The server is `*` where the caller or the agent names none.
      if (tool !== undefined) return [server, "*"].some((each) => isNamed(mcpToolName({ server: each, tool }), names));
      const starts = [server, "*"].map((each) => comparable(mcpToolName({ server: each, tool: "" })));
      return names.some((name) => starts.some((start) => comparable(name).startsWith(start)));
    }
    case "pattern":
      return createSelector(names)(selectorOf({ kind: "pattern", text: atom.text }));
  }
}

/** By the agent's own names for the tool of a server. Callers change `-` to `_` there, so the two compare equal. */
function fitsServed(atom: NativeAtom, names: readonly string[]): boolean {
  if (atom.kind === "tool") return names.some((name) => withoutDashes(name) === withoutDashes(atom.name));
  return atom.kind === "pattern" && isFoundWithoutDashes(atom.text, names);
}

function isNamed(wanted: string, names: readonly string[]): boolean {
  return names.some((name) => comparable(name) === comparable(wanted));
}
