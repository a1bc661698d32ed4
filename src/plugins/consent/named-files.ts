/** The files that a command, a line for `sh` or a server names: those whose bytes a consent to a repository's plugin is bound to (PL-17). */

import { isAbsolute, resolve } from "node:path";

import { isAtOrBelow } from "../../host/bounds.ts";
import type { Runnable } from "../../host/command-line.ts";
import { statOf } from "../../host/files.ts";
import { isFolder } from "../../host/paths.ts";
import { spendLook } from "../../host/reading-budget.ts";
import { type SyntaxNode, visitShell, type Word, wordText } from "../../model/shell-text.ts";
import { isInData, withRoot } from "../agent-plugin/format.ts";
import type { ProcessServer } from "../plugin.ts";

/**
 * Absolute paths, in `top` alone: others do not come with the repository. A word counts where it is a file, and where it looks like the name of one that
 * may appear later. A shell command is one text with many words, and an option may contain a name: `--config=check.toml`.
 */
export function filesNamedBy(
  texts: readonly string[],
  { folders, top }: { readonly folders: readonly string[]; readonly top: string },
): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const parts = text.split(BETWEEN);
    for (const word of parts.length === 1 ? parts : [text, ...parts]) {
      if (word === "" || word.length > LONGEST || word.includes("\0")) continue;
      for (const folder of isAbsolute(word) ? [""] : folders) {
        const path = resolve(folder, word);
        if (path !== top && !found.has(path) && isAtOrBelow(path, top) && (isFile(path) || (LOOKS_LIKE_FILE.test(word) && !isFolder(path))))
          found.add(path);
      }
    }
  }
  return [...found];
}

export const LONGEST = 4_096;

export const BETWEEN = /[\s"'`=:;,|&<>(){}$]+/;

export const LOOKS_LIKE_FILE = /^(?!-)[\w@%+./\\-]*[\w@%+-]\.[A-Za-z][A-Za-z0-9]{0,4}$/;

export function isFile(path: string): boolean {
  spendLook();
  return statOf(path)?.isFile() === true;
}

/**
 * The words of a line for `sh` without their quotes, and the line without what follows `>` and `>>`: a log that grows is not what a consent is about
 * (PL-17). `undefined` for a line that is not read, so that nothing is taken for a file that is only written.
 */
export function readShellLine(line: string) {
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
  if (node.type === "Redirect") return node.operator !== "<>";
  if (node.type === "CommandExpansion") return !node.text.startsWith("`");
  if (node.type === "ParameterExpansion") return /^\$\{\w+\}$/.test(node.text);
  return !["HereDoc", "HereString", "AnsiCQuoted", "LocaleString"].includes(node.type);
}

function asWritten(word: Word): string {
  return wordText(word, (part) => (part.type === "Literal" ? part.value : part.text)) ?? word.text;
}

export function commandTexts({ kind, path }: Pick<Runnable, "kind" | "path">): readonly string[] {
  const line = kind === "shell" ? readShellLine(path) : undefined;
  return line === undefined ? [path] : [...line.words, line.reading];
}

/** Every text of it that is started or handed to a program. */
export function serverTexts({ command, env, variables, packageRoot }: ProcessServer): readonly string[] {
  const given = [...command.args, ...variables.map(({ value }) => value)];
  const texts = packageRoot === undefined ? given : given.map((text) => withRoot(text, packageRoot));
  return [command.path, ...texts, ...Object.values(env)];
}

export function serverFolder({ cwd, packageRoot }: Pick<ProcessServer, "cwd" | "packageRoot">): string | undefined {
  if (packageRoot === undefined) return cwd;
  if (cwd === undefined) return packageRoot;
  return isInData(cwd) ? undefined : resolve(packageRoot, withRoot(cwd, packageRoot));
}

/** Its command as the launcher starts it, as far as that is known before. */
export function expandedCommand({ command, packageRoot }: Pick<ProcessServer, "command" | "packageRoot">): Runnable {
  return packageRoot === undefined ? command : { ...command, args: command.args.map((text) => withRoot(text, packageRoot)) };
}
