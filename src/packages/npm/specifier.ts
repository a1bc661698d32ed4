/** What a manifest's line asks for: a requirement of a package, an alias, a folder, an archive or an address. */

import { isArchive, splitName } from "./lock.ts";

export type Specifier =
  /** `requirement` may also be a tag, such as `latest`. */
  | { readonly kind: "registry"; readonly name: string; readonly requirement: string }
  | { readonly kind: "member"; readonly name: string }
  /** Relative to the manifest's folder. */
  | { readonly kind: "folder" | "archive"; readonly name: string; readonly path: string }
  /** Git, and every other address. */
  | { readonly kind: "address"; readonly name: string; readonly address: string }
  | { readonly kind: "catalog"; readonly name: string; readonly catalog: string };

export function specifierOf(key: string, written: string): Specifier {
  const text = written.trim();
  // Nearly every line.
  if (/^[\d^~<>=*]/.test(text) && !text.includes("/") && !text.includes(":")) return { kind: "registry", name: key, requirement: text };
  const [, protocol = "", rest = ""] = /^([a-z][a-z+]*):(.*)$/s.exec(text) ?? [];
  const read = PROTOCOLS.get(protocol);
  if (read !== undefined) return read(key, rest);
  if (/^(?:\.{1,2}(?:[\\/]|$)|[\\/]|~[\\/]|[A-Za-z]:[\\/])/.test(text)) return inFolder(key, text);
  if (protocol !== "" || /^[^@\s]+@[^:\s]+:/.test(text)) return { kind: "address", name: key, address: text };
  // `user/repository`, with or without `#branch`.
  if (/^[^@/\s<>=^~|]+\/[^/\s]+$/.test(text))
    return isArchive(text) ? inFolder(key, text) : { kind: "address", name: key, address: `github:${text}` };
  return isArchive(text) ? inFolder(key, text) : { kind: "registry", name: key, requirement: text };
}

type Read = (key: string, rest: string) => Specifier;

const inFolder: Read = (name, path) => ({ kind: isArchive(path) ? "archive" : "folder", name, path: path.replace(/^\/\/(?=\.)/, "") });

/** `npm:real@^1`, `npm:real`, or with later Yarns `npm:^1`. */
const fromRegistry: Read = (key, rest) => {
  const split = splitName(rest);
  if (split !== undefined) return { kind: "registry", name: split[0], requirement: split[1] };
  return /^[@A-Za-z]/.test(rest) && !/^[xXvV](?:[\d.]|$)/.test(rest)
    ? { kind: "registry", name: rest, requirement: "*" }
    : { kind: "registry", name: key, requirement: rest };
};

/** JSR offers its packages to npm under a scope. */
const fromJsr: Read = (key, rest) => {
  const { name, requirement } = fromRegistry(key, rest) as Specifier & { readonly kind: "registry" };
  return {
    kind: "registry",
    name: name.replace(/^@([^/]+)\/(.+)$/, (whole, scope: string, own: string) => (scope === "jsr" ? whole : `@jsr/${scope}__${own}`)),
    requirement,
  };
};

/** `workspace:^`, `workspace:real@*`, or a path. */
const fromWorkspace: Read = (key, rest) =>
  /^\.{1,2}\//.test(rest) ? { kind: "folder", name: key, path: rest } : { kind: "member", name: splitName(rest)?.[0] ?? key };

/** `patch:name@npm%3A^1#./patch` is the package with changes. */
const fromPatch: Read = (key, rest) => {
  const inner = splitName(rest.split("#")[0] ?? "")?.[1] ?? "*";
  return specifierOf(key, inner.replace(/^npm%3A/i, "npm:"));
};

const PROTOCOLS: ReadonlyMap<string, Read> = new Map([
  ["npm", fromRegistry],
  ["jsr", fromJsr],
  ["workspace", fromWorkspace],
  ["patch", fromPatch],
  ["file", inFolder],
  ["link", inFolder],
  ["portal", inFolder],
  ["catalog", (name: string, catalog: string): Specifier => ({ kind: "catalog", name, catalog: catalog.trim() || "default" })],
]);
