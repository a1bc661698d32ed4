/** The words with which a converted entry calls the hook program: `shim <source> --on <agent> --event <event> --hook <json> -- <command>`. */

import { isObject, parseJson } from "../canonical/json.ts";
import { readShimmedHook, type ShimmedHook } from "../canonical/shimmed-hook.ts";

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
