/** The lock file that has the versions of a root. */

import { join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import { MISSING, type Stamped, stamped } from "../../platform/stamp.ts";
import { readTomlLock } from "./lock.ts";
import { type LockForm, PDM, POETRY, PYLOCK, UV } from "./lock-forms.ts";
import type { LockedPackage } from "./locked-package.ts";
import { readPipfileLock } from "./pipfile-lock.ts";
import type { ProjectFiles } from "./project-files.ts";
import type { Unread } from "./scan-toml.ts";

export interface FoundLock {
  /** Absent where no lock file can be read. */
  readonly named?: (name: string) => readonly LockedPackage[];
  /** The file that was read, or that is most likely to appear. */
  readonly checked: readonly Stamped[];
  /** Those that would be read instead. */
  readonly watched: readonly Stamped[];
  readonly isBroken: boolean;
}

const FORMS: readonly (readonly [tool: string, file: string, form: LockForm])[] = [
  ["uv", "uv.lock", UV],
  ["poetry", "poetry.lock", POETRY],
  ["pdm", "pdm.lock", PDM],
  ["", "pylock.toml", PYLOCK],
];

/** Far above any real one; in whole mebibytes. */
const LARGEST = 16 * 1024 * 1024;

/** Of several the one of a manager that has a table in `pyproject.toml`. */
export function findLock(folder: string, tools: ReadonlySet<string>, files: ProjectFiles): FoundLock {
  const ordered = [...FORMS.filter(([tool]) => tools.has(tool)), ...FORMS.filter(([tool]) => !tools.has(tool))];
  const watched: Stamped[] = [];
  for (const [, name, form] of ordered) {
    const stamp = stamped(join(folder, name));
    if (stamp[1] !== MISSING) return { ...read(join(folder, name), form, files), checked: [stamp], watched };
    watched.push(stamp);
  }
  const named = namedPylock(folder);
  if (named !== undefined) return { ...read(named, PYLOCK, files), checked: [stamped(named)], watched };
  return { checked: watched.slice(0, 1), watched: watched.slice(1), isBroken: false };
}

/** `pylock.<name>.toml`: the first, in the order of names. */
function namedPylock(folder: string): string | undefined {
  const [first] = namesIn(folder)
    .filter((name) => /^pylock\.[^.]+\.toml$/.test(name))
    .sort();
  return first === undefined ? undefined : join(folder, first);
}

function read(file: string, form: LockForm, files: ProjectFiles): Pick<FoundLock, "named" | "isBroken"> {
  const text = files.text(file, LARGEST);
  if (text === undefined) return { isBroken: true };
  const lock = text.trim() === "" ? EMPTY : readTomlLock(text, form);
  return lock.ok ? { named: lock.named, isBroken: false } : broken(file, lock, form.command, files);
}

export function findPipfileLock(folder: string, files: ProjectFiles): FoundLock {
  const file = join(folder, "Pipfile.lock");
  const checked = [stamped(file)];
  const text = files.text(file, LARGEST);
  if (text === undefined) return { checked, watched: [], isBroken: files.isThere(file) };
  const lock = text.trim() === "" ? EMPTY : readPipfileLock(text);
  return { ...(lock.ok ? { named: lock.named, isBroken: false } : broken(file, lock, "pipenv lock", files)), checked, watched: [] };
}

/** Another program is writing it. */
const EMPTY = { ok: false, position: { line: 1, column: 1 }, message: "is empty" } as const;

function broken(file: string, { position, message }: Unread, command: string, files: ProjectFiles): { readonly isBroken: true } {
  files.problems.push({ severity: "error", file, position, message, hint: `resolve the conflict in it, or run \`${command}\`` });
  return { isBroken: true };
}
