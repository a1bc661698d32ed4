/** What becomes of one hook on one agent (IX-6): its entries, and what is lost on the way. Pure. */

import type { NativeHook } from "../agents/hook-files.ts";
import { unknownFields } from "../agents/unknown-fields.ts";
import { hasWord } from "../lookup.ts";
import {
  HANDLER_TYPES,
  type HookManifest,
  type ManifestHandler,
  type ManifestHook,
  type MatcherElement,
  neutralEvent,
  prevents,
} from "../model/hook-manifest.ts";
import { dataOf, notesOf } from "../plugins/hook-manifest/native-filter.ts";
import { degraded, writesHttp } from "./capabilities.ts";
import { type CommandPlace, type EncodedHandler, encodeHandler, replyCommand } from "./encode-handler.ts";
import { canShim, canTest, encodeShimmed, isForeign, type ShimOptions, writtenFor } from "./encode-shim.ts";
import { type ConversionLoss, leftOut, type Lose, losing } from "./losses.ts";
import { type NativePlace, planEvents } from "./native-events.ts";
import { foreignFilter, foreignNeed, needOf, ownData } from "./provider-data.ts";
import { blocksAsRead, canBlock, type Target } from "./target.ts";

export interface PlannedHook {
  readonly natives: readonly NativeHook[];
  /** What reading the file again gives, one for each tool. */
  readonly expected: readonly ExpectedHook[];
  readonly losses: readonly ConversionLoss[];
}

export interface ExpectedHook {
  readonly event: string;
  readonly element?: MatcherElement;
  readonly handler: ManifestHandler;
}

export interface PlanOptions extends CommandPlace {
  /** Commands are called through our shim where they were written for another agent (IX-12); absent: directly. */
  readonly shim?: ShimOptions;
}

export function planHooks({ hooks }: HookManifest, target: Target, options: PlanOptions): readonly PlannedHook[] {
  const events = new Set<string>();
  return hooks.map((hook, index) => {
    const losses: ConversionLoss[] = [];
    const lose = losing(hook, index, target, losses);
    const plan = planned(hook, target, options, lose) ?? { natives: [], expected: [] };
    const isAfterOthers = plan.natives.some(({ event }) => events.has(event));
    for (const { event } of plan.natives) events.add(event);
    if (isAfterOthers && target.files.startsTogether === true && writtenFor(hook)?.agent !== target.agent)
      lose("hooks", `${target.title} starts the hooks of an event at once`, "adapted");
    return { ...plan, losses };
  });
}

type Planned = Pick<PlannedHook, "natives" | "expected">;

function planned(hook: ManifestHook, target: Target, options: PlanOptions, lose: Lose): Planned | undefined {
  const source = writtenFor(hook);
  const shim = options.shim !== undefined && canShim(hook, target, source) ? options.shim : undefined;
  const isShimmed = shim !== undefined;
  if (isForOthers(hook, target, isShimmed ? source?.agent : undefined, lose)) return undefined;
  const places = planEvents(hook, target, { source, canFilter: isShimmed && canTest(hook, source) }, lose);
  const first = places?.[0];
  if (places === undefined || first === undefined) return undefined;
  const isAsRead =
    source?.agent === target.agent &&
    (hook.blocking === true) === blocksAsRead(hook.event, first.native, hook.handler.async === true, target);
  const strategy = degraded(hook, first.native, target, source, { isAsRead, isShimmed }, lose);
  if (strategy === "exclude") return undefined;
  for (const field of isShimmed && strategy !== "block" ? [] : (["degradation", "capabilities"] as const))
    if (hook[field] !== undefined) lose(field, `${target.title} has no field for it`, "unwritten");
  if (strategy === "block") return alwaysBlocking(hook, places, target, lose);
  if (!isShimmed && isForeign(hook, target)) {
    // Without a shim a command gets what the agent sends, and must answer as the agent expects.
    const isLeftOut = options.shim !== undefined && hook.blocking === true;
    const sent = target.files.speaksInterchange === true ? "the payload of the interchange format" : "its own payload";
    lose("handler", `${target.title} sends ${sent} and expects the answer to match`, isLeftOut ? "refused" : "changed");
    if (isLeftOut) return undefined;
  }
  if (!isShimmed && source?.agent !== target.agent) reportExpansion(hook, target, lose);
  if (!isAsRead) reportBlocking(hook, first.native, target, isShimmed, lose);
  if (hook.handler.type === "http" && (isShimmed || !writesHttp(hook.handler, target)) && !isSafeAddress(hook.handler.url ?? ""))
    return lose("handler.url", "a hook is called with https, or with http on this machine", leftOut(hook));
  const place = { base: options.base, source };
  const direct = shim === undefined ? encodeHandler(hook, target, place, lose) : undefined;
  const encoded = shim === undefined ? direct && [direct] : encodeShimmed(hook, places, target, { ...place, shim }, lose);
  if (encoded === undefined) return undefined;
  if (isShimmed) reportUnknown(hook, source, target, lose);
  const data = dataOf(hook, target.agent);
  const more = ownData(data, target, lose);
  const dropped = needOf(data, target.files);
  if (dropped !== undefined && !hasWord(more, dropped))
    return lose(`provider_data.${target.agent}.${dropped}`, "the command is another one without it", leftOut(hook));
  const all = encoded.map(({ entry, reduced }) => ({ entry: { ...entry, ...more, ...entry }, reduced }));
  return entriesAt(places, hook, all, target, lose);
}

