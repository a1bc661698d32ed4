/** Which files of agents the user imported hooks from (IX-14), in a private file. A record runs nothing: their hooks need the user's consent. */

import { basename, dirname, join } from "node:path";

import { OF_IMPORT } from "../../consent/subject.ts";
import { UserError } from "../../errors.ts";
import { writing } from "../../files/user-file.ts";
import { makeFolder } from "../../host/files.ts";
import { withLock } from "../../host/lock.ts";
import type { Places } from "../../host/places.ts";
import { readRegularText } from "../../host/read-file.ts";
import { clearLeftover, temporaryOf, writeAtomically } from "../../host/write-file.ts";
import { fieldsOf, ifAny, isListOf, isShaped, isText, listOf, oneOf, parseJson } from "../../model/json.ts";
import { quotedPath } from "../../model/safe-text.ts";

const IMPORTS_FORMAT = "symposium-imports";
const IMPORTS_VERSION = 1;

export interface ImportRecord {
  readonly agent: string;
  /** `user`: in every folder. */
  readonly scope: "user" | "project";
  /** The project's folder without links, and what its worktrees share (`consent/place.ts`); of the scope `project`. */
  readonly workspace?: string;
  readonly common?: string;
  readonly below?: string;
  /** The agent's own plugin that the hooks are in; below the project relative to it, otherwise absolute. */
  readonly root?: string;
  readonly files: readonly RecordedFile[];
  /** Files out of which the hooks were taken, or are about to be; Symposium's copies have them, and they run on every agent from there. */
  readonly moved?: readonly MovedFile[];
  readonly date: string;
}

/** The path is absolute, or from the project or the plugin with `/`. `*` in a name stands for any text. */
export type RecordedFile = { readonly form: string; readonly path: string };

/** Both paths are absolute; the copy has the whole text as it was, for the day it is put back. */
export type MovedFile = Readonly<Record<"form" | "file" | "copy", string>>;

/** The problem says why it is unknown what was imported, and what to run. */
type ImportsRead = { readonly records: readonly ImportRecord[]; readonly problem?: string };

const LARGEST = 4 * 1024 * 1024;

/** Never throws, never waits. */
export function readImports({ imports: file }: Pick<Places, "imports">): ImportsRead {
  try {
    return parsed(file, readRegularText(file, { maxBytes: LARGEST, isOurs: true, isPrivate: true }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? { records: [] } : { records: [], problem: `cannot be read (${message})` };
  }
}

function parsed(file: string, text: string): ImportsRead {
  const { format, version, records } = fieldsOf(parseJson(text));
  if (format === IMPORTS_FORMAT && version === IMPORTS_VERSION && isListOf(records, isRecord)) return { records };
  const repair = `remove it with \`rm ${quotedPath(file)}\`, then run \`symposium hooks import\` again for each of your imports`;
  return { records: [], problem: `is damaged: ${repair}` };
}

const RECORD = {
  ...{ agent: isText, date: isText, scope: oneOf("user", "project") },
  ...{ workspace: ifAny(isText), common: ifAny(isText), below: ifAny(isText), root: ifAny(isText) },
  files: listOf((one) => isShaped(one, { form: isText, path: isText })),
  moved: ifAny(listOf((one) => isShaped(one, { form: isText, file: isText, copy: isText }))),
};

function isRecord(value: unknown): value is ImportRecord {
  return isShaped(value, RECORD) && (value["scope"] === "user" || value["workspace"] !== undefined);
}

export function importId({ agent, scope, root }: Pick<ImportRecord, "agent" | "scope" | "root">): string {
  return `${OF_IMPORT}${agent}:${scope}${root === undefined ? "" : `:${root}`}`;
}

/** `claude-code-hooks`, `claude-code-user-hooks`, `claude-code-hooks-of-formatter`. */
export function importName({ agent, scope, root }: Pick<ImportRecord, "agent" | "scope" | "root">): string {
  const whose = scope === "user" ? "-user" : "";
  return root === undefined ? `${agent}${whose}-hooks` : `${agent}${whose}-hooks-of-${basename(root)}`;
}

/** Two records of one import are equal in this: importing it again replaces it. */
export function importKey({ agent, scope, workspace = "", root = "" }: ImportRecord): string {
  return JSON.stringify([agent, scope, workspace, root]);
}

const PATIENCE_MS = 10_000;

type ImportPlaces = Pick<Places, "imports" | "locks">;

/** Whether it is new: importing the same files again replaces their record. */
export function addImport(places: ImportPlaces, now: () => number, record: ImportRecord): boolean {
  let isNew = true;
  changeImports(places, now, (records) => {
    const others = records.filter((other) => importKey(other) !== importKey(record));
    isNew = others.length === records.length;
    return [...others, record];
  });
  return isNew;
}

export function removeImports(places: ImportPlaces, now: () => number, gone: readonly ImportRecord[]): void {
  const keys = new Set(gone.map(importKey));
  changeImports(places, now, (records) => records.filter((record) => !keys.has(importKey(record))));
}

/** Two terminals write one after the other. Throws a `UserError` where the file is damaged, or cannot be written. */
function changeImports(
  places: ImportPlaces,
  now: () => number,
  change: (records: readonly ImportRecord[]) => readonly ImportRecord[],
): void {
  const { imports: file, locks } = places;
  const done = withLock(join(locks, "imports"), { now, wait: PATIENCE_MS }, () => {
    const { records, problem } = readImports(places);
    if (problem !== undefined) throw new UserError("IMPORTS-FILE", `${file} ${problem}`);
    const text = JSON.stringify({ format: IMPORTS_FORMAT, version: IMPORTS_VERSION, records: change(records) }, null, 1);
    writing(file, () => {
      makeFolder(dirname(file));
      clearLeftover(file);
      writeAtomically(file, `${text}\n`, { mode: 0o600, durable: true, temporary: temporaryOf(file) });
    });
  });
  const hint = "wait for other Symposium commands to end, check whether the disk is full or read-only, and run this again";
  if (!done.held) throw new UserError("BUSY", `cannot lock ${file}`, { hint });
}
