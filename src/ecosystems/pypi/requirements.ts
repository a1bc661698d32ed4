/** A requirements file and the files that it includes: every line counts. Constraints only give versions. */

import { dirname, join } from "node:path";

import { type Declared, isBeside } from "./declared.ts";
import { foldName } from "./name.ts";
import type { ProjectFiles } from "./project-files.ts";
import { linesOf, parseRequirementsLine } from "./requirements-line.ts";

/** Far above any real project. */
const MOST_FILES = 200;
const MOST_LINES = 50_000;

export function readRequirements(first: string, files: ProjectFiles): Declared[] {
  const reading: Reading = { files, declared: [], constraints: new Map(), seen: new Set(), lines: 0 };
  readFile(first, "include", reading);
  return reading.declared.map((one) => constrained(one, reading.constraints));
}

interface Reading {
  readonly files: ProjectFiles;
  readonly declared: Declared[];
  /** By name and marker. Of several none counts, so the third is not needed: thousands of lines may have one name. */
  readonly constraints: Map<string, Declared[]>;
  /** A file can include itself. */
  readonly seen: Set<string>;
  lines: number;
}

type Use = "include" | "constraints";

/** A list instead of recursion: a chain of includes may be long. */
function readFile(first: string, firstUse: Use, reading: Reading): void {
  const { files, seen } = reading;
  const waiting: [file: string, use: Use, from: string, line: number][] = [[first, firstUse, first, 1]];
  for (const [file, use, from, line] of waiting) {
    if (seen.has(`${use} ${file}`)) continue;
    seen.add(`${use} ${file}`);
    if (file !== first && files.isOutside(file, from)) continue;
    if (seen.size > MOST_FILES) return tooMuch(from, `includes more than ${MOST_FILES} files`, reading);
    const text = files.text(file);
    if (text === undefined) {
      if (file !== first && !files.isThere(file))
        files.problems.push({
          severity: "warning",
          file: from,
          position: { line, column: 1 },
          message: `includes ${file}, which is missing`,
        });
      continue;
    }
    for (const written of linesOf(text)) {
      if (++reading.lines > MOST_LINES) return tooMuch(file, `has more than ${MOST_LINES} lines with the files it includes`, reading);
      const parsed = parseRequirementsLine(written.text, dirname(file));
      if (parsed === undefined) continue;
      // Whatever constraints include is a constraint.
      if (parsed.kind === "include" || parsed.kind === "constraints")
        waiting.push([parsed.path, use === "constraints" ? use : parsed.kind, file, written.line]);
      else if (parsed.kind === "dependency") add(parsed.declared, use, reading);
      else if (use === "include") addFolder(parsed, file, reading);
    }
  }
}

function tooMuch(file: string, message: string, { files }: Reading): void {
  files.problems.push({ severity: "error", file, message: `${message}; Symposium ignores the rest` });
}

function add(declared: Declared, use: Use, { declared: list, constraints }: Reading): void {
  if (use === "include") {
    list.push(declared);
    return;
  }
  if (declared.version === undefined) return;
  const key = constraintKey(declared.name, declared.marker);
  const others = constraints.get(key);
  if (others === undefined) constraints.set(key, [declared]);
  else if (others.length < 2) others.push(declared);
}

/** A folder's project says its name. One outside is not read, so that it is called by its path. */
function addFolder({ path, marker }: { readonly path: string; readonly marker?: string }, file: string, reading: Reading): void {
  const { files } = reading;
  if (isBeside(path, files.bounds)) {
    reading.declared.push({ name: path, path, ...(marker === undefined ? {} : { marker }) });
    return;
  }
  if (files.isOutside(path, file)) return;
  const project = files.project(path);
  if (project?.name !== undefined) {
    const { name, version } = project;
    const own = { ...(version === undefined ? {} : { version }), ...(marker === undefined ? {} : { marker }) };
    reading.declared.push({ name: foldName(name), path, ...own });
  } else if (!files.isThere(join(path, "pyproject.toml")))
    files.problems.push({ severity: "warning", file, message: `"${path}" has no pyproject.toml, so its name is unknown` });
}

function constraintKey(name: string, marker: string | undefined): string {
  return JSON.stringify([name, marker ?? null]);
}

/** The version of a constraint that is for the same environments, or for all. */
function constrained(one: Declared, constraints: Reading["constraints"]): Declared {
  if (one.version !== undefined || one.path !== undefined || one.address !== undefined) return one;
  const keys = new Set([constraintKey(one.name, undefined), constraintKey(one.name, one.marker)]);
  const fit = [...keys].flatMap((key) => constraints.get(key) ?? []);
  const [first] = fit;
  if (first === undefined || fit.length > 1) return one;
  return {
    ...one,
    ...(first.version === undefined ? {} : { version: first.version }),
    ...(first.checksum === undefined ? {} : { checksum: first.checksum }),
  };
}
