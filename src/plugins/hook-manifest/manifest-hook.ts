/**
 * One hook of a manifest as the runtime runs it (IX-10). A blocking hook that cannot run as it is written stays and denies, so that a guard never
 * vanishes; any other is dropped. Both are reported.
 */

import { canPrevent } from "../../agents/facts.ts";
import { HOOK_FILES } from "../../agents/hook-files-list.ts";
import { NATIVE_EVENTS } from "../../agents/native-list.ts";
import { entriesOf, lookUp } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import { shimOf } from "../../model/handler-formats.ts";
import {
  CAPABILITIES,
  DEFAULT_SECONDS,
  dialectOf,
  elementsOf,
  hasTool,
  isKnownManifestEvent,
  type ManifestHook,
  neutralEvent,
} from "../../model/hook-manifest.ts";
import { manifestMatcher } from "../../model/manifest-matcher.ts";
import { OPEN } from "../gates/predicate.ts";
import type { Hook, HookEvent } from "../plugin.ts";
import { type HandlerFinding, type Handling, hookHandling, type HookPlace, isHandlerFinding } from "./handler.ts";
import { dialectFilter } from "./native-filter.ts";

type ReportOnHook = (severity: "error" | "warning", path: readonly string[], message: string, hint: string) => void;

/** One for each agent that has its event, where the event is not neutral; none where it never runs, which is reported. */
export function manifestHooksOf(hook: ManifestHook, place: HookPlace, tell: ReportOnHook): readonly Hook[] {
  const neutral = neutralEvent(hook.event);
  const occasions = neutral === undefined ? ownOccasions(hook) : [{ event: neutral }];
  // The reader has told of events that no one knows.
  if (occasions.length === 0 && isKnownManifestEvent(hook.event))
    tell("warning", ["event"], `Symposium is not called for \`${hook.event}\`, so the hook never runs`, "use another event");
  return occasions.flatMap((event, at) => manifestHook(hook, event, place, at === 0 ? tell : () => {}) ?? []);
}

function manifestHook(hook: ManifestHook, event: HookEvent, place: HookPlace, tell: ReportOnHook): Hook | undefined {
  const selected = selectionOf(hook, event);
  const handling = isHandlerFinding(selected) ? selected : hookHandling(hook, place);
  if (!isHandlerFinding(handling) && !isHandlerFinding(selected)) return hookOf(hook, event, { ...handling, ...selected }, place);
  const { path, message, hint, capability } = handling as HandlerFinding;
  // What needs a capability that we lack follows the author's strategy, or the format's.
  const strategy = capability === undefined ? undefined : (lookUp(hook.degradation ?? {}, capability) ?? CAPABILITIES[capability]);
  const mustStay = strategy === "block" || isGuard(hook, event);
  const severity = capability === undefined ? "error" : "warning";
  tell(severity, path, `${message}, so ${mustStay ? "the hook denies every call" : "the hook never runs"}`, hint);
  return mustStay ? hookOf(hook, event, { ...NOTHING, ...deniedBy(hook), missing: message, mustDeny: true }, place) : undefined;
}

type Selected = Pick<Hook, "format" | "matcher" | "native">;

function selectionOf(hook: ManifestHook, occasion: HookEvent): Selected | HandlerFinding {
  const dialect = dialectOf(hook);
  if (dialect === undefined || !("event" in occasion)) return { format: dialect ?? "interchange", matcher: neutralMatcher(hook) };
  const native = dialectFilter(hook, dialect, occasion.event);
  return isHandlerFinding(native) ? native : { format: shimOf(dialect), matcher: ALL_TOOLS, native };
}

/** A pattern may be for names of an agent that no other knows. */
function deniedBy(hook: ManifestHook): Selected {
  const isPattern = elementsOf(hook.matcher ?? []).some((element) => typeof element === "object" && "pattern" in element);
  return { format: "interchange", matcher: isPattern && dialectOf(hook) !== undefined ? ALL_TOOLS : neutralMatcher(hook) };
}

const ALL_TOOLS = { kind: "all" } as const;

function neutralMatcher({ matcher, event }: ManifestHook): Hook["matcher"] {
  return manifestMatcher(hasTool(event) ? matcher : undefined);
}

const NOTHING: Handling = { command: { kind: "shell", path: "exit 1", args: [] }, env: {} };

/** A hook that evaluates a prompt is a guard only where its author says `block`. */
function isGuard(hook: ManifestHook, occasion: HookEvent): boolean {
  if (!isBlocking(hook) || !["command", "http"].includes(hook.handler.type)) return false;
  if ("event" in occasion) return meaningOf(occasion.event).prevents === true;
  return canPrevent(lookUp(lookUp(NATIVE_EVENTS, occasion.agent) ?? {}, occasion.native));
}

function isBlocking({ blocking, handler }: ManifestHook): boolean {
  return blocking === true && handler.async !== true;
}

/** Where agents have an event of this name themselves. What was written for one of them runs there alone. */
function ownOccasions(hook: ManifestHook): readonly HookEvent[] {
  const dialect = dialectOf(hook);
  return HOOK_FILES.filter(({ agent }) => dialect === undefined || agent === dialect).flatMap(({ agent, exclusive = {} }) => {
    const events = lookUp(NATIVE_EVENTS, agent) ?? {};
    const found = entriesOf(exclusive).find(([native, name]) => name === hook.event && lookUp(events, native) !== undefined);
    return found === undefined ? [] : [{ agent, native: found[0] }];
  });
}

function hookOf(hook: ManifestHook, event: HookEvent, handling: Handling & Selected, place: HookPlace): Hook {
  const { name, verified, refusal } = place;
  const { handler, degradation = {} } = hook;
  const mustDeny = handling.mustDeny === true || (refusal !== undefined && isGuard(hook, event));
  const missing = refusal ?? handling.missing;
  const rewrite = lookUp(degradation, "input_rewrite") ?? CAPABILITIES.input_rewrite;
  return {
    name,
    event,
    agent: "agent" in event ? event.agent : undefined,
    matcher: handling.matcher,
    format: handling.format,
    native: handling.native,
    installation: name,
    command: handling.command,
    env: handling.env,
    path: [],
    requirements: [],
    timeout: handler.timeout || DEFAULT_SECONDS,
    onFailure: mustDeny ? "closed" : "open",
    onUnsupported: rewrite === "block" ? "deny" : "warn",
    blocking: isBlocking(hook),
    deniesIfChanged: isGuard(hook, event) ? true : undefined,
    keepEnv: [],
    gate: OPEN,
    // The name of the event is not in the tables that a call reads.
    contract: "event" in event ? handling.contract : { ...handling.contract, event: hook.event },
    missing,
    verified: verified.length === 0 ? undefined : verified,
  };
}
