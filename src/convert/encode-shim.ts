/** The native entries of a hook that is called through our shim (IX-12), one text for each native event. */

import { shimEntryText } from "../agents/shim-entry.ts";
import { dialectOf, type ManifestHandler, type ManifestHook } from "../canonical/hook-manifest.ts";
import type { JsonObject } from "../canonical/json.ts";
import { INTERCHANGE_SOURCE, type ShimmedHook } from "../canonical/shimmed-hook.ts";
import { lookUp } from "../lookup.ts";
import { commandText, type CommandPlace } from "./command-text.ts";
import { asCommand, type EncodedHandler, encodeHandler } from "./encode-handler.ts";
import { leftOut, type Lose } from "./lose.ts";
import type { NativePlace } from "./native-events.ts";
import { type ShimOptions, shimmedHook, waitingSeconds } from "./shim.ts";
import type { Target } from "./target.ts";

export interface ShimPlanning extends CommandPlace {
  readonly source: Target | undefined;
  readonly shim: ShimOptions;
}

/** One for each place; `undefined` where the command could never work. */
export function encodeShimmed(
  hook: ManifestHook,
  places: readonly NativePlace[],
  target: Target,
  { source, shim, base = "" }: ShimPlanning,
  lose: Lose,
): readonly EncodedHandler[] | undefined {
  const handler = hook.handler.type === "http" ? asCommand(hook.handler) : hook.handler;
  const commands = placedCommands(handler, target, { base, isSet: source?.files.projectVariables ?? [] });
  if ("broken" in commands) {
    lose("handler.command", commands.broken, leftOut(hook));
    return undefined;
  }
  for (const change of commands.changes) lose("handler.command", change, "adapted");
  const isFiltered = places.some((place) => place.isFiltered === true);
  const passed = shimmedHook({ ...hook, handler: { ...handler, ...commands.placed } }, source, target, isFiltered, lose);
  const { command = "" } = commands.placed;
  const encoded: EncodedHandler[] = [];
  const isJson = target.readsJson || target.files.speaksInterchange === true;
  for (const { native } of places) {
    const text = shimEntryText({
      source: dialectOf(hook) ?? INTERCHANGE_SOURCE,
      on: target.agent,
      event: native,
      denies: isJson && lookUp(target.facts.events, native)?.byExitCode !== true ? "json" : "exit-code",
      ...(target.files.speaksInterchange === true ? { inEnvelope: true as const } : {}),
      hook: passed as unknown as JsonObject,
      command,
      ...shim,
    });
    // What is lost is told once.
    const one = encodeHandler(calling(hook, handler, passed, text, target), target, {}, encoded.length === 0 ? lose : () => {});
    if (one === undefined) return undefined;
    encoded.push({ entry: one.entry, reduced: { ...one.reduced, ...restored(passed, command) } });
  }
  return encoded;
}

/** What the entry of our shim says of a handler: reading it again gives the same. */
export function restored(
  { platform, env, cwd, timeout, timeout_action, async: isAsync }: ShimmedHook,
  command: string,
): Partial<ManifestHandler> {
  return {
    command,
    ...(platform === undefined ? {} : { platform }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(timeout_action === undefined ? {} : { timeout_action }),
    ...(isAsync === undefined ? {} : { async: isAsync }),
  };
}

/** The hook as the agent sees it: what the shim does itself is not in its fields. */
function calling(
  hook: ManifestHook,
  handler: ManifestHandler,
  { timeout = 0 }: ShimmedHook,
  command: string,
  { form }: Target,
): ManifestHook {
  const { platform: _platform, env: _env, cwd: _cwd, timeout: _timeout, timeout_action: _action, ...rest } = handler;
  const { name, ...unnamed } = hook;
  return {
    ...unnamed,
    ...(name === undefined || form.fields.name === undefined ? {} : { name }),
    handler: { ...rest, command, ...(form.fields.timeout === undefined ? {} : { timeout: waitingSeconds(timeout) }) },
  };
}

type PlacedCommands =
  | { readonly placed: Pick<ManifestHandler, "command" | "platform">; readonly changes: readonly string[] }
  | { readonly broken: string };

function placedCommands({ command = "", platform }: ManifestHandler, target: Target, place: CommandPlace): PlacedCommands {
  const usual = commandText(command.replaceAll("\0", ""), target, place);
  if (usual.broken !== undefined) return { broken: usual.broken };
  const changes = new Set(usual.changes);
  const others = Object.entries(platform ?? {}).map(([name, one]) => {
    const text = commandText(one, target, place);
    for (const change of text.changes) changes.add(change);
    return [name, text.command];
  });
  const placed = {
    command: usual.command,
    ...(others.length === 0 ? {} : { platform: Object.fromEntries(others) as Record<string, string> }),
  };
  return { placed, changes: [...changes] };
}
