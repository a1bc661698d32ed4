/** Values of headers that refer to variables as `$NAME` and `${NAME}`. Only allowed names count; anything else is text (IX-11). */

import { type Askable, lookUp } from "../lookup.ts";

const REFERENCE = /\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;

export function referencesIn(value: string): readonly string[] {
  return [...value.matchAll(REFERENCE)].map(([, braced, plain]) => braced ?? plain ?? "");
}

/** A variable that is not set is empty. */
export function headerValue(value: string, allowed: readonly string[], env: Askable<string | undefined>): string {
  return value.replace(REFERENCE, (written: string, braced?: string, plain?: string) => {
    const name = braced ?? plain ?? "";
    return allowed.includes(name) ? (lookUp(env, name) ?? "") : written;
  });
}

/** One that could end its line would add headers of its own. */
export function isHeaderValue(value: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

/** A token, and not one that says where the body ends or to whom it goes. */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !FRAMING.includes(name.toLowerCase());
}

const FRAMING = ["content-length", "transfer-encoding", "connection", "host", "upgrade", "te", "trailer", "expect"];
