/** One `pyproject.toml`, read leniently: only what decides about members and dependencies. */

import type { Problem } from "../../documents/problem.ts";
import { isTable, readToml, type TomlTable } from "../../documents/toml.ts";
import { lookUp } from "../../lookup.ts";
import { bothMarkers, type Declared, declaredBy, type Place, placeIn, tableAt } from "./declared.ts";
import { textAt, textsAt } from "../text-values.ts";
import { parseDependencyLine } from "./dependency-line.ts";
import { foldName } from "./name.ts";
import { poetryDeclared } from "./poetry.ts";

export interface Project {
  readonly file: string;
  readonly folder: string;
  readonly name?: string;
  readonly version?: string;
  readonly declared: readonly Declared[];
  /** uv's places for names, which take the place of the registry. */
  readonly sources: Sources;
  /** `[tool.uv.workspace]`. */
  readonly workspace?: { readonly members: readonly string[]; readonly exclude: readonly string[] };
  /** The managers that have a table here. */
  readonly tools: ReadonlySet<string>;
  /** Requirements files that setuptools takes dependencies from. */
  readonly requirementsFiles: readonly string[];
}

export type Sources = ReadonlyMap<string, readonly Source[]>;

export interface Source extends Place {
  readonly marker?: string;
}

const TOOLS = ["uv", "poetry", "pdm"];

export function readProject(file: string, folder: string, text: string): Project | Problem {
  const toml = readToml(text);
  if (!toml.ok) {
    const hint = "fix the file; its dependencies are unknown until then";
    return { severity: "error", file, position: toml.position, message: toml.message, hint };
  }
  const [project, tool] = [tableAt(toml.table, "project"), tableAt(toml.table, "tool")];
  const [uv, poetry] = [tableAt(tool, "uv"), tableAt(tool, "poetry")];
  const lines = [
    ...textsAt(project, "dependencies"),
    ...listsIn(tableAt(project, "optional-dependencies")),
    ...listsIn(tableAt(toml.table, "dependency-groups")),
    ...textsAt(uv, "dev-dependencies"),
    ...listsIn(tableAt(tool, "pdm", "dev-dependencies")),
  ];
  const ofPoetry = poetryDeclared(poetry, folder);
  const name = textAt(project, "name") ?? textAt(poetry, "name");
  const version = textAt(project, "version") ?? textAt(poetry, "version");
  const workspace = isTable(uv["workspace"]) ? uv["workspace"] : undefined;
  return {
    file,
    folder,
    ...(name === undefined ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    declared: [...lines.flatMap((line) => declaredLine(line, folder)), ...ofPoetry],
    sources: sourcesOf(tableAt(uv, "sources"), ofPoetry, folder),
    ...(workspace === undefined ? {} : { workspace: { members: textsAt(workspace, "members"), exclude: textsAt(workspace, "exclude") } }),
    tools: new Set(TOOLS.filter((one) => isTable(lookUp(tool, one)))),
    requirementsFiles: dynamicFiles(tableAt(tool, "setuptools", "dynamic")),
  };
}

/** Groups include each other by tables, which add nothing here: every group counts. */
function listsIn(table: TomlTable): string[] {
  return Object.keys(table).flatMap((key) => textsAt(table, key));
}

/** pdm writes `-e` before a folder. */
function declaredLine(line: string, folder: string): Declared[] {
  const editable = /^\s*-e\s+(\S+)#egg=([\w.-]+)/.exec(line);
  const parsed = parseDependencyLine(editable === null ? line : `${editable[2]} @ ${editable[1]}`);
  return parsed === undefined ? [] : [declaredBy(parsed, folder)];
}

/** A project in the standard's form has its places in poetry's table. */
function sourcesOf(uv: TomlTable, poetry: readonly Declared[], folder: string): Sources {
  const sources = new Map<string, Source[]>();
  const add = (name: string, place: Place | undefined, marker?: string) => {
    if (place === undefined) return;
    const source = { ...place, ...(marker === undefined ? {} : { marker }) };
    const others = sources.get(name);
    if (others === undefined) sources.set(name, [source]);
    else others.push(source);
  };
  for (const [key, value] of Object.entries(uv)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (isTable(one)) add(foldName(key), placeIn(one, folder), bothMarkers(textAt(one, "marker")));
  }
  for (const { name, path, address, marker } of poetry) {
    if (path !== undefined) add(name, { path }, marker);
    else if (address !== undefined) add(name, { address }, marker);
  }
  return sources;
}

function dynamicFiles(dynamic: TomlTable): string[] {
  const extras = Object.values(tableAt(dynamic, "optional-dependencies")).filter(isTable);
  return [tableAt(dynamic, "dependencies"), ...extras].flatMap((table) => {
    const one = textAt(table, "file");
    return one === undefined ? textsAt(table, "file") : [one];
  });
}
