/**
 * Reads TOML written by people. One parser reads the values; the other, which knows positions, runs only
 * when there is a problem to report.
 */

import { parse, TomlError } from "smol-toml";

import type { Position } from "./problem.ts";
import { tomlMistake } from "./toml-mistake.ts";
import { tomlPositions } from "./toml-positions.ts";

export type TomlTable = Readonly<Record<string, unknown>>;
export type TomlPath = readonly (string | number)[];

export type Toml =
  | { readonly ok: true; readonly table: TomlTable; readonly positionOf: (path: TomlPath) => Position }
  | { readonly ok: false; readonly position: Position; readonly message: string; readonly hint?: string };

/** Never throws. `positionOf` gives the position of a key, or of the nearest written thing around it. */
export function readToml(text: string): Toml {
  try {
    const table = parse(text) as TomlTable;
    let positions: ReadonlyMap<string, Position> | undefined;
    return { ok: true, table, positionOf: (path) => nearest((positions ??= tomlPositions(text)), path) };
  } catch (error) {
    if (error instanceof TomlError) {
      const position = { line: error.line, column: error.column };
      const mistake = tomlMistake(text, position, error.message);
      if (mistake === undefined) return { ok: false, position, message: firstLine(error.message) };
      return { ok: false, position, ...mistake, message: `not valid TOML: ${mistake.message}` };
    }
    return { ok: false, position: START, message: firstLine(String(error)) };
  }
}

/** The values in a file of another program, which has to say itself what is wrong in it. `undefined` where the text is not TOML. */
export function tomlIn(text: string): TomlTable | undefined {
  const read = readToml(text);
  return read.ok ? read.table : undefined;
}

export function isTable(value: unknown): value is Record<string, unknown> {
  // Dates and times are objects too, of their own classes.
  const prototype: unknown = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : undefined;
  return prototype === null || prototype === Object.prototype;
}

const START: Position = { line: 1, column: 1 };

function firstLine(message: string): string {
  const line = message.replace(/^Invalid TOML document: /, "").split("\n", 1)[0] ?? "";
  return `not valid TOML: ${line}`;
}

function nearest(positions: ReadonlyMap<string, Position>, path: TomlPath): Position {
  for (let length = path.length; length > 0; length--) {
    const found = positions.get(JSON.stringify(path.slice(0, length)));
    if (found !== undefined) return found;
  }
  return START;
}
