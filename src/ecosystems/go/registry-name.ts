/** Paths of modules at the user's module proxy. */

import type { NameRegistry } from "../registry-names.ts";
import type { GoSurroundings } from "./go-environment.ts";
import { escaped } from "./module-path.ts";
import { userProxy } from "./user-proxy.ts";

/** `SYMPOSIUM_GO_PROXY`, else the user's `GOPROXY`; `undefined` where that is not on the web. */
export function moduleProxy(where: GoSurroundings): NameRegistry | undefined {
  const own = where.env["SYMPOSIUM_GO_PROXY"];
  const proxy = userProxy(where);
  if (own === undefined || own === "") {
    if ("problem" in proxy) return { ecosystem: "go", title: "the module proxy", addressesOf: () => [], unasked: () => proxy.problem };
    if (proxy.address === undefined || !/^https?:/i.test(proxy.address)) return undefined;
    return registry(proxy.address, proxy.isPrivate);
  }
  return /^https?:/i.test(own) ? registry(own, "problem" in proxy ? () => false : proxy.isPrivate) : undefined;
}

function registry(address: string, isPrivate: (name: string) => boolean): NameRegistry {
  const base = address.replace(/\/$/, "");
  return {
    ecosystem: "go",
    title: new URL(base).host,
    addressesOf: (name) => [`${base}/${escaped(name)}/@v/list`],
    unasked: (name) => (isPrivate(name) ? `GOPRIVATE or GONOPROXY contains ${name}` : undefined),
  };
}
