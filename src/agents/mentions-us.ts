/** Which values in an agent's file call Symposium, or the Rust tool before it. */

import { isObject } from "../canonical/json.ts";

/** Whether the value names our program at all. */
export function mentionsUs(value: unknown): boolean {
  return textsIn(value).some((text) => /\bsymposium-hook\b/.test(text));
}

/** `cargo-agents hook …`, with any path before it. */
const RUST = /(?:^|[\\/\s"'])cargo-agents(?:\.exe)?["']?\s+hook\s/;

export function callsRustTool(command: unknown): boolean {
  return typeof command === "string" && RUST.test(command);
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap((member) => textsIn(member)) : [];
}
