/** What `go` prints with `-json`. */

import { isObject } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";

export type Printed = Readonly<Record<string, unknown>>;

/** Empty where it is not an object. */
export function answerIn(stdout: string): Printed {
  try {
    const value: unknown = JSON.parse(stdout);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function textIn(printed: Printed, key: string): string | undefined {
  const value = lookUp(printed, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}
