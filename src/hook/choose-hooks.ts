/**
 * Selects the hooks of one call from the workspace's dispatch index, which is read, checked, and rebuilt in place when one of its inputs has
 * changed.
 */

import { configName } from "../host/places.ts";
import { areUntouched, isFresh } from "../host/stamp.ts";
import type { IndexedHook } from "../index/format.ts";
import { findIndex, isIndexFresh, type OpenIndex, parseIndex, untouchedIn } from "../index/read-index.ts";
import { meaningOf } from "../model/event.ts";
import { shimmedAgent } from "../model/handler-formats.ts";
import type { HookInput } from "../model/input.ts";
import type { WorkspaceReading } from "../plugins/workspace-around.ts";
import { MORE_NEEDED, NOTHING_LEFT_OUT, selectHooks, type Selection, type SelectOptions } from "./select-hooks.ts";
import type { HookServices } from "./services.ts";
import { sessionFile } from "./session.ts";
import type { ShimCalls } from "./shim/call.ts";

interface ChosenHooks {
  /** The call as other agents would have sent it, where some chosen hook was written for one. */
  readonly shims?: ShimCalls;
  readonly access: IndexAccess;
  readonly selection: Selection;
}

/** `anyTool` as in `selectHooks`. */
export async function chooseHooks(services: HookServices, input: HookInput, folder: string | null, anyTool = false): Promise<ChosenHooks> {
  const access = await openIndex(services, folder, meaningOf(input.event)?.looksAround === true);
  const chosen = await selectFrom(access, input, services, anyTool);
  const isCurrent = access.state !== "fresh" || (chosen !== undefined && areFresh(access, chosen.selection, services));
  if (chosen !== undefined && isCurrent) return verified(access, chosen, services);
  const renewed = await renewIndex(services, folder, chosen === undefined ? undefined : access.index);
  return verified(renewed, (await selectFrom(renewed, input, services, anyTool)) ?? NOTHING_CHOSEN, services);
}

function verified(access: IndexAccess, { selection, shims }: Chosen, services: HookServices): ChosenHooks {
  return { access, selection: withoutUnverified(access, selection, services), shims };
}

/** A loop: the first `every` of a native program costs more than the checks. */
function areFresh({ index }: IndexAccess, { chosen }: Selection, { context }: HookServices): boolean {
  if (index === undefined) return true;
  const isUntouched = untouchedIn(index, context.now);
  for (const hook of chosen) if (!isUnchanged(hook, isUntouched)) return false;
  return true;
}

function isUnchanged({ manifest, covered, verified }: IndexedHook, isUntouched: ReturnType<typeof untouchedIn>): boolean {
  return isFresh(manifest) && isUntouched(covered) && (verified === undefined || areUntouched(verified));
}

/** An index that could not be rebuilt knows what the user agreed to, but not whether that still counts: what changed since does not run (PL-17). */
function withoutUnverified(
  { state, index, problem = "" }: IndexAccess,
  selection: Selection,
  { places, context }: HookServices,
): Selection {
  if (state !== "last-good" || index === undefined) return selection;
  const chosen: IndexedHook[] = [];
  const isUntouched = untouchedIn(index, context.now);
  for (const hook of selection.chosen) {
    const isCovered = hook.covered === undefined || (isConsentFresh(index, places.consent) && isUntouched(hook.covered));
    const isVerified = isCovered && (hook.verified === undefined || areUntouched(hook.verified));
    chosen.push(isVerified ? hook : refusing(hook, `plugin \`${hook.plugin}\` or your consent to it changed, and ${problem}`));
  }
  return { ...selection, chosen };
}

function refusing(hook: IndexedHook, refusal: string): IndexedHook {
  return { ...hook, refusal, ...(hook.deniesIfChanged === true ? { onFailure: "closed" } : {}) };
}

function isConsentFresh({ header: { stamps } }: OpenIndex, consent: string): boolean {
  for (const stamped of stamps) if (stamped[0] === consent) return isFresh(stamped);
  return false;
}

type Chosen = Pick<ChosenHooks, "selection" | "shims">;

const NOTHING_CHOSEN: Chosen = { selection: { chosen: [], ...NOTHING_LEFT_OUT } };

