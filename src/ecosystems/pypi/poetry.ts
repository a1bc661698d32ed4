/** Poetry's own tables: `[tool.poetry.dependencies]` and those of its groups. */

import type { TomlTable } from "../../documents/toml.ts";
import { isTable } from "../../documents/toml.ts";
import { bothMarkers, type Declared, placeIn, tableAt } from "./declared.ts";
import { textAt } from "../text-values.ts";
import { foldName } from "./name.ts";
import { afterCaret, afterTilde } from "./requirement.ts";
import { parseVersion, versionText } from "./version.ts";

export function poetryDeclared(poetry: TomlTable, folder: string): Declared[] {
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
  return [{ name, ...versions(textAt(value, "version")), ...placeIn(value, folder), ...(marker === undefined ? {} : { marker }) }];
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
