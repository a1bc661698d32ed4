import { sep } from "node:path";

/** Like `join`, for a normal path and one of its entries: a workspace has hundreds, and `join` reads both letter by letter. */
export function entryPath(folder: string, name: string): string {
  return folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`;
}
