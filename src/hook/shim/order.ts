/**
 * What a converted entry calls, `shim <source> --on <agent> --event <event> --hook <json> -- <command>`, and the hook that it means, as hooks
 * are run.
 */

import type { OperatingSystem } from "../../context.ts";
import { MISSING } from "../../host/stamp.ts";
import type { IndexedHook } from "../../index/format.ts";
import { lookUp } from "../../lookup.ts";
import { budgetOf } from "../../model/event.ts";
import { shimOf } from "../../model/handler-formats.ts";
import { commandOn, DEFAULT_SECONDS } from "../../model/hook-manifest.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { INTERCHANGE_SOURCE, readShimmedHook, type ShimmedHook } from "../../model/shimmed-hook.ts";

export interface ShimOrder {
  /** The agent that the command was written for, or `hooks`. */
  readonly source: string;
  readonly on: string;
  readonly event: string;
  /** The caller sends the input of the interchange format, and reads its answer. */
  readonly inEnvelope: boolean;
  readonly hook: ShimmedHook;
  readonly command: string;
}

export const SHIM_USAGE =
  "usage: symposium-hook shim <agent> --on <agent> --event <event> [--envelope] [--hook <json>] -- <command>, with the payload on stdin";

/** `undefined` where a part is missing, or is not what it should be: the hook would be another one. */
export function shimOrder(args: readonly string[]): ShimOrder | undefined {
  const [source, ...rest] = args;
  const end = rest.indexOf("--");
  const command = rest[end + 1];
  if (source === undefined || end < 0 || end !== rest.length - 2 || command === undefined) return undefined;
  const flags = rest.slice(0, end);
  const after = (name: string) => (flags.includes(name) ? flags[flags.indexOf(name) + 1] : undefined);
  const on = after("--on");
  const event = after("--event");
  const given = parseJson(after("--hook") ?? "{}");
  if (on === undefined || event === undefined || !isObject(given)) return undefined;
  return { source, on, event, inEnvelope: flags.includes("--envelope"), hook: readShimmedHook(given), command };
}

/** The hook of a converted entry, as the runtime runs hooks. */
export function shimHook({ source, hook, command }: ShimOrder, { event, nativeEvent }: HookInput, os: OperatingSystem): IndexedHook {
  const { name, blocking, timeout = DEFAULT_SECONDS, filter, env, platform, degradation = {} } = hook;
  return {
    plugin: source,
    hook: name ?? event ?? nativeEvent,
    source: "converted",
    manifest: ["", MISSING],
    order: 0,
    format: source === INTERCHANGE_SOURCE ? "interchange" : shimOf(source),
    native: filter,
    command: { kind: "shell", path: commandOn({ command, platform }, os), args: [] },
    env,
    timeout: Math.min(timeout, budgetOf(event).answerMs / 1000),
    onFailure: "open",
    onUnsupported: lookUp(degradation, "input_rewrite") === "warn" ? "warn" : "deny",
    blocking,
    ...contractOf(hook),
  };
}

function contractOf({ event, cwd, timeout_action, async: isAsync }: ShimOrder["hook"]): Pick<IndexedHook, "contract"> {
  if (event === undefined && cwd === undefined && timeout_action !== "block" && isAsync !== true) return {};
  return {
    contract: { event, timeoutBlocks: timeout_action === "block" ? true : undefined, isAsync: isAsync === true ? isAsync : undefined, cwd },
  };
}
