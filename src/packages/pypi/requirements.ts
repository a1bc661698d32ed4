/** A requirements file and the files that it includes: every line counts. Constraints only give versions. */

import { dirname, join, resolve } from "node:path";

import { percentDecoded } from "../table-values.ts";
import { type Declared, declaredBy, isBeside, parseDependencyLine, placeOfUrl } from "./declared.ts";
import { foldName } from "./distribution.ts";
import type { ProjectFiles } from "./project-files.ts";

/** Far above any real project. */
const MOST_FILES = 200;
const MOST_LINES = 50_000;

export function readRequirements(first: string, files: ProjectFiles): Declared[] {
  const reading: Reading = { files, declared: [], constraints: new Map() };
  readFiles(first, reading);
  return reading.declared.map((one) => constrained(one, reading.constraints));
}

interface Reading {
  readonly files: ProjectFiles;
  readonly declared: Declared[];
  /** By name and marker. Of several with one key none counts, so only two are kept: thousands of lines may have one name. */
  readonly constraints: Map<string, Declared[]>;
}

type Use = "include" | "constraints";

/** A list instead of recursion: a chain of includes may be long. */
function readFiles(first: string, reading: Reading): void {
  const { files } = reading;
  const tooMuch = (file: string, message: string) =>
    void files.problems.push({ severity: "error", file, message: `${message}; Symposium ignores the rest` });
  const seen = new Set<string>();
  let lines = 0;
  const waiting: [file: string, use: Use, from: string, line: number][] = [[first, "include", first, 1]];
  for (const [file, use, from, line] of waiting) {
    // A file can include itself.
    if (seen.has(`${use} ${file}`)) continue;
    seen.add(`${use} ${file}`);
    if (file !== first && files.isOutside(file, from, `"${file}"`)) continue;
    if (seen.size > MOST_FILES) return tooMuch(from, `includes more than ${MOST_FILES} files`);
    const text = files.text(file);
    if (text === undefined && file !== first && !files.isThere(file)) {
      const position = { line, column: 1 };
      files.problems.push({ severity: "warning", file: from, position, message: `includes ${file}, which is missing` });
    }
    for (const [written, number] of linesOf(text ?? "")) {
      if (++lines > MOST_LINES) return tooMuch(file, `has more than ${MOST_LINES} lines with the files it includes`);
      const parsed = parseRequirementsLine(written, dirname(file));
      if (parsed === undefined) continue;
      // Whatever constraints include is a constraint.
      if (parsed.kind === "include" || parsed.kind === "constraints")
        waiting.push([parsed.path, use === "constraints" ? use : parsed.kind, file, number]);
      else if (parsed.kind === "dependency") add(parsed.declared, use, reading);
      else if (use === "include") addFolder(parsed, file, reading);
    }
  }
}

function add(declared: Declared, use: Use, { declared: list, constraints }: Reading): void {
  if (use === "include") return void list.push(declared);
  if (declared.version === undefined) return;
  const key = constraintKey(declared.name, declared.marker);
  const others = constraints.get(key);
  if (others === undefined) constraints.set(key, [declared]);
  else if (others.length < 2) others.push(declared);
}

/** A folder's project says its name. One outside is not read, so that it is called by its path. */
function addFolder(
  { path, marker }: Pick<Declared, "marker"> & { readonly path: string },
  file: string,
  { files, declared }: Reading,
): void {
  if (isBeside(path, files.bounds)) return void declared.push({ name: path, path, marker });
  if (files.isOutside(path, file, `"${path}"`)) return;
  const { name, version } = files.project(path) ?? {};
  if (name !== undefined) declared.push({ name: foldName(name), path, version, marker });
  else if (!files.isThere(join(path, "pyproject.toml")))
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
  return { ...one, version: first.version, checksum: first.checksum };
}

/** One line of a requirements file: https://pip.pypa.io/en/stable/reference/requirements-file-format/ */
type RequirementsLine =
  | { readonly kind: "include" | "constraints"; readonly path: string }
  | { readonly kind: "dependency"; readonly declared: Declared }
  /** A folder or file, which itself contains the package's name. */
  | { readonly kind: "path"; readonly path: string; readonly marker?: string };

