/** Checks what a source acquired, and records it: from then on the folder exists. */

import { statSync } from "node:fs";
import { join, relative } from "node:path";

import { type Refusal, refusal } from "../ecosystems/refusal.ts";
import { isAtOrBelow } from "../platform/bounds.ts";
import { realFiles } from "../platform/find-program.ts";
import { realPath } from "../platform/real-path.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { type ProgramRecord, RECORD, RECORD_FORMAT, type RecordedFile } from "./find-acquired.ts";
import type { Installation } from "./installation.ts";
import type { ProgramPlace } from "./place.ts";
import type { AcquiredFiles, AcquireServices } from "./program-source.ts";
import { programIn } from "./program-in.ts";

export interface Recording {
  readonly installation: Installation;
  readonly place: ProgramPlace;
  readonly files: AcquiredFiles;
  readonly into: string;
  readonly services: AcquireServices;
}

export function writeRecord({ installation, place, files, into, services }: Recording): Refusal | undefined {
  const { executable, script, installCommands, source } = installation;
  const { context, platform } = services;
  const root = join(into, files.root ?? "");
  const programs = Object.entries(files.programs);
  const inside = programs.map(([, path]) => join(into, path));
  const absent = inside.find((path) => !realFiles.isReadable(path));
  if (absent !== undefined) return refusal(`${relative(into, absent)} is missing in what was acquired`);
  const named = programIn(
    { programs: Object.fromEntries(programs.map(([name, path]) => [name, join(into, path)])), root },
    { executable, script },
    context.os,
  );
  if ("why" in named && (executable ?? script) !== undefined && files.isElsewhere !== true) return refusal(named.why);
  const started = "path" in named && named.path.startsWith(into) ? [named.path] : [];
  const recorded = [...new Set([...inside, ...started])];
  const outside = recorded.find((path) => !isAtOrBelow(realPath(path), realPath(into)));
  if (outside !== undefined) return refusal(`${relative(into, outside)} is a link that leads out of what was acquired`);
  const record: ProgramRecord = {
    format: RECORD_FORMAT,
    source: source?.source ?? "",
    subject: place.identity.subject,
    version: files.version,
    platform,
    installCommands,
    root: files.root ?? "",
    programs: files.programs,
    ...(files.isElsewhere === true ? { isElsewhere: true } : {}),
    files: [
      ...recorded.map((path): RecordedFile => {
        const { size, mtimeMs } = statSync(path);
        return [relative(into, path), size, mtimeMs];
      }),
      ...(files.needs ?? []).map((path): RecordedFile => [path]),
    ],
    acquired: context.now(),
  };
  writeAtomically(join(into, RECORD), `${JSON.stringify(record)}\n`, { mode: 0o600, durable: true });
  return undefined;
}
