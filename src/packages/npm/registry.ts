/** Names of packages at the registry that the user's npm uses. */

import { join } from "node:path";

import type { Context } from "../../context.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { type NameRegistry, webAddress } from "../registry-names.ts";

const DEFAULT = "https://registry.npmjs.org/";

/** `SYMPOSIUM_NPM_REGISTRY`, else the registries in the user's `.npmrc`, without its credentials. */
export function nameRegistry({ env, home }: Pick<Context, "env" | "home">): NameRegistry | undefined {
  const own = env["SYMPOSIUM_NPM_REGISTRY"];
  const registries = own ? new Map([["registry", own]]) : userRegistries(home);
  const base = registries.get("registry") ?? DEFAULT;
  if (webAddress(base) === undefined) return undefined;
  const title = base === DEFAULT ? "the npm registry" : new URL(base).host;
  const addressesOf = (name: string) => {
    const scope = name.startsWith("@") ? registries.get(`${name.slice(0, name.indexOf("/"))}:registry`) : undefined;
    const address = webAddress(scope ?? base);
    return address === undefined ? [] : [address + name.replace("/", "%2f")];
  };
  return { ecosystem: "npm", title, addressesOf };
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
