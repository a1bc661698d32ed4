/** What an installation runs of what was acquired. */

import { statSync } from "node:fs";
import { posix, win32 } from "node:path";

import type { OperatingSystem } from "../context.ts";
import { lookUp } from "../lookup.ts";
import type { Acquired } from "./find-acquired.ts";
import type { Named } from "./resolve-command.ts";

export type ProgramIn = { readonly path: string } | { readonly why: string };

/** A name that the source knows, a path from the root, or the only program. */
export function programIn(
  { programs, root }: Pick<Acquired, "programs" | "root">,
  { executable, script }: Pick<Named, "executable" | "script">,
  os: OperatingSystem,
): ProgramIn {
  const named = executable ?? script;
  const names = Object.keys(programs);
  if (named === undefined) {
    const [only, another] = Object.values(programs);
    if (only !== undefined && another === undefined) return { path: only };
    return { why: names.length === 0 ? "it has no program" : `it has several programs (${names.join(", ")}); name one as \`executable\`` };
  }
  const known =
    executable === undefined ? undefined : (lookUp(programs, executable) ?? lookUp(programs, executable.replace(/\.exe$/i, "")));
  if (known !== undefined) return { path: known };
  const path = os === "windows" ? win32 : posix;
  const below = path.join(root, named);
  const isInside = below.startsWith(root + path.sep) && !path.isAbsolute(named);
  const found = isInside
    ? (os === "windows" ? ["", ".exe", ".cmd", ".bat"] : [""]).map((ending) => below + ending).find(isFile)
    : undefined;
  if (found !== undefined) return { path: found };
  return { why: names.length === 0 ? `it has no file ${named}` : `it has no program ${named}, only ${names.join(", ")}` };
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
