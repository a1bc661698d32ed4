/**
 * PATH without the folders that the project controls: relative ones, and those inside the workspace. A bare name, called by us
 * or by a handler, is then a program of the user's and not of the repository's (RT-34).
 */

import type { OperatingSystem } from "../context.ts";

export interface PathSurroundings {
  readonly os: OperatingSystem;
  readonly home: string;
  /** The workspace, and the folders of a call; `null` is skipped. */
  readonly folders: readonly (string | null)[];
}

export function cleanPath(path: string, { os, home, folders }: PathSurroundings): string {
  const separator = os === "windows" ? ";" : ":";
  // Loops, because every call that runs a handler comes here, and the first `filter` or `flatMap` of a native program costs more.
  const projects: string[] = [];
  for (const folder of folders) {
    const project = folder === null ? undefined : plain(folder, os);
    if (project !== undefined && isProject(project, os, home)) projects.push(project);
  }
  const kept: string[] = [];
  for (const entry of path.split(separator)) if (isAbsolute(entry, os) && !isInside(projects, plain(entry, os))) kept.push(entry);
  return kept.join(separator);
}

function isInside(folders: readonly string[], path: string): boolean {
  for (const folder of folders) if (leadsInto(folder, path)) return true;
  return false;
}

const UNIX_PLACES = ["/usr/local/bin", "/usr/bin", "/bin", "/opt"];
const WINDOWS_PLACES = ["C:\\Windows", "C:\\Program Files"];

/** An agent may be started in the home folder, or in a folder with the system's programs: these stay usable. */
function isProject(folder: string, os: OperatingSystem, home: string): boolean {
  for (const place of os === "windows" ? WINDOWS_PLACES : UNIX_PLACES) if (leadsInto(folder, plain(place, os))) return false;
  return !leadsInto(folder, plain(home, os));
}

function leadsInto(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

/** With slashes, without `.`, `..` and empty parts; on Windows in lower case. */
function plain(path: string, os: OperatingSystem): string {
  const isPlain = os !== "windows" && path[0] === "/" && !path.includes("/.") && !path.includes("//") && path[path.length - 1] !== "/";
  if (isPlain) return path;
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
