/**
 * A call of which it is not certain who made it (RT-23): guards run as each possible caller sees the call, and the answer is written so that
 * each of them obeys a denial. Loaded only then.
 */

import type { AllowRule, HookTime } from "../agents/agent.ts";
import type { IndexedHook, IndexHeader } from "../index/format.ts";
import { isPortableFormat } from "../model/handler-formats.ts";
import { type Abilities, type HookInput, withServedCommand } from "../model/input.ts";
import { isObject, type JsonObject, parseJson, sameJson } from "../model/json.ts";
import type { Answer } from "../model/outcome.ts";
import { isGuard } from "../plugins/plugin.ts";
import { entryElsewhere, wasAnswered } from "./answering-entry.ts";
import { chooseHooks } from "./choose-hooks.ts";
import { eventOf, type Recognised } from "./recognise-caller.ts";
import { type HookRunning, type HooksRun, runHooks } from "./run-hooks.ts";
import type { Selection } from "./select-hooks.ts";
import type { HookServices } from "./services.ts";
import { openAs, type OpenSession } from "./session.ts";
import type { ShimCalls } from "./shim/call.ts";

/** The call as one possible caller means it. */
export interface Reading {
  readonly agent: HookTime;
  readonly session: OpenSession;
  readonly selection: Selection;
  readonly shims?: ShimCalls;
}

/** Whose hooks run, and who answers. */
export interface Asked {
  /** The reading by which the answer is made. In doubt its agent writes for all. */
  readonly main: Reading;
  readonly others?: readonly Reading[];
  /** Another entry is to answer this caller, without proof that it does: only guards run here. */
  readonly isGuardsOnly?: boolean;
}

interface Surroundings {
  readonly recognised: Recognised;
  readonly entry: HookTime;
  /** The entry's event. */
  readonly event: string;
  readonly payload: JsonObject;
  readonly services: HookServices;
  readonly header: IndexHeader;
  readonly folder: string | null;
  readonly project: string;
}

/** `undefined` where this entry stands back: another is to answer the caller and has proved it, or nothing can be denied here. */
export async function settleCaller(reading: Reading, around: Surroundings): Promise<Asked | undefined> {
  const { recognised, entry, event, payload, services, header, folder, project } = around;
  const { caller, others, isByShape, isCertain } = recognised;
  const elsewhere = await entryElsewhere(caller, entry, header, services, project);
  if (elsewhere === undefined && isCertain) return { main: reading };
  if (elsewhere !== undefined && isByShape && wasAnswered(elsewhere, reading.session.input, services)) return undefined;
  const readings = [reading];
  for (const agent of others) {
    const session = await openAs(agent, eventOf(agent, entry, event), payload, services);
    const { selection, shims } = await chooseHooks(services, session.input, folder);
    readings.push({ agent, session, selection, shims });
  }
  if (readings.some(({ session }) => session.input.can.block)) return inDoubt(readings, entry, elsewhere !== undefined);
  return elsewhere === undefined ? { main: reading } : undefined;
}

/**
 * The answer is made for the first reading that can be blocked here. The others' hooks run if they are guards, unless the main reading shows them the
 * same; the caller's own all run, unless another entry is to answer it.
 */
function inDoubt(readings: readonly Reading[], entry: HookTime, isGuardsOnly: boolean): Asked {
  const [caller] = readings;
  const first = readings.find(({ session }) => session.input.can.block)!;
  const chosenFrom = (reading: Reading) =>
    reading === caller && !isGuardsOnly ? reading.selection.chosen : reading.selection.chosen.filter(isGuard);
  const leading = chosenFrom(first);
  const others = readings
    .filter((reading) => reading !== first)
    .map((reading) => {
      const isSame = isSameCall(first.session.input, reading.session.input);
      const isSeen = (hook: IndexedHook) => isSame && isPortableFormat(hook.format) && leading.some((other) => isSameHook(hook, other));
      return withHooks(
        reading,
        chosenFrom(reading).filter((hook) => !isSeen(hook)),
      );
    });
  const { state } = first.session;
  const session = {
    ...first.session,
    state: isGuardsOnly && state.waiting.length > 0 ? { ...state, waiting: [] } : state,
    input: { ...first.session.input, can: sharedAbilities(readings) },
  };
  return {
    main: { ...withHooks(first, leading), agent: answeringForReadings(first.agent, readings, entry), session },
    others,
    isGuardsOnly,
  };
}

