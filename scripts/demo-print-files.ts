/** Files as the demo shows them: what a registration changed, and that nothing of it is left. */

import { diffLines, type DiffLine } from "../src/cli/unified-diff.ts";
import type { Tree } from "./demo-home.ts";
import { type Ink, ink, WIDTH } from "./demo-print.ts";

const INKS: Readonly<Record<DiffLine["kind"], Ink>> = { " ": "dim", "-": "red", "+": "green", "@": "cyan" };

/** The head of each file that differs, with its lines; of `whole` the difference itself. */
export function changes(before: Tree, after: Tree, whole: string): string {
  const paths = [...after.keys()].filter((path) => after.get(path) !== before.get(path));
  const heads = paths.map((path) => head(path, before.get(path), after.get(path) ?? ""));
  const lines = diffLines(before.get(whole) ?? null, after.get(whole) ?? null).map(({ kind, text }) =>
    ink(INKS[kind], shortened(kind === "@" ? text : kind + text)),
  );
  return [...heads, "", ink("bold", `~/${whole}`), ...lines].join("\n");
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

/** Every file there was at any time, with its bytes. */
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
  return [row(["bytes of", "before", "registered", "after", ""], "bold"), ...rows].join("\n");
}

function bytes(content: string | undefined): string {
  if (content === undefined) return "-";
  return content.startsWith("-> ") ? "link" : String(Buffer.byteLength(content));
}
