/**
 * One hook of a manifest as the runtime runs it (IX-10). A blocking hook that cannot run as it is written stays and denies, so that a guard never
 * vanishes; any other is dropped. Both are reported.
 */

import { type EventName, meaningOf } from "../../canonical/event.ts";
import { CAPABILITIES, DEFAULT_SECONDS, dialectOf, elementsOf, type ManifestHook } from "../../canonical/hook-manifest.ts";
import { shimOf } from "../../canonical/handler-format.ts";
import { isKnownManifestEvent, neutralEvent } from "../../canonical/manifest-events.ts";
import { manifestMatcher } from "../../canonical/manifest-matcher.ts";
import type { OperatingSystem } from "../../context.ts";
import { lookUp } from "../../lookup.ts";
import type { Bounds } from "../../platform/bounds.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { OPEN } from "../../predicates/predicate.ts";
import type { Hook } from "../plugin.ts";
import { dialectFilter } from "./dialect-filter.ts";
import { type HandlerFinding, isHandlerFinding } from "./handler-finding.ts";
import { type Handling, hookHandling } from "./hook-handling.ts";

export interface HookPlace {
  readonly name: string;
  /** Of the manifest. */
  readonly folder: string;
  readonly os: OperatingSystem;
  /** Files that calls compare. */
  readonly verified: readonly Stamped[];
  /** Why nothing of the manifest may run. */
  readonly refusal?: string | undefined;
  /** The folder that scripts may not leave. */
  readonly bounds?: Bounds | undefined;
}

/** `path` begins at the hook. */
export type TellOfHook = (severity: "error" | "warning", path: readonly string[], message: string, hint: string) => void;

/** `undefined` where it never runs, which was then told. */
export function manifestHook(hook: ManifestHook, place: HookPlace, tell: TellOfHook): Hook | undefined {
  const event = neutralEvent(hook.event);
  if (event === undefined) {
    // The reader has told of others.
    if (isKnownManifestEvent(hook.event))
      tell("warning", ["event"], `Symposium is not called for \`${hook.event}\`, so the hook never runs`, "use another event");
    return undefined;
  }
  const selected = selectionOf(hook, event);
  const handling = isHandlerFinding(selected) ? selected : hookHandling(hook, place);
  if (!isHandlerFinding(handling) && !isHandlerFinding(selected)) return hookOf(hook, event, { ...handling, ...selected }, place);
  const { path, message, hint, capability } = handling as HandlerFinding;
  const mustStay = strategyOf(hook, capability) === "block" || isGuard(hook, event);
  const severity = capability === undefined ? "error" : "warning";
  tell(severity, path, `${message}, so ${mustStay ? "the hook denies every call" : "the hook never runs"}`, hint);
  return mustStay ? hookOf(hook, event, { ...NOTHING, ...deniedBy(hook, event), missing: message, mustDeny: true }, place) : undefined;
}

type Selected = Pick<Hook, "format" | "matcher" | "native">;

/** What it speaks, and when it runs. */
function selectionOf(hook: ManifestHook, event: EventName): Selected | HandlerFinding {
  const dialect = dialectOf(hook);
  if (dialect === undefined) return { format: "interchange", matcher: neutralMatcher(hook, event) };
  const native = dialectFilter(hook, dialect, event);
  return isHandlerFinding(native) ? native : { format: shimOf(dialect), matcher: ALL_TOOLS, native };
}

/** A pattern may be for names of an agent that no other knows. */
function deniedBy(hook: ManifestHook, event: EventName): Selected {
  const isPattern = elementsOf(hook.matcher ?? []).some((element) => typeof element === "object" && "pattern" in element);
  return { format: "interchange", matcher: isPattern && dialectOf(hook) !== undefined ? ALL_TOOLS : neutralMatcher(hook, event) };
}

const ALL_TOOLS = { kind: "all" } as const;

function neutralMatcher({ matcher }: ManifestHook, event: EventName): Hook["matcher"] {
  return manifestMatcher(meaningOf(event).hasTool ? matcher : undefined);
}

const NOTHING: Handling = { command: { kind: "shell", path: "exit 1", args: [] }, env: {} };

/** What needs a capability that we lack follows the author's strategy, or the format's. */
function strategyOf({ degradation = {} }: ManifestHook, capability: HandlerFinding["capability"]): string | undefined {
  return capability === undefined ? undefined : (lookUp(degradation, capability) ?? CAPABILITIES[capability]);
}

/** A hook that evaluates a prompt is a guard only where its author says `block`. */
function isGuard({ blocking, handler }: ManifestHook, event: EventName): boolean {
  return blocking === true && handler.async !== true && meaningOf(event).prevents === true && ["command", "http"].includes(handler.type);
}

function hookOf(hook: ManifestHook, event: EventName, handling: Handling & Selected, place: HookPlace): Hook {
  const { name, verified, refusal } = place;
  const { handler, degradation = {} } = hook;
  const isBlocking = hook.blocking === true && handler.async !== true;
  const mustDeny = handling.mustDeny === true || (refusal !== undefined && isGuard(hook, event));
  const missing = refusal ?? handling.missing;
  const rewrite = lookUp(degradation, "input_rewrite") ?? CAPABILITIES.input_rewrite;
  return {
    name,
    event: { event },
    matcher: handling.matcher,
    format: handling.format,
    ...(handling.native === undefined ? {} : { native: handling.native }),
    installation: name,
    command: handling.command,
    env: handling.env,
    path: [],
    requirements: [],
    timeout: handler.timeout || DEFAULT_SECONDS,
    onFailure: mustDeny ? "closed" : "open",
    onUnsupported: rewrite === "block" ? "deny" : "warn",
    blocking: isBlocking,
    ...(isGuard(hook, event) ? { deniesIfChanged: true } : {}),
    keepEnv: [],
    gate: OPEN,
    ...(handling.contract === undefined ? {} : { contract: handling.contract }),
    ...(missing === undefined ? {} : { missing }),
    ...(verified.length === 0 ? {} : { verified }),
  };
}