function withHooks(reading: Reading, chosen: readonly IndexedHook[]): Reading {
  return { ...reading, selection: { ...reading.selection, chosen } };
}

/** Whether two agents mean the same by the payload. */
function isSameCall(one: HookInput, other: HookInput): boolean {
  if (one.event !== other.event || one.prompt !== other.prompt || one.cwd !== other.cwd) return false;
  return one.tool?.name === other.tool?.name && sameJson(one.toolInput, other.toolInput);
}

function isSameHook(one: IndexedHook, other: IndexedHook): boolean {
  return one.source === other.source && one.plugin === other.plugin && one.hook === other.hook;
}

interface AgentsInput {
  readonly agent: HookTime;
  readonly session: Pick<OpenSession, "input">;
}

/** Anything but a denial counts only where every agent can take it. */
function sharedAbilities(readings: readonly AgentsInput[]): Abilities {
  const all = readings.map(({ session }) => session.input.can);
  const every = (key: keyof Abilities) => all.every((can) => can[key]);
  return {
    block: all.some(({ block }) => block),
    ask: every("ask"),
    rewrite: every("rewrite"),
    context: every("context"),
    stop: every("stop"),
  };
}

const ALLOWING: readonly AllowRule[] = ["never", "with-rewrite", "always"];

/** One agent that answers for all of these, where nothing but the answer is in doubt. */
export function answeringForAll(agents: readonly HookTime[], entry: HookTime, event: string, payload: JsonObject): HookTime {
  const readings = agents.map((agent) => ({ agent, session: { input: agent.read(payload, eventOf(agent, entry, event)) } }));
  const main = readings.find(({ session }) => session.input.can.block)?.agent ?? entry;
  return answeringForReadings(main, readings, entry);
}

/** The answer joins the answers for all agents; where two contradict each other, that for the entry's agent counts. */
function answeringForReadings(main: HookTime, readings: readonly AgentsInput[], entry: HookTime): HookTime {
  const can = sharedAbilities(readings);
  const allow = ALLOWING.find((rule) => readings.some(({ agent }) => agent.allow === rule)) ?? main.allow;
  const inOrder = [...readings].sort((left, right) => Number(left.agent === entry) - Number(right.agent === entry));
  const encode = (answer: Answer, input: HookInput) => {
    const own = main.encode(answer, input);
    const texts = inOrder.map(({ agent, session }) => (agent === main ? own : agent.encode(answer, session.input)).stdout);
    const fields = texts.map((text) => parseJson(text)).filter(isObject);
    return fields.length === 0 ? own : { ...own, stdout: JSON.stringify(fields.reduce(merged)) };
  };
  return { ...main, allow, encode, read: (payload, event) => ({ ...main.read(payload, event), can }) };
}

function merged(earlier: JsonObject, later: JsonObject): JsonObject {
  const [before, after] = [earlier["hookSpecificOutput"], later["hookSpecificOutput"]];
  const nested = isObject(before) && isObject(after) ? { hookSpecificOutput: { ...before, ...after } } : {};
  return { ...earlier, ...later, ...nested };
}

/** Continues where the hooks of the main reading ended. A rewrite is seen by the next agent's hooks as that agent would read it. */
export async function runOthers(first: HooksRun, main: HookTime, others: readonly Reading[], running: HookRunning): Promise<HooksRun> {
  let run = first;
  for (const { agent, session, selection, shims } of others) {
    if (selection.chosen.length === 0) continue;
    const { input } = run.combined;
    const { nativeEvent } = session.input;
    const seen = run.combined.isRewritten ? agent.read(input.raw, nativeEvent) : session.input;
    const next = await runHooks(selection.chosen, {
      services: running.services,
      hookTime: { ...agent, read: (payload, event) => ({ ...agent.read(payload, event), can: input.can }) },
      input: seen,
      payload: running.payload,
      workspace: running.workspace,
      shims,
      session: session.state,
      hintTexts: [],
      from: { ...run.combined, input: { ...withServedCommand(seen), can: input.can } },
    });
    const { raw } = next.combined.input;
    run = {
      combined: { ...next.combined, input: raw === seen.raw ? input : main.read(raw, input.nativeEvent) },
      ran: [...run.ran, ...next.ran],
      skipped: [...run.skipped, ...next.skipped],
      notices: [...run.notices, ...next.notices],
    };
  }
  return run;
}
