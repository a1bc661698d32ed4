/** A converted hook as its entry passes it to the hook program, beside the command (IX-12): what the agent's file has no place for. */

import { lookUp } from "../lookup.ts";
import type { ManifestHandler, ManifestHook, ManifestMatcher } from "./hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import type { NativeFilter } from "./manifest-matcher.ts";

/** Stands for the interchange format itself, in the place of an agent. */
export const INTERCHANGE_SOURCE = "hooks";

export interface ShimmedHook extends Pick<ManifestHandler, "platform" | "env" | "cwd" | "timeout_action" | "async"> {
  readonly name?: string;
  /** The format's name of an event that only the agent has. */
  readonly event?: string;
  readonly blocking?: boolean;
  /** In seconds. */
  readonly timeout?: number;
  /** Where the agent's own matcher cannot say it. */
  readonly matcher?: ManifestMatcher;
  /** The same in the words of the agent that the hook was written for, and that agent's own condition. */
  readonly filter?: NativeFilter;
  /** With `input_rewrite: warn`, a new input that the agent cannot take is dropped; otherwise it denies the call. */
  readonly degradation?: ManifestHook["degradation"];
  readonly capabilities?: ManifestHook["capabilities"];
  /** `provider_data` of the agent that the hook was written for. */
  readonly data?: JsonObject;
}

/** A value of a wrong type is not there: a guard without its filter runs more often, never less. */
export function readShimmedHook(given: JsonObject): ShimmedHook {
  const { name, event, cwd, timeout, blocking, matcher, filter, env, platform, data, timeout_action, degradation, capabilities } = given;
  return {
    name: typeof name === "string" ? name : undefined,
    event: typeof event === "string" ? event : undefined,
    blocking: typeof blocking === "boolean" ? blocking : undefined,
    matcher: isMatcher(matcher) ? matcher : undefined,
    filter: isFilter(filter) ? filter : undefined,
    platform: isTexts(platform) ? platform : undefined,
    env: isTexts(env) ? env : undefined,
    cwd: typeof cwd === "string" ? cwd : undefined,
    timeout: typeof timeout === "number" && timeout > 0 ? timeout : undefined,
    timeout_action: timeout_action === "block" || timeout_action === "warn" ? timeout_action : undefined,
    async: lookUp(given, "async") === true ? true : undefined,
    degradation: isTexts(degradation) ? (degradation as ManifestHook["degradation"] & object) : undefined,
    capabilities: Array.isArray(capabilities) ? (capabilities as readonly Json[]).filter((one) => typeof one === "string") : undefined,
    data: isObject(data) ? data : undefined,
  };
}

function isTexts(value: Json | undefined): value is Readonly<Record<string, string>> {
  return isObject(value) && Object.values(value).every((one) => typeof one === "string");
}

function isMatcher(value: unknown): value is ManifestMatcher {
  return Array.isArray(value) ? value.length > 0 && value.every(isElement) : isElement(value);
}

function isElement(value: unknown): boolean {
  if (!isObject(value)) return typeof value === "string";
  const { pattern, mcp } = value;
  if (typeof pattern === "string") return true;
  return isObject(mcp) && typeof mcp["server"] === "string" && (mcp["tool"] === undefined || typeof mcp["tool"] === "string");
}

function isFilter(value: unknown): value is NativeFilter {
  if (!isObject(value)) return false;
  const { atoms, condition, event } = value;
  const isText = (one: Json | undefined) => one === undefined || typeof one === "string";
  return isText(condition) && isText(event) && (atoms === undefined || (Array.isArray(atoms) && atoms.every(isObject)));
}
