/** The plugin file that an agent loads, as it is written for one user: it differs from the file of our build where our directory was moved. */

import { InternalError } from "../errors.ts";
import type { TextOrder } from "./registered-text.ts";

/** The line of the plugin file that is filled in. */
const LINE = 'const MOVED_TO = "";';

export function registeredPlugin(text: string, { scope, place }: Pick<TextOrder, "scope" | "place">): string {
  if (!text.includes(`\n${LINE}\n`)) throw new InternalError(`the plugin file has no line ${LINE}`);
  return scope === "project" || place === undefined ? text : text.replace(LINE, () => `const MOVED_TO = ${JSON.stringify(place)};`);
}
