/** Rows whose cells stand below each other, two spaces apart. A column that is empty in every row takes no room. */

import { displayWidth } from "./display-width.ts";
import type { Ink, Style } from "../report/reporter.ts";

export type Cell = string | readonly [ink: Ink, text: string];

export function columns(rows: readonly (readonly Cell[])[], style: Style): string[] {
  const widths = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, at) =>
    Math.max(...rows.map((row) => displayWidth(textOf(row[at])))),
  );
  return rows.map((row) => {
    const last = row.findLastIndex((cell) => textOf(cell) !== "");
    return row
      .slice(0, last + 1)
      .map(
        (cell, at) =>
          shown(cell, style) + (at === last || widths[at] === 0 ? "" : " ".repeat(widths[at]! - displayWidth(textOf(cell)) + 2)),
      )
      .join("");
  });
}

function textOf(cell: Cell = ""): string {
  return typeof cell === "string" ? cell : cell[1];
}

function shown(cell: Cell, style: Style): string {
  return typeof cell === "string" ? cell : style(...cell);
}
