/** What a hook of type http may send: where to, and in which headers (IX-11). */

import { type Askable, lookUp } from "../lookup.ts";

/** Why a hook may not send anything there. */
export function addressTrouble(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) return `${JSON.stringify(address)} is not a valid URL`;
  if (url.username !== "" || url.password !== "") return "the URL has a user name or a password in it";
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(address))) return undefined;
  return url.protocol === "http:" ? "http is allowed only on this machine" : `${url.protocol.slice(0, -1)} is not allowed`;
}

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Values of headers that refer to variables as `$NAME` and `${NAME}`. Only allowed names count; anything else is text (IX-11). */
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

/** False for a value that could end its line, and so add headers. */
export function isHeaderValue(value: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return !/[^\t\x20-\x7e\x80-\xff]/.test(value);
}

/** A token, except for headers that say where the body ends or where the request goes. */
export function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !FRAMING.includes(name.toLowerCase());
}

const FRAMING = ["content-length", "transfer-encoding", "connection", "host", "upgrade", "te", "trailer", "expect"];
