/**
 * The plugin file that an agent loads, written for one user. It differs from the built file where our directory was moved, and
 * ends with a digest of itself, which identifies any version of it when no record is left.
 */

import { createHash } from "node:crypto";

import { InternalError } from "../errors.ts";
import type { TextOrder } from "./registered-text.ts";

/** The line of the plugin file that gets the path. */
const LINE = 'const MOVED_TO = "";';

export function registeredPlugin(text: string, { scope, place }: Pick<TextOrder, "scope" | "place">): string {
  if (!text.includes(`\n${LINE}\n`)) throw new InternalError(`the plugin file has no line ${LINE}`);
  const filled = scope === "project" || place === undefined ? text : text.replace(LINE, () => `const MOVED_TO = ${JSON.stringify(place)};`);
  return `${filled}${signature(filled)}`;
}

/** Whether Symposium wrote the file and it is unchanged. */
export function isRegisteredPlugin(text: string): boolean {
  const [end = ""] = /\/\/ symposium plugin, sha256 [0-9a-f]{64}\n$/.exec(text) ?? [];
  return end !== "" && signature(text.slice(0, -end.length)) === end;
}

function signature(text: string): string {
  return `// symposium plugin, sha256 ${createHash("sha256").update(text).digest("hex")}\n`;
}
