/** Go's own settings: the environment, then the file that `go env -w` writes. */

import { isAbsolute, join } from "node:path";

import type { Context } from "../../context.ts";
import { lookUp } from "../../lookup.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";

export type GoSurroundings = Pick<Context, "env" | "home" | "os">;

const MOST_BYTES = 1024 * 1024;

/** Of the user's file alone. */
export function userSettings(where: GoSurroundings): ReadonlyMap<string, string> {
  const file = settingsFile(where);
  const text = file === undefined ? undefined : readRegularTextIfAny(file, { maxBytes: MOST_BYTES });
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
  const folder = configFolder({ env, home, os });
  return folder === undefined ? undefined : join(folder, "go", "env");
}

function configFolder({ env, home, os }: GoSurroundings): string | undefined {
  if (os === "windows") return lookUp(env, "APPDATA") || (home === "" ? undefined : join(home, "AppData", "Roaming"));
  if (os === "macos") return home === "" ? undefined : join(home, "Library", "Application Support");
  return lookUp(env, "XDG_CONFIG_HOME") || (home === "" ? undefined : join(home, ".config"));
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
