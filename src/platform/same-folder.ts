/** Whether two paths lead to one folder, or one to a folder above the other, however they are written. */

import { isAbsolute, relative, resolve } from "node:path";

import { realPath } from "./real-path.ts";

export function sameFolder(one: string, other: string): boolean {
  return resolve(one) === resolve(other) || realPath(one) === realPath(other);
}

/** Whether `folder` is `other` or a folder above it. */
export function isAtOrAbove(folder: string, other: string): boolean {
  return leadsDown(resolve(folder), resolve(other)) || leadsDown(realPath(folder), realPath(other));
}

function leadsDown(from: string, to: string): boolean {
  const way = relative(from, to);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[\\/]/.test(way);
}