/** `undefined` where the index is damaged: after a crash a file may have its length but not its content. */
async function selectFrom(
  { index, state }: IndexAccess,
  input: HookInput,
  services: HookServices,
  anyTool: boolean,
): Promise<Chosen | undefined> {
  if (index === undefined) return NOTHING_CHOSEN;
  const select = (options: SelectOptions) => {
    try {
      return selectHooks(index, input, services.context, options);
    } catch {
      return undefined;
    }
  };
  const shimFormats = new Set<string>();
  const selection = select({ anyTool });
  if (selection !== MORE_NEEDED) return selection && { selection };
  const { createSelector: create } = await import("../model/matcher.ts");
  const matched = select({ anyTool, create, shimFormats });
  if (matched !== MORE_NEEDED) return matched && { selection: matched };
  const shims = shimFormats.size === 0 ? undefined : await shimsOf(shimFormats, index, input, services);
  const fitsShim = (hook: IndexedHook) => shims?.get(shimmedAgent(hook.format) ?? "")?.fits(hook) === true;
  const asking: IndexedHook[] = [];
  let settled = select({ anyTool, create, fitsShim, asking });
  if (settled === MORE_NEEDED) {
    const { settleGates } = await import("./settle-gates.ts");
    const isUntouched = untouchedIn(index, services.context.now);
    const isConsented = state !== "last-good" || isConsentFresh(index, services.places.consent);
    // A rebuilt index has just compared the bytes. The stamp of a file that was written a moment ago would show nothing.
    const isAgreed = (covered: number | undefined) => state === "rebuilt" || covered === undefined || (isConsented && isUntouched(covered));
    const current = asking.filter((hook) => state === "rebuilt" || isUnchanged(hook, isAgreed));
    const gateOf = await settleGates({ hooks: current, header: index.header, input, services, isAgreed });
    settled = select({ anyTool, create, fitsShim, gateOf });
  }
  if (settled === MORE_NEEDED || settled === undefined) return undefined;
  return shims === undefined ? { selection: settled } : { selection: inTurns(settled, shims), shims };
}

async function shimsOf(formats: ReadonlySet<string>, { header }: OpenIndex, input: HookInput, services: HookServices): Promise<ShimCalls> {
  const { context, places, loadHookTime } = services;
  const { shimCalls } = await import("./shim/call.ts");
  const { repository, workspace } = header;
  return shimCalls(formats, input, {
    where: { project: repository ?? workspace ?? input.cwd ?? context.cwd, home: context.home },
    os: context.os,
    session: input.sessionId === null ? undefined : sessionFile(places, input.agent, input.sessionId),
    caller: await loadHookTime(input.agent),
  });
}

/** A hook that was written for another agent runs once for each call that it would have seen. */
function inTurns({ chosen, ...selection }: Selection, shims: ShimCalls): Selection {
  return { ...selection, chosen: chosen.flatMap((hook) => shims.get(shimmedAgent(hook.format) ?? "")?.turns(hook) ?? [hook]) };
}

export interface IndexAccess {
  readonly index?: OpenIndex;
  readonly state: "fresh" | "rebuilt" | "last-good" | "none";
  /** The workspace that it was rebuilt from. */
  readonly reading?: WorkspaceReading;
  /** Why it could not be updated. */
  readonly problem?: string;
}

/** `thorough` also checks every manifest: at session start and at a prompt, where a person can wait a moment. */
function openIndex(services: HookServices, folder: string | null, thorough: boolean): IndexAccess | Promise<IndexAccess> {
  const index = findIndex(services.places, folder);
  if (index !== undefined && isUpToDate(index, services, thorough)) return { index, state: "fresh" };
  return renewIndex(services, folder, index);
}

/** A broken config costs only freshness: the last good index stays in use. */
async function renewIndex(services: HookServices, folder: string | null, lastGood?: OpenIndex): Promise<IndexAccess> {
  const rebuilt = await services.rebuildIndex(folder);
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  if (rebuilt.ok && index !== undefined) return { index, state: "rebuilt", reading: rebuilt.reading };
  const problem = rebuilt.ok ? "the rebuilt index is unreadable" : rebuilt.problem;
  return lastGood === undefined ? { state: "none", problem } : { index: lastGood, state: "last-good", problem };
}

/** What stays in force in its last good version: parts of the index, or all of it. */
export function keptIn({ index, state, problem }: IndexAccess): readonly string[] {
  const parts = index?.header.kept ?? NOTHING_KEPT;
  return state === "last-good" && problem !== undefined
    ? [...parts, `${problem}; what applied before stays in force until this is fixed`]
    : parts;
}

const NOTHING_KEPT: readonly string[] = [];

function isUpToDate(index: OpenIndex, services: HookServices, thorough: boolean): boolean {
  try {
    // The stamps include that of the record of places, which is read only where there is time for more.
    const isOurs = !thorough || index.header.config === configName(services.places);
    return isOurs && index.header.leavesSkills !== true && isIndexFresh(index, services.build, thorough, services.context);
  } catch {
    // Damaged.
    return false;
  }
}
