/** `Pipfile`: `[packages]`, `[dev-packages]` and any other category. */

import type { Problem } from "../../documents/problem.ts";
import { isTable, readToml, type TomlTable } from "../../documents/toml.ts";
import { bothMarkers, type Declared, placeIn, tableAt } from "./declared.ts";
import { textAt } from "../text-values.ts";
import { foldName } from "./name.ts";

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
    isTable(table) && !OTHER_TABLES.has(category) ? Object.entries(table).flatMap(([key, value]) => declaredAs(key, value, folder)) : [],
  );
  return { declared, ...(pythonVersion === undefined ? {} : { pythonVersion }) };
}

function declaredAs(key: string, value: unknown, folder: string): Declared[] {
  const name = foldName(key);
  if (typeof value === "string") return [{ name, ...versions(value) }];
  if (!isTable(value)) return [];
  const marker = bothMarkers(textAt(value, "markers"), ...VARIABLES.map((variable) => markerOf(value, variable)));
  return [{ name, ...versions(textAt(value, "version")), ...placeIn(value, folder), ...(marker === undefined ? {} : { marker }) }];
}

/** `sys_platform = "== 'win32'"`. */
function markerOf(table: TomlTable, variable: string): string | undefined {
  const condition = textAt(table, variable);
  return condition === undefined ? undefined : `${variable} ${condition}`;
}

/** A version alone is that version. */
function versions(written: string | undefined): { readonly requirement?: string } {
  const text = written?.trim() ?? "";
  if (text === "" || text === "*") return {};
  return { requirement: /^[0-9]/.test(text) ? `==${text}` : text };
}
