/** As much of `node:path` as hook code uses: the build of the native program puts it in that module's place. The program runs on POSIX systems alone. */

export const sep = "/";
export const delimiter = ":";

/** Without empty parts, `.`, and `..` that leads out of a named folder. */
function partsOf(path: string): string[] {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (!isAbsolute(path)) kept.push("..");
  }
  return kept;
}

export function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** Most paths are, and this is much faster than to take them apart. */
function isNormal(path: string): boolean {
  if (path.includes("//")) return false;
  for (let at = path.indexOf("/."); at !== -1; at = path.indexOf("/.", at + 2)) {
    const next = path[at + 2] === "." ? path[at + 3] : path[at + 2];
    if (next === undefined || next === "/") return false;
  }
  return true;
}

export function normalize(path: string): string {
  if (isAbsolute(path) && isNormal(path)) return path;
  const parts = partsOf(path).join("/");
  const end = parts !== "" && path.endsWith("/") ? "/" : "";
  if (isAbsolute(path)) return `/${parts}${end}`;
  return parts === "" ? (path.endsWith("/") ? "./" : ".") : parts + end;
}

export function join(...paths: readonly string[]): string {
  const joined = paths.filter((path) => path !== "").join("/");
  return joined === "" ? "." : normalize(joined);
}

export function resolve(...paths: readonly string[]): string {
  let path = "";
  for (const each of paths.toReversed()) {
    if (isAbsolute(path)) break;
    if (each !== "") path = path === "" ? each : `${each}/${path}`;
  }
  if (!isAbsolute(path)) path = `${process.cwd()}/${path}`;
  return isNormal(path) && !path.endsWith("/") ? path : `/${partsOf(path).join("/")}`;
}

/** Where the path ends, without slashes behind it. */
function endOf(path: string): number {
  let end = path.length;
  while (end > 1 && path[end - 1] === "/") end--;
  return end;
}

export function dirname(path: string): string {
  const slash = path.lastIndexOf("/", endOf(path) - 1);
  // Two slashes at the beginning stay, as in Node.
  if (slash === 1 && isAbsolute(path)) return "//";
  if (slash > 0) return path.slice(0, slash);
  return isAbsolute(path) ? "/" : ".";
}

export function basename(path: string, ending = ""): string {
  if (path === ending) return "";
  const end = endOf(path);
  const start = path.lastIndexOf("/", end - 1) + 1;
  const name = path.slice(start, end);
  if (ending === "" || ending.length > path.length) return name;
  // Node compares from the end: if the name is over before the ending is, the slashes behind the name stay.
  if (name.length < ending.length && ending.endsWith(name)) return name === "" ? path : path.slice(start);
  return name !== ending && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

export function extname(path: string): string {
  const name = basename(path);
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name === ".." ? "" : name.slice(dot);
}

export function relative(from: string, to: string): string {
  const [left, right] = [partsOf(resolve(from)), partsOf(resolve(to))];
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  return [...left.slice(same).map(() => ".."), ...right.slice(same)].join("/");
}

export function parse(path: string) {
  const base = basename(path);
  // Here alone, Node takes `..` next to the root for a name with an ending.
  const ext = /^\/\.\.\/*$/.test(path) ? "." : extname(path);
  const root = isAbsolute(path) ? "/" : "";
  const dir = path.slice(0, Math.max(root.length, endOf(path) - base.length - 1));
  return { root, dir, base, ext, name: ext === "" ? base : base.slice(0, -ext.length) };
}

export const posix = { sep, delimiter, isAbsolute, normalize, join, resolve, dirname, basename, extname, relative, parse };
export const win32 = posix;
