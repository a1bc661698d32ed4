/**
 * Skills that a background process installed while an agent was working. Most agents list their skills once, so the agent's next hook call
 * tells the model (PL-23). Each agent has its own file beside the record of the last sync.
 */

import { basename, dirname, join } from "node:path";

import { attempt, succeeds } from "../errors.ts";
import { exists, rename } from "../host/files.ts";
import { namesIn } from "../host/paths.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { removeQuietly, writePrivately } from "../host/write-file.ts";
import { isShaped, isText, parseJson } from "../model/json.ts";

export interface InstalledSkill {
  readonly name: string;
  /** The folder of skills that it is in. */
  readonly folder: string;
}

export interface AddedSkill extends InstalledSkill {
  /** The agents that read it there. */
  readonly agents: readonly string[];
}

const MOST_BYTES = 1024 * 1024;

/** `record` is that of the last sync. */
export function noteUnannounced(record: string, added: readonly AddedSkill[]): void {
  for (const agent of new Set(added.flatMap(({ agents }) => agents))) {
    const file = unannouncedFile(record, agent);
    const news = added.filter(({ agents }) => agents.includes(agent)).map(({ name, folder }) => ({ name, folder }));
    const before = readUnannounced(file).filter((old) => !news.some(({ name, folder }) => name === old.name && folder === old.folder));
    // Where it cannot be written, the skills are there, and the next session lists them.
    attempt(() => writePrivately(file, `${JSON.stringify([...before, ...news])}\n`));
  }
}

/** The files there are, by agent. */
export function unannouncedFiles(record: string): Readonly<Record<string, string>> | undefined {
  const found = namesIn(dirname(record)).flatMap((name) => {
    const [, agent] = /^untold-(.+)\.json$/.exec(name) ?? [];
    return agent === undefined ? [] : [[agent, unannouncedFile(record, agent)] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Of several calls at once, one gets them: only one can rename the file. */
export function takeUnannounced(record: string, agent: string): readonly InstalledSkill[] {
  const file = unannouncedFile(record, agent);
  if (!exists(file)) return [];
  // A name that the next sync removes if this process is killed.
  const taken = join(dirname(file), `.${basename(file)}.${process.pid}.0.tmp`);
  if (!succeeds(() => rename(file, taken))) return [];
  const untold = readUnannounced(taken);
  removeQuietly(taken);
  return untold.filter(({ name, folder }) => exists(join(folder, name)));
}

function unannouncedFile(record: string, agent: string): string {
  return join(dirname(record), `untold-${agent}.json`);
}

function readUnannounced(file: string): readonly InstalledSkill[] {
  const value = parseJson(readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) ?? "");
  return Array.isArray(value) ? value.filter((one): one is InstalledSkill => isShaped(one, { name: isText, folder: isText })) : [];
}
