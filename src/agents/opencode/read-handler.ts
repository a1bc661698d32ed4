/**
 * A handler in OpenCode's format gets what a plugin would get, as `{hook, input, output}`, and prints `output`
 * with its changes. Exit code 2 corresponds to a plugin's throw: it blocks, with stderr as the text.
 */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type JsonObject, parseJson } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";

export function readHandler(exit: HandlerExit, input: HookInput): NativeReading {
  if (exit.code === 2) return answered(denied(exit.stderr.trim()));
  if (exit.code !== 0) return exitedWith(exit.code);
  const text = exit.stdout.trim();
  if (text === "") return answered({});
  const value = parseJson(text);
  return isObject(value) ? answered(changes(outputOf(value), input)) : { kind: "failure", cause: "its output is not a JSON object" };
}

/** The handler may also return the whole `{hook, input, output}`: no `output` of OpenCode has an object under that name. */
function outputOf(value: JsonObject): JsonObject {
  return isObject(value["output"]) ? value["output"] : value;
}

function changes(output: JsonObject, { event }: HookInput): Outcome {
  if (event !== "PreToolUse") return { native: { output } };
  const args = output["args"];
  return args === undefined ? {} : { nativeInput: args };
}
