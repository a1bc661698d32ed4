/**
 * PATH without the folders that the project decides on: relative ones, and those inside the workspace. What is called by its bare name, by us
 * or by a handler, is then a programme of the user's and not one of the repository's (RT-34).
 */

import type { OperatingSystem } from "../context.ts";

export interface PathSurroundings {
  readonly os: OperatingSystem;
  readonly home: string;
  /** The workspace, and the folders that a call is about; `null` is passed over. */
  readonly folders: readonly (string | null)[];
}

export function cleanPath(path: string, { os, home, folders }: PathSurroundings): string {
  const separator = os === "windows" ? ";" : ":";
  const outside = folders.flatMap((folder) => (folder === null ? [] : [plain(folder, os)])).filter((folder) => isProject(folder, os, home));
  return path
    .split(separator)
    .filter((entry) => isAbsolute(entry, os) && !outside.some((folder) => leadsInto(folder, plain(entry, os))))
    .join(separator);
}

/** An agent may be started in the home folder, or in one that holds the programmes of the whole system: these stay usable. */
function isProject(folder: string, os: OperatingSystem, home: string): boolean {
  const above = [home, ...(os === "windows" ? ["C:\\Windows", "C:\\Program Files"] : ["/usr/local/bin", "/usr/bin", "/bin", "/opt"])];
  return !above.some((place) => leadsInto(folder, plain(place, os)));
}

function leadsInto(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** With slashes, without `.`, `..` and empty parts; on Windows in lower case. */
function plain(path: string, os: OperatingSystem): string {
  const parts: string[] = [];
  for (const part of (os === "windows" ? path.toLowerCase().replaceAll("\\", "/") : path).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `${path[0] === "/" ? "/" : ""}${parts.join("/")}`;
}

function isAbsolute(entry: string, os: OperatingSystem): boolean {
  return os === "windows" ? /^[A-Za-z]:[\\/]|^\\\\/.test(entry) : entry[0] === "/";
}