/** Without comments; a backslash at the end continues a line, if there is another one. */
function* linesOf(text: string): Generator<[text: string, line: number]> {
  let [joined, start] = ["", 1];
  const rows = text.replace(/\r$/, "").split(/\r?\n/);
  for (const [at, row] of rows.entries()) {
    if (joined === "") start = at + 1;
    const isContinued = row.endsWith("\\") && !row.trimStart().startsWith("#");
    joined += isContinued ? `${row.slice(0, -1)} ` : row;
    if (isContinued && at < rows.length - 1) continue;
    const line = joined.replace(/(?:^|\s)#.*$/s, "").trim();
    joined = "";
    if (line !== "") yield [line, start];
  }
}

const OPTION = /^(?:(-r|--requirement)|(-c|--constraint)|(-e|--editable))(?:\s+|=\s*|(?<=^-[rce]))(\S.*)$/s;

/** `undefined` for options, and for what has no name: nothing is fetched to find one. `folder` is the file's. */
function parseRequirementsLine(text: string, folder: string): RequirementsLine | undefined {
  const [, include, constraints, editable, value = ""] = OPTION.exec(text) ?? [];
  if (include !== undefined || constraints !== undefined) {
    const path = value.replace(/^(["'])(.*)\1$/, "$2");
    return isUrl(path) ? undefined : { kind: include === undefined ? "constraints" : "include", path: resolve(folder, path) };
  }
  if (text.startsWith("-") && editable === undefined) return undefined;
  const line = editable === undefined ? text : value;
  const end = line.search(/\s--[a-z]/);
  const [written, options] = end === -1 ? [line, ""] : [line.slice(0, end).trim(), line.slice(end)];
  if (isPathOrUrl(written)) return atPlace(written, folder);
  const parsed = parseDependencyLine(written);
  if (parsed === undefined) return undefined;
  const checksum = [...options.matchAll(/--hash[= ]\s*(sha256:[0-9a-f]{64})/g)].map(([, hash]) => hash).join(" ");
  const ofUrl = fileNameOf((parsed.url ?? "").replace(/#.*/s, ""))?.version;
  const version = /^={2,3}\s*([^\s*,]+)$/.exec(parsed.requirement ?? "")?.[1] ?? ofUrl;
  return { kind: "dependency", declared: { ...declaredBy(parsed, folder), version, checksum: checksum || undefined } };
}

function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text);
}

function isPathOrUrl(text: string): boolean {
  const first = /^[^\s;@[]*/.exec(text)?.[0] ?? "";
  return isUrl(text) || /^file:/i.test(text) || first.startsWith(".") || /[\\/]/.test(first) || /\.(?:whl|tar\.gz|zip)$/.test(first);
}

function atPlace(written: string, folder: string): RequirementsLine | undefined {
  const [place = "", condition] = written.split(/(?<!\s)\s+;\s*|;\s+/, 2);
  const marker = condition || undefined;
  const egg = /[#&]egg=([\w.-]+)/.exec(place)?.[1];
  const bare = place.replace(/#.*/s, "").replace(/\[[^[\]]*\]$/, "");
  const where = isUrl(bare) || /^file:/i.test(bare) ? placeOfUrl(bare, folder) : { path: resolve(folder, bare) };
  const file = fileNameOf(bare);
  const name = egg ?? file?.name;
  if (name !== undefined) return { kind: "dependency", declared: { name: foldName(name), ...where, marker, version: file?.version } };
  return where.path === undefined ? undefined : { kind: "path", path: where.path, marker };
}

/** `name-1.0-py3-none-any.whl`, `name-1.0.tar.gz`. */
function fileNameOf(path: string): { readonly name: string; readonly version: string } | undefined {
  const file = percentDecoded(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1));
  const [, name, version] = /^([\w.]+)-([^-]+)(?:-[^-]+){3,4}\.whl$/.exec(file) ?? /^(.+)-([^-]+)\.(?:tar\.gz|zip)$/.exec(file) ?? [];
  return name === undefined || version === undefined || !/^[0-9]/.test(version) ? undefined : { name, version };
}
