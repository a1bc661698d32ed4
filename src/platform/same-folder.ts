/** Whether two paths lead to one folder, or one to a folder above the other, however they are written. */

import { isAbsolute, relative, resolve } from "node:path";

import { realPath } from "./real-path.ts";

export function sameFolder(one: string, other: string): boolean {
  return resolve(one) === resolve(other) || realPath(one) === realPath(other);
}

/** Whether `folder` is `other` or a folder above it. */
export function isAtOrAbove(folder: string, other: string): boolean {
  return firstIn(folder, [other]) !== undefined;
}

/** The first path that leads to `folder` or into it. */
export function firstIn(folder: string, paths: readonly string[]): string | undefined {
  const [written, real] = [resolve(folder), realPath(folder)];
  return paths.find((path) => leadsDown(written, resolve(path)) || leadsDown(real, realPath(path)));
}

function leadsDown(from: string, to: string): boolean {
  const way = relative(from, to);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[\\/]/.test(way);
}
