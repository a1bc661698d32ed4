/** Files as the demo shows them: what registration changed, and that `uninstall` restores every byte. */

import { type DiffLine, diffLines } from "../src/commands/terminal/unified-diff.ts";
import type { Tree } from "./demo-home.ts";
import { type Ink, ink, WIDTH } from "./demo-print.ts";

const INKS: Readonly<Record<DiffLine["kind"], Ink>> = { " ": "dim", "-": "red", "+": "green", "@": "cyan" };

const DIFF_LINES = 16;

/** One line for each file that differs, then the start of the diff of `shown`. */
export function changes(before: Tree, after: Tree, shown: string): string {
  const paths = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  const heads = paths.map((path) => head(path, before.get(path), after.get(path) ?? ""));
  const lines = diffLines(before.get(shown) ?? null, after.get(shown) ?? null).map(({ kind, text }) =>
    ink(INKS[kind], shortened(kind === "@" ? text : kind + text)),
  );
  const more = ink("dim", `… ${lines.length - DIFF_LINES} more lines`);
  return [...heads, "", ink("bold", `~/${shown}`), ...lines.slice(0, DIFF_LINES), more].join("\n");
}

function head(path: string, before: string | undefined, after: string): string {
  const lines = diffLines(before ?? null, after);
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  const word = before === undefined ? "new" : "changed";
  return `  ${word.padEnd(9)}${ink("green", `+${count("+")}`.padStart(5))} ${ink("red", `-${count("-")}`.padEnd(4))} ~/${path}`;
}

function shortened(line: string): string {
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}

export interface Stages {
  readonly before: Tree;
  readonly registered: Tree;
  readonly after: Tree;
}

/** Every file that existed at any time, with its size. */
export function comparison({ before, registered, after }: Stages): string {
  const paths = [...new Set([...before.keys(), ...registered.keys(), ...after.keys()])].sort((left, right) => left.localeCompare(right));
  const width = Math.max(...paths.map(({ length }) => length)) + 2;
  const row = (cells: readonly string[], how: Ink) =>
    ink(
      how,
      `  ${(cells[0] ?? "").padEnd(width)}${cells
        .slice(1)
        .map((cell) => cell.padStart(12))
        .join("")}`,
    );
  const rows = paths.map((path) => {
    const isSame = before.get(path) === after.get(path);
    const sizes = [before, registered, after].map((tree) => bytes(tree.get(path)));
    return row([`~/${path}`, ...sizes, isSame ? "same" : "DIFFERENT"], isSame ? "reset" : "red");
  });
  return [row(["size in bytes", "before", "registered", "after", ""], "bold"), ...rows].join("\n");
}

function bytes(content: string | undefined): string {
  if (content === undefined) return "-";
  return content.startsWith("-> ") ? "link" : String(Buffer.byteLength(content));
}
