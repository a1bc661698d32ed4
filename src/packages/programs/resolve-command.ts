/** Resolves what a manifest names to what is started (RT-12). */

import { posix, win32 } from "node:path";

import type { OperatingSystem } from "../../context.ts";
import type { Runnable } from "../../host/command-line.ts";
import { statOf } from "../../host/files.ts";
import { lookUp } from "../../lookup.ts";
import type { Acquired, Found } from "./find-acquired.ts";
import type { Installation } from "./program-source.ts";

/** One of `executable` and `script` is set, or neither. */
export type Named = Pick<Installation, "executable" | "script" | "args">;

export interface Surroundings {
  /** The plugin's directory, absolute. */
  readonly directory: string;
  readonly os: OperatingSystem;
  readonly isFile: (path: string) => boolean;
  /** What was acquired; `undefined` where there is nothing to acquire. Without this function nothing counts as acquired. */
  readonly acquired?: (installation: Installation) => Found | undefined;
}

export interface Resolved {
  /** Absent where the installation only exists for its side effects. */
  readonly command?: Runnable;
  /** Our folder that contains it. */
  readonly directory?: string;
  /** Why it cannot run. */
  readonly missing?: string;
}

/** `named` is what the installation and its user set, merged. */
export function resolveInstallation(installation: Installation, named: Named, where: Surroundings): Resolved {
  if (installation.source === undefined) return { command: resolveCommand(named, where) };
  const kind = named.executable === undefined && named.script !== undefined ? "script" : "executable";
  const args = named.args ?? [];
  const found = where.acquired?.(installation);
  if (found?.state !== "acquired") {
    const word = named.executable ?? named.script ?? installation.name;
    const path = (where.os === "windows" ? win32 : posix).join(found?.folder ?? where.directory, "bin", word);
    return {
      command: { kind, path, args },
      missing: `${titleOf(installation)} is missing: ${found?.why ?? "it was not acquired yet"}; run \`symposium sync\``,
    };
  }
  if (found.isElsewhere === true) return { command: { kind, path: named.executable ?? installation.name, args } };
  const program = programIn(found, named, where.os);
  if ("path" in program) return { command: { kind, path: program.path, args }, directory: found.root };
  // Made for its side effects, or for its files.
  if (named.executable === undefined && named.script === undefined && Object.keys(found.programs).length === 0)
    return { directory: found.root };
  return {
    command: { kind, path: found.folder, args },
    directory: found.root,
    missing: `${titleOf(installation)} cannot be started: ${program.why}`,
  };
}

function titleOf({ name, source }: Installation): string {
  return `its program ${name} (${source?.source})`;
}

export function resolveCommand({ executable, script, args = [] }: Named, where: Surroundings): Runnable | undefined {
  const named = executable ?? script;
  if (named === undefined) return undefined;
  return { kind: executable === undefined ? "script" : "executable", path: resolvePath(named, where), args };
}

/** Relative to the plugin, never to the current folder of a hook call, which may contain anyone's files. */
function resolvePath(named: string, { directory, os, isFile }: Surroundings): string {
  const path = os === "windows" ? win32 : posix;
  if (path.isAbsolute(named)) return named;
  const beside = path.join(directory, named);
  const isBareWord = !(os === "windows" ? /[\\/]/ : /\//).test(named);
  return isBareWord ? (withEnding(beside, os, isFile) ?? named) : beside;
}

function withEnding(path: string, os: OperatingSystem, isThere: Surroundings["isFile"]): string | undefined {
  const endings = os === "windows" ? ["", ".exe", ".cmd", ".bat"] : [""];
  return endings.map((ending) => path + ending).find(isThere);
}

/** What an installation runs of what was acquired: a name that the source knows, a path from the root, or the only program. */
export function programIn(
  { programs, root }: Pick<Acquired, "programs" | "root">,
  { executable, script }: Omit<Named, "args">,
  os: OperatingSystem,
): { readonly path: string } | { readonly why: string } {
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
  const found = isInside ? withEnding(below, os, isFile) : undefined;
  if (found !== undefined) return { path: found };
  return { why: names.length === 0 ? `it has no file ${named}` : `it has no program ${named}, only ${names.join(", ")}` };
}

function isFile(path: string): boolean {
  try {
    return statOf(path)?.isFile() === true;
  } catch {
    return false;
  }
}
