/** One `pyproject.toml` or `Pipfile`, read leniently: only what decides about members and dependencies, and what it says about a plugin. */

import type { Problem } from "../../files/problem.ts";
import { isTable, readToml, type TomlTable } from "../../files/toml.ts";
import { lookUp } from "../../lookup.ts";
import type { Embedded } from "../ecosystem.ts";
import { embeddedInToml } from "../embedded.ts";
import { unknownDependencies } from "../open-files.ts";
import { tableAt as tableAtIfAny, textAt, textsAt } from "../table-values.ts";
import { bothMarkers, type Declared, declaredBy, parseDependencyLine, type Place, placeIn } from "./declared.ts";
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
  if (!toml.ok) return unknownDependencies(file, toml.message, toml.position);
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
  const workspace = isTable(uv["workspace"]) ? uv["workspace"] : undefined;
  return {
    file,
    folder,
    name: textAt(project, "name") ?? textAt(poetry, "name"),
    version: textAt(project, "version") ?? textAt(poetry, "version"),
    declared: [...lines.flatMap((line) => declaredLine(line, folder)), ...ofPoetry],
    sources: sourcesOf(tableAt(uv, "sources"), ofPoetry, folder),
    workspace: workspace === undefined ? undefined : { members: textsAt(workspace, "members"), exclude: textsAt(workspace, "exclude") },
    tools: new Set(TOOLS.filter((one) => isTable(lookUp(tool, one)))),
    requirementsFiles: dynamicFiles(tableAt(tool, "setuptools", "dynamic")),
  };
}

function tableAt(table: TomlTable, ...keys: readonly string[]): TomlTable {
  return tableAtIfAny(table, ...keys) ?? {};
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

/** A project in the standard's form may have places in poetry's table too. */
function sourcesOf(uv: TomlTable, poetry: readonly Declared[], folder: string): Sources {
  const sources = new Map<string, Source[]>();
  const ofUv = Object.entries(uv).flatMap(([key, value]) => {
    const tables = (Array.isArray(value) ? value : [value]).filter(isTable);
    return tables.map((one): Declared => ({ name: foldName(key), ...placeIn(one, folder), marker: bothMarkers(textAt(one, "marker")) }));
  });
  for (const { name, path, address, marker } of [...ofUv, ...poetry]) {
    if (path === undefined && address === undefined) continue;
    const source = path === undefined ? { address, marker } : { path, marker };
    const others = sources.get(name);
    if (others === undefined) sources.set(name, [source]);
    else others.push(source);
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

/** A tool's own table of dependencies by name. */
interface Dialect {
  /** By PEP 440; `undefined` for any version. */
  readonly requirementOf: (written: string) => string | undefined;
  readonly markersOf: (table: TomlTable) => readonly (string | undefined)[];
}

function declaredAs(key: string, value: unknown, folder: string, { requirementOf, markersOf }: Dialect): Declared[] {
  const name = foldName(key);
  if (typeof value === "string") return [{ name, requirement: requirementOf(value) }];
  if (!isTable(value)) return [];
  const marker = bothMarkers(textAt(value, "markers"), ...markersOf(value));
  return [{ name, requirement: requirementOf(textAt(value, "version") ?? ""), ...placeIn(value, folder), marker }];
}

/** Poetry's own tables: `[tool.poetry.dependencies]` and those of its groups. A list has a table for each of several environments. */
function poetryDeclared(poetry: TomlTable, folder: string): Declared[] {
  const groups = Object.values(tableAt(poetry, "group")).filter(isTable);
  const tables = [
    tableAt(poetry, "dependencies"),
    tableAt(poetry, "dev-dependencies"),
    ...groups.map((one) => tableAt(one, "dependencies")),
  ];
  const entries = tables.flatMap((table) => Object.entries(table)).filter(([key]) => foldName(key) !== "python");
  return entries.flatMap(([key, value]) => [value].flat().flatMap((one) => declaredAs(key, one, folder, POETRY)));
}

const POETRY: Dialect = {
  requirementOf: poetryRequirement,
  markersOf: (table) => {
    const python = poetryRequirement(textAt(table, "python") ?? "")?.split(",") ?? [];
    const platform = textAt(table, "platform");
    return [
      ...python.map((part) => part.replace(/^([<>=!~]+)(.*)/s, "python_full_version $1 '$2'")),
      platform === undefined ? undefined : `sys_platform == '${platform}'`,
    ];
  },
};

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

const OTHER_TABLES: ReadonlySet<string> = new Set(["requires", "scripts", "pipenv", "source"]);
const VARIABLES = [
  ...["os_name", "sys_platform", "platform_machine", "platform_python_implementation", "platform_system", "platform_release"],
  ...["python_version", "python_full_version", "implementation_name", "implementation_version"],
];

/** `[packages]`, `[dev-packages]` and any other category. */
export function readPipfile(file: string, folder: string, text: string) {
  const toml = readToml(text);
  if (!toml.ok) return unknownDependencies(file, toml.message, toml.position);
  const requires = tableAt(toml.table, "requires");
  const pythonVersion = textAt(requires, "python_full_version") ?? textAt(requires, "python_version");
  const tables = Object.entries(toml.table).flatMap(([category, table]) => (isTable(table) && !OTHER_TABLES.has(category) ? [table] : []));
  const entries = tables.flatMap((table) => Object.entries(table));
  return { declared: entries.flatMap(([key, value]) => declaredAs(key, value, folder, PIPFILE)), pythonVersion };
}

const PIPFILE: Dialect = {
  requirementOf: (written) => {
    const text = written.trim();
    if (text === "" || text === "*") return undefined;
    // A version alone is that version.
    return /^[0-9]/.test(text) ? `==${text}` : text;
  },
  // `sys_platform = "== 'win32'"`.
  markersOf: (table) =>
    VARIABLES.flatMap((variable) => {
      const condition = textAt(table, variable);
      return condition === undefined ? [] : [`${variable} ${condition}`];
    }),
};

/** The plugin that a package describes in its `pyproject.toml`, under `[tool.symposium]`. Wheels do not contain that file: it counts for sources. */
export function embedded(file: string, text: string): Embedded {
  // The second place for the name is of poetry 1.
  const names = [["project"], ["tool", "poetry"]].map((table) => [...table, "name"]);
  return embeddedInToml(file, text, { table: ["tool", "symposium"], names });
}
