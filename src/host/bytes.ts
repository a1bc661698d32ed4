/** Bytes and text: digests, lengths, decoding. */

import { attempt } from "../errors.ts";

/** A small hash for file names. It only keeps names distinct and secures nothing, so it avoids the cost of a real digest. */
export function shortHash(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (eightDigits(high) + eightDigits(low)).slice(0, 12);
}

/** Not `padStart`: its first use costs a native program more than the hash. */
function eightDigits(number: number): string {
  return (2 ** 32 + (number >>> 0)).toString(16).slice(1);
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A byte-order mark stays, and invalid UTF-8 becomes replacement characters. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** A letter for each byte. */
export function lettersOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text of bytes without its byte-order mark; `undefined` where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Bytes that are written in base64, in hex; `undefined` where they are not. */
export function hexOfBase64(base64: string): string | undefined {
  return attempt(() => Array.from(atob(base64), (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join(""));
}

/** In the alphabet for file names, without padding. */
export function base64UrlOfHex(hex: string): string {
  const letters = (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
