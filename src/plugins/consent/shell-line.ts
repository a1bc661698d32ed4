/** The words of a line for `sh`, and the line without the files it only writes to: a log that grows is not what a consent is about (PL-17). */

import { type SyntaxNode, visitShell, type Word, wordText } from "../../canonical/read-shell.ts";
import type { Runnable } from "../../platform/interpreter.ts";

export interface ShellLine {
  /** Without their quotes. Variables stay as they are written. */
  readonly words: readonly string[];
  /** The line without what follows `>` and `>>`. */
  readonly reading: string;
}

/** `undefined` for a line that is not read, so that nothing is taken for a file that is only written. */
export function readShellLine(line: string): ShellLine | undefined {
  const words: string[] = [];
  const written: (readonly [from: number, to: number])[] = [];
  const taken = new Set<SyntaxNode>();
  const isRead = visitShell(line, (node) => {
    if (!isPlain(node)) return false;
    if (node.type === "Redirect" && node.operator.includes(">") && node.target !== undefined) {
      written.push([node.target.pos, node.target.end]);
      taken.add(node.target);
    } else if (node.type === "Assignment" && node.value.type === "Word") {
      words.push(`${node.name}=${asWritten(node.value)}`);
      taken.add(node.value);
    } else if (node.type === "Word" && !taken.has(node)) words.push(asWritten(node));
    return true;
  });
  if (!isRead) return undefined;
  const ends = [0, ...written.map(([, to]) => to)];
  return { words, reading: ends.map((from, at) => line.slice(from, written[at]?.[0])).join(" ") };
}

/** Not documents in the line itself, files that are read and written, backticks, and forms in which quotes and braces have a meaning of their own. */
function isPlain(node: SyntaxNode): boolean {
  switch (node.type) {
    case "HereDoc":
    case "HereString":
    case "AnsiCQuoted":
    case "LocaleString":
      return false;
    case "Redirect":
      return node.operator !== "<>";
    case "CommandExpansion":
      return !node.text.startsWith("`");
    case "ParameterExpansion":
      return /^\$\{\w+\}$/.test(node.text);
    default:
      return true;
  }
}

function asWritten(word: Word): string {
  return wordText(word, (part) => (part.type === "Literal" ? part.value : part.text)) ?? word.text;
}

/** What of a command can name a file that it reads. */
export function commandTexts({ kind, path }: Pick<Runnable, "kind" | "path">): readonly string[] {
  const line = kind === "shell" ? readShellLine(path) : undefined;
  return line === undefined ? [path] : [...line.words, line.reading];
}