/** Whether the hook needs something of its own agent that this agent does not have. */
function isForOthers(hook: ManifestHook, target: Target, judged: string | undefined, lose: Lose): boolean {
  const isKnownType = (HANDLER_TYPES as readonly string[]).includes(hook.handler.type);
  const filter = foreignFilter(hook, target, judged);
  const needed = foreignNeed(hook, target);
  if (!isKnownType && Object.keys(dataOf(hook, target.agent)).length === 0)
    lose("handler.type", `${target.title} has no ${hook.handler.type} hooks`, "excluded");
  else if (filter !== undefined) lose(filter, `${target.title} cannot say when the hook is not to run`, leftOut(hook));
  else if (needed !== undefined) lose(needed, `${target.title} has no such key, and the command is another one without it`, leftOut(hook));
  else return false;
  return true;
}

/** A hook that always blocks, in the place of one that must not be missing and cannot run. */
function alwaysBlocking(hook: ManifestHook, places: readonly NativePlace[], target: Target, lose: Lose): Planned | undefined {
  const [{ native } = { native: "" }] = places;
  if (places.some(({ isFiltered }) => isFiltered === true))
    return lose("matcher", `${target.title} has no matcher for exactly these tools`, "refused");
  if (!canBlock(native, target)) return lose("event", `${target.title} cannot prevent anything at this event`, "refused");
  const reason = `The hook ${JSON.stringify(hook.name ?? hook.event)} cannot run on ${target.title} as it should.`;
  const handler = { type: "command", command: replyCommand(target.files.denial(native, reason)) };
  const encoded = encodeHandler({ ...hook, blocking: true, handler }, target, {}, lose);
  return encoded && entriesAt(places, hook, [encoded], target, lose);
}

function entriesAt(places: readonly NativePlace[], hook: ManifestHook, encoded: readonly EncodedHandler[], target: Target, lose: Lose) {
  const { with_previous, group } = notesOf(hook, target.agent);
  const around = { group: group && ownData(group, target, lose), withPrevious: with_previous };
  const at = (index: number) => (encoded[index] ?? encoded[0])!;
  return {
    natives: places.map(({ native, matcher }, index) => ({ event: native, matcher, entry: at(index).entry, ...around })),
    expected: places.flatMap(({ elements }, index) =>
      (elements ?? [undefined]).map((element) => ({ event: hook.event, element, handler: at(index).reduced })),
    ),
  };
}

function isSafeAddress(url: string): boolean {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: "", hostname: "" };
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}

/** Our shim sends what the hook's own agent would; what this agent does not say has its usual value, or a made-up one. */
function reportUnknown({ event, handler }: ManifestHook, source: Target | undefined, target: Target, lose: Lose): void {
  const neutral = neutralEvent(event);
  if (source === undefined || neutral === undefined || handler.type !== "command") return;
  for (const field of unknownFields(source.agent, target.agent, neutral))
    lose(`payload.${field}`, `${target.title} does not send it`, "unknown");
}

/** The agent finds the same variables as a shell, but not those that the command sets itself, and it ignores quotes. */
function reportExpansion({ handler }: ManifestHook, { files, title }: Target, lose: Lose): void {
  if (files.expandsText !== true) return;
  const reason = `${title} replaces variables in it before a shell reads it`;
  if (VARIABLE.test(handler.command ?? "")) lose("handler.command", reason, "adapted");
  if (Object.values(handler.env ?? {}).some((value) => VARIABLE.test(value))) lose("handler.env", reason, "changed");
}

const VARIABLE = /\$(?:\{?[A-Za-z_])/;

/** Our shim answers in the agent's own way, so that only what no answer can prevent is lost. */
function reportBlocking(hook: ManifestHook, native: string, target: Target, isShimmed: boolean, lose: Lose): void {
  const { files, form, title } = target;
  const isBlocking = hook.blocking === true;
  const isAsync = hook.handler.async === true && (isShimmed || form.fields.async !== undefined);
  const isObeyed = files.answersOnly?.includes(native) !== true;
  const isSaid = form.fields.blocking !== undefined || isBlocking === blocksAsRead(hook.event, native, isAsync, target);
  if (isBlocking && !canBlock(native, target)) {
    // Elsewhere there was nothing to prevent in the first place.
    const severity = prevents(hook.event) ? "error" : "warning";
    lose("blocking", `${title} cannot prevent anything at this event`, "observes", { severity });
  } else if (isBlocking && isAsync) lose("blocking", `${title} does not wait for a hook in the background`, "observes");
  else if (isShimmed) return;
  else if (isBlocking && !isObeyed) lose("blocking", `${title} obeys an answer in JSON at this event, and not exit code 2`, "changed");
  else if (!isBlocking && form.fields.blocking === undefined && canBlock(native, target) && isObeyed && !isAsync)
    lose("blocking", `${title} obeys exit code 2 of every hook at this event`, "adapted");
  else if (!isSaid) lose("blocking", `${title} has no field for it`, "unwritten");
}
