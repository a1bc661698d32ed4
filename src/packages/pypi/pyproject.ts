/** One `pyproject.toml` or `Pipfile`, read leniently: only what decides about members and dependencies, and what it says about a plugin. */

import type { Problem } from "../../files/problem.ts";
import { isTable, readToml, type TomlTable } from "../../files/toml.ts";
import { lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";
import { embeddedInToml } from "../embedded.ts";
import { textAt, textsAt } from "../table-values.ts";
import { bothMarkers, type Declared, declaredBy, parseDependencyLine, type Place, placeIn, tableAt } from "./declared.ts";
import { foldName } from "./distribution.ts";
import { afterCaret, afterTilde } from "./requirement.ts";
import { parseVersion, versionText } from "./version.ts";

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

interface Source extends Place {
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
    name,
    version,
    declared: [...lines.flatMap((line) => declaredLine(line, folder)), ...ofPoetry],
    sources: sourcesOf(tableAt(uv, "sources"), ofPoetry, folder),
    workspace: workspace === undefined ? undefined : { members: textsAt(workspace, "members"), exclude: textsAt(workspace, "exclude") },
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
    const source = { ...place, marker };
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

/** Poetry's own tables: `[tool.poetry.dependencies]` and those of its groups. */
function poetryDeclared(poetry: TomlTable, folder: string): Declared[] {
  const tables = [tableAt(poetry, "dependencies"), tableAt(poetry, "dev-dependencies")];
  for (const group of Object.values(tableAt(poetry, "group"))) if (isTable(group)) tables.push(tableAt(group, "dependencies"));
  return tables.flatMap((table) => Object.entries(table).flatMap(([key, value]) => declaredAs(key, value, folder)));
}

/** A text, a table, or a list of tables for several environments. */
function declaredAs(key: string, value: unknown, folder: string): Declared[] {
  const name = foldName(key);
  if (name === "python") return [];
  if (Array.isArray(value)) return value.flatMap((one) => (Array.isArray(one) ? [] : declaredAs(key, one, folder)));
  if (typeof value === "string") return [{ name, ...versions(value) }];
  if (!isTable(value)) return [];
  const [python, platform] = [textAt(value, "python"), textAt(value, "platform")];
  const marker = bothMarkers(
    textAt(value, "markers"),
    python === undefined ? undefined : pythonMarker(python),
    platform === undefined ? undefined : `sys_platform == '${platform}'`,
  );
  return [{ name, ...versions(textAt(value, "version")), ...placeIn(value, folder), marker }];
}

function versions(written: string | undefined): { readonly requirement?: string } {
  const requirement = written === undefined ? undefined : poetryRequirement(written);
  return requirement === undefined ? {} : { requirement };
}

const PART = /(?:(\^|~=|~|===|==|!=|<=|>=|<|>|=)\s*)?([^\s,<>=!~^]+)/g;

/** By PEP 440; `undefined` for any version, and for alternatives, which it cannot express. */
export function poetryRequirement(text: string): string | undefined {
  if (text.includes("|") || text.trim() === "*") return undefined;
  const parts: string[] = [];
  for (const [, operator = "==", version = ""] of text.slice(0, LONGEST).matchAll(PART)) {
    const parsed = operator === "^" || operator === "~" ? parseVersion(version) : undefined;
    if (parsed !== undefined) parts.push(`>=${version}`, `<${versionText(operator === "^" ? afterCaret(parsed) : afterTilde(parsed))}`);
    else if (version !== "*") parts.push((operator === "=" ? "==" : operator) + version);
  }
  return parts.length === 0 ? undefined : parts.join(",");
}

const LONGEST = 1_000;

function pythonMarker(python: string): string | undefined {
  const parts = poetryRequirement(python)?.split(",") ?? [];
  return bothMarkers(...parts.map((part) => part.replace(/^([<>=!~]+)(.*)/s, "python_full_version $1 '$2'")));
}

/** `Pipfile`: `[packages]`, `[dev-packages]` and any other category. */
export interface Pipfile {
  readonly declared: readonly Declared[];
  readonly pythonVersion?: string;
}

const OTHER_TABLES: ReadonlySet<string> = new Set(["requires", "scripts", "pipenv", "source"]);
const VARIABLES = [
  ...["os_name", "sys_platform", "platform_machine", "platform_python_implementation", "platform_system", "platform_release"],
  ...["python_version", "python_full_version", "implementation_name", "implementation_version"],
];

export function readPipfile(file: string, folder: string, text: string): Pipfile | Problem {
  const toml = readToml(text);
  if (!toml.ok) {
    const hint = "fix the file; its dependencies are unknown until then";
    return { severity: "error", file, position: toml.position, message: toml.message, hint };
  }
  const requires = tableAt(toml.table, "requires");
  const pythonVersion = textAt(requires, "python_full_version") ?? textAt(requires, "python_version");
  const declared = Object.entries(toml.table).flatMap(([category, table]) =>
    isTable(table) && !OTHER_TABLES.has(category)
      ? Object.entries(table).flatMap(([key, value]) => declaredInPipfile(key, value, folder))
      : [],
  );
  return { declared, pythonVersion };
}

function declaredInPipfile(key: string, value: unknown, folder: string): Declared[] {
  const name = foldName(key);
  if (typeof value === "string") return [{ name, ...pipfileVersions(value) }];
  if (!isTable(value)) return [];
  const marker = bothMarkers(textAt(value, "markers"), ...VARIABLES.map((variable) => markerOf(value, variable)));
  return [{ name, ...pipfileVersions(textAt(value, "version")), ...placeIn(value, folder), marker }];
}

/** `sys_platform = "== 'win32'"`. */
function markerOf(table: TomlTable, variable: string): string | undefined {
  const condition = textAt(table, variable);
  return condition === undefined ? undefined : `${variable} ${condition}`;
}

/** A version alone is that version. */
function pipfileVersions(written: string | undefined): { readonly requirement?: string } {
  const text = written?.trim() ?? "";
  if (text === "" || text === "*") return {};
  return { requirement: /^[0-9]/.test(text) ? `==${text}` : text };
}

/** The plugin that a package describes in its `pyproject.toml`, under `[tool.symposium]`. Wheels do not contain that file: it counts for sources. */
const PLACES = {
  table: ["tool", "symposium"],
  // poetry 1 has its own place for the name.
  names: [
    ["project", "name"],
    ["tool", "poetry", "name"],
  ],
} as const;

export function embedded(file: string, text: string): Embedded {
  return embeddedInToml(file, text, PLACES);
}
