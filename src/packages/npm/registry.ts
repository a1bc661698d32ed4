/** Names of packages at the registry that the user's npm uses. */

import { join } from "node:path";

import type { Context } from "../../context.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import type { NameRegistry } from "../registry-names.ts";

const DEFAULT = "https://registry.npmjs.org/";

/** `SYMPOSIUM_NPM_REGISTRY`, else the registries in the user's `.npmrc`, without its credentials. */
export function nameRegistry({ env, home }: Pick<Context, "env" | "home">): NameRegistry | undefined {
  const own = env["SYMPOSIUM_NPM_REGISTRY"];
  const registries = own === undefined || own === "" ? userRegistries(home) : new Map([["registry", own]]);
  const base = registries.get("registry") ?? DEFAULT;
  if (addressOf(base, "x") === undefined) return undefined;
  const title = base === DEFAULT ? "the npm registry" : new URL(base).host;
  const addressesOf = (name: string) => {
    const scope = name.startsWith("@") ? registries.get(`${name.slice(0, name.indexOf("/"))}:registry`) : undefined;
    const address = addressOf(scope ?? base, name);
    return address === undefined ? [] : [address];
  };
  return { ecosystem: "npm", title, addressesOf };
}

/** A registry may be below a path. */
function addressOf(base: string, name: string): string | undefined {
  try {
    const { protocol, origin, pathname } = new URL(base);
    if (protocol !== "http:" && protocol !== "https:") return undefined;
    return origin + pathname.replace(/(?<!\/)\/*$/, "/") + name.replace("/", "%2f");
  } catch {
    return undefined;
  }
}

const LARGEST = 1024 * 1024;

/** `registry`, and `@scope:registry` for each scope that has its own. */
function userRegistries(home: string): ReadonlyMap<string, string> {
  const registries = new Map<string, string>();
  for (const line of (readRegularTextIfAny(join(home, ".npmrc"), { maxBytes: LARGEST }) ?? "").split("\n")) {
    const [, key, value] = /^\s*((?:@[\w.-]+:)?registry)\s*=\s*["']?([^\s"']+)["']?\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) registries.set(key, value);
  }
  return registries;
}
