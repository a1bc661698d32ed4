/** Go's own settings, from the environment and the file that `go env -w` writes: its module cache, and where modules and names are asked for. */

import { isAbsolute, join } from "node:path";

import type { Context } from "../../context.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { lookUp } from "../../lookup.ts";
import type { Refusal } from "../refusal.ts";
import type { NameRegistry } from "../registry-names.ts";
import { escaped } from "./version.ts";

type GoSurroundings = Pick<Context, "env" | "home" | "os">;

/** Read from the user's file alone, not from the environment. */
function userSettings(where: GoSurroundings): ReadonlyMap<string, string> {
  const file = settingsFile(where);
  const text = file === undefined ? undefined : readRegularTextIfAny(file, { maxBytes: 1024 * 1024 });
  const settings = new Map<string, string>();
  for (const line of (text ?? "").split("\n")) {
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*?)\r?$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && value !== "") settings.set(name, value);
  }
  return settings;
}

function settingsFile({ env, home, os }: GoSurroundings): string | undefined {
  const named = lookUp(env, "GOENV");
  if (named === "off") return undefined;
  if (named !== undefined && isAbsolute(named)) return named;
  const own = os === "macos" ? undefined : lookUp(env, os === "windows" ? "APPDATA" : "XDG_CONFIG_HOME");
  const usual = { windows: "AppData/Roaming", macos: "Library/Application Support", linux: ".config" }[os];
  const folder = own || (home === "" ? undefined : join(home, usual));
  return folder === undefined ? undefined : join(folder, "go", "env");
}

/** `undefined` where Go has none either. Every dependency asks, and finding it means reading a file. */
export function moduleCache(where: GoSurroundings): string | undefined {
  const known = caches.get(where);
  if (known !== undefined) return known.folder;
  const folder = findModuleCache(where);
  caches.set(where, { folder });
  return folder;
}

const caches = new WeakMap<GoSurroundings, { readonly folder: string | undefined }>();

function findModuleCache(where: GoSurroundings): string | undefined {
  let settings: ReadonlyMap<string, string> | undefined;
  const get = (name: string) => lookUp(where.env, name) || (settings ??= userSettings(where)).get(name);
  const own = get("GOMODCACHE");
  if (own !== undefined && isAbsolute(own)) return own;
  const path = get("GOPATH")?.split(where.os === "windows" ? ";" : ":")[0];
  if (path !== undefined && isAbsolute(path)) return join(path, "pkg", "mod");
  return where.home === "" ? undefined : join(where.home, "go", "pkg", "mod");
}

const DIRECTING = ["GOPROXY", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB"];
const USUAL = "https://proxy.golang.org,direct";

/**
 * Where modules are requested from. Only the user's file (`go env -w`) decides (PL-32). Where the environment says something else, nothing is requested: the
 * name of a private module must not reach a public server. Without an address modules come from repositories alone.
 */
export function userProxy(where: GoSurroundings) {
  const settings = userSettings(where);
  const differing = DIRECTING.find((name) => (lookUp(where.env, name) || settings.get(name)) !== settings.get(name));
  if (differing !== undefined) {
    const why = `${differing} in the environment differs from the user's Go settings, and only those direct requests`;
    const hint = `run \`go env -w ${differing}=…\` with that value, or \`go mod download\` in the module`;
    return { why, hint, severity: "error" } as Refusal;
  }
  const address = (settings.get("GOPROXY") ?? USUAL).split(/[,|]/).find((one) => /^(?:https?|file):/i.test(one));
  const usual = settings.get("GOPRIVATE");
  const patterns = [settings.get("GONOPROXY") ?? usual, usual].flatMap((list) => list?.split(",") ?? []);
  const isPrivate = (name: string) => patterns.some((pattern) => isPrefix(pattern.trim(), name));
  if (address === undefined) return { address, title: "its repository", isPrivate };
  return { address, title: (URL.canParse(address) && new URL(address).host) || address, isPrivate };
}

/** A pattern for the first elements of a path, with `*` and `?` within one. A class of characters counts as any character. */
function isPrefix(pattern: string, name: string): boolean {
  if (pattern === "") return false;
  const wanted = pattern.replace(/\/$/, "").split("/");
  const elements = name.split("/");
  return wanted.every((one, at) => elements[at] !== undefined && expressionOf(one).test(elements[at]));
}

function expressionOf(glob: string): RegExp {
  const source = glob.replace(/\[[^\]]{0,200}\]|[\s\S]/g, (part) => {
    if (part === "*") return ".*";
    if (part === "?" || part.length > 1) return ".";
    return part.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  return new RegExp(`^${source}$`);
}

/** `SYMPOSIUM_GO_PROXY`, else the user's `GOPROXY`; `undefined` where that is not on the web. */
export function moduleProxy(where: GoSurroundings): NameRegistry | undefined {
  const own = where.env["SYMPOSIUM_GO_PROXY"];
  const proxy = userProxy(where);
  const isRefused = "why" in proxy;
  if (!own && isRefused) return { ecosystem: "go", title: "the module proxy", addressesOf: () => [], unasked: () => proxy.why };
  const address = own || (isRefused ? undefined : proxy.address);
  if (address === undefined || !/^https?:/i.test(address)) return undefined;
  const base = address.replace(/\/$/, "");
  return {
    ecosystem: "go",
    title: new URL(base).host,
    addressesOf: (name) => [`${base}/${escaped(name)}/@v/list`],
    unasked: (name) => (!isRefused && proxy.isPrivate(name) ? `GOPRIVATE or GONOPROXY contains ${name}` : undefined),
  };
}
