/** Reads an agent's hooks as a manifest (IX-4, IX-5). What has no neutral place goes into `provider_data` of that agent. */

import { isUnreadable, type NativeHook } from "../agents/hook-files.ts";
import {
  dialectData,
  HANDLER_TYPES,
  type HandlerType,
  type HookManifest,
  type ManifestHook,
  type ManifestMatcher,
} from "../canonical/hook-manifest.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import { hasTool } from "../canonical/manifest-events.ts";
import { INTERCHANGE_SOURCE } from "../canonical/shimmed-hook.ts";
import { blocksAsRead } from "./blocking.ts";
import type { ConversionLoss } from "./conversion-loss.ts";
import { type DecodedHandler, decodeHandler } from "../agents/decode-handler.ts";
import { type RestoredHook, restoredHook } from "./decode-shim.ts";
import { hookLabel } from "../hook-manifest/hook-label.ts";
import { fromAtoms, matcherOf } from "./matcher-elements.ts";
import { type DecodedEntry, mergeSplit } from "./merge-split.ts";
import { nativeMatcher } from "./native-matcher.ts";
import type { NativeNotes } from "../hook-manifest/native-notes.ts";
import { contractOf } from "./shim.ts";
import { eventIn, nativeEvent, type Target } from "./target.ts";

export type DecodeResult =
  | { readonly ok: true; readonly manifest: HookManifest; readonly losses: readonly ConversionLoss[] }
  | { readonly ok: false; readonly place: readonly (string | number)[]; readonly message: string };

export function decodeHooks(document: Json, source: Target): DecodeResult {
  const read = source.form.read(document);
  if (isUnreadable(read)) return { ok: false, ...read };
  const losses: ConversionLoss[] = [];
  const hooks: ManifestHook[] = [];
  for (const hook of mergeSplit(
    read.map((native) => ({ native: native.event, ...decodedHook(native, source) })),
    source,
  )) {
    const loss = lossOf(hook, hooks.length, source);
    if (loss !== undefined) losses.push(loss);
    if (loss?.effect !== "excluded") hooks.push(hook);
  }
  return { ok: true, manifest: { spec: "hooks/1.0", hooks }, losses };
}

function decodedHook(native: NativeHook, source: Target): Decoded {
  const split = source.files.split?.find((one) => one.native === native.event);
  const event = split?.event ?? eventIn(native.event, source) ?? native.event;
  const matcher = split?.matcher ?? decodedMatcher(native, event, source);
  const decoded = decodeHandler(native.entry, source.form.fields);
  const shimmed = restoredHook(decoded.handler, native.event, source);
  if (shimmed !== undefined)
    return shimmedEntry(native, { decoded, shimmed, event, ...(matcher === undefined ? {} : { matcher }) }, source);
  const { handler, name, blocking, rest } = decoded;
  const hook: ManifestHook = {
    ...(name === undefined ? {} : { name }),
    event,
    ...(matcher === undefined ? {} : { matcher }),
    handler,
    blocking: blocking ?? blocksAsRead(event, native.event, handler.async === true, source),
  };
  const notes: NativeNotes = {
    ...(split?.isEncoded === true || (split === undefined && nativeEvent(event, source) === native.event) ? {} : { event: native.event }),
    ...(native.matcher === undefined || native.matcher === nativeMatcher(hook, source) ? {} : { matcher: native.matcher }),
    ...(native.group === undefined ? {} : { group: native.group }),
    ...(native.withPrevious === undefined ? {} : { with_previous: true }),
  };
  const data = { ...rest, ...(Object.keys(notes).length === 0 ? {} : { native: notes as JsonObject }) };
  const provided = { ...(Object.keys(data).length === 0 ? {} : { [source.agent]: data }), ...spoken(contractOf(source)) };
  return { hook: Object.keys(provided).length === 0 ? hook : { ...hook, provider_data: provided } };
}

/** So that the next reader of the manifest gives the command what it was written for. */
function spoken(contract: string): NonNullable<ManifestHook["provider_data"]> {
  return contract === INTERCHANGE_SOURCE ? {} : dialectData(contract);
}

type Decoded = Omit<DecodedEntry, "native">;

interface ShimmedParts {
  readonly decoded: DecodedHandler;
  readonly shimmed: RestoredHook;
  readonly event: string;
  readonly matcher?: ManifestMatcher;
}

/** As it was before it was converted. */
function shimmedEntry(native: NativeHook, { decoded, shimmed, event, matcher }: ShimmedParts, source: Target): Decoded {
  const { hook: given, isFiltered, handler } = shimmed;
  const name = decoded.name ?? given.name;
  const tools = given.matcher ?? matcher;
  const notes: NativeNotes = {
    ...(native.group === undefined ? {} : { group: native.group }),
    ...(native.withPrevious === undefined ? {} : { with_previous: true }),
  };
  const own = { ...decoded.rest, ...(Object.keys(notes).length === 0 ? {} : { native: notes as JsonObject }) };
  return {
    isFiltered,
    hook: {
      ...(name === undefined ? {} : { name }),
      event,
      ...(tools === undefined ? {} : { matcher: tools }),
      handler,
      ...(given.degradation === undefined ? {} : { degradation: given.degradation }),
      ...(given.capabilities === undefined ? {} : { capabilities: given.capabilities }),
      blocking: given.blocking ?? decoded.blocking ?? blocksAsRead(event, native.event, handler.async === true, source),
      provider_data: {
        ...(given.data === undefined ? {} : { [shimmed.source]: given.data }),
        ...(Object.keys(own).length === 0 ? {} : { [source.agent]: own }),
        ...spoken(shimmed.source),
      },
    },
  };
}

function decodedMatcher({ matcher }: NativeHook, event: string, source: Target): ManifestMatcher | undefined {
  const atoms = matcher === undefined || !hasTool(event) ? undefined : source.files.matcher?.read(matcher);
  return atoms === undefined || atoms.length === 0 ? undefined : matcherOf(fromAtoms(atoms, source));
}

function lossOf(hook: ManifestHook, index: number, { agent, title, form }: Target): ConversionLoss | undefined {
  const about = { hook: hookLabel(hook, index), index, agent, strategy: "none", blocking: hook.blocking === true } as const;
  if (hook.handler.type === "command" && hook.handler.command === undefined)
    return {
      ...about,
      field: "handler.command",
      reason: `${title} has an entry without a command`,
      effect: "excluded",
      severity: "warning",
    };
  const { type } = hook.handler;
  // The agent itself skips it.
  if (isHandlerType(type) && form.fields.type !== undefined && form.fields.type.words[type] === undefined)
    return { ...about, field: "handler.type", reason: `${title} has no ${type} hooks`, effect: "excluded", severity: "warning" };
  return undefined;
}

function isHandlerType(type: string): type is HandlerType {
  return (HANDLER_TYPES as readonly string[]).includes(type);
}
