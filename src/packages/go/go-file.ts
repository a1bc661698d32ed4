/** `go.mod` and `go.work`, line by line. An invalid line is a problem, and all others count: in a merge conflict both sides, so that no dependency goes. */

import type { Position } from "../../files/problem.ts";
import { shorten } from "../atom-requirement.ts";

export interface GoFile {
  module?: string;
  readonly requires: Required[];
  readonly replaces: Replaced[];
  readonly excludes: ModuleVersion[];
  /** Packages. */
  readonly tools: string[];
  /** Folders, as written. */
  readonly uses: string[];
  readonly problem?: { readonly position: Position; readonly message: string };
}

export interface ModuleVersion {
  readonly name: string;
  readonly version: string;
}

interface Required extends ModuleVersion {
  readonly isIndirect: boolean;
}

export interface Replaced {
  readonly name: string;
  /** Without one every version is replaced. */
  readonly version?: string;
  readonly by: { readonly path: string } | ModuleVersion;
}

export function readGoFile(text: string): GoFile {
  const into: GoFile = { requires: [], replaces: [], excludes: [], tools: [], uses: [] };
  let problem: GoFile["problem"];
  let block: string | undefined;
  let opened = 0;
  let line = 0;
  for (let from = 0; from < text.length; line++) {
    const end = text.indexOf("\n", from);
    const written = text.slice(from, end === -1 ? text.length : end);
    from = end === -1 ? text.length : end + 1;
    const { tokens, comment, column } = lineTokens(written);
    const wrong = (message: string) => {
      problem ??= { position: { line: line + 1, column }, message };
    };
    const [first] = tokens;
    if (first === undefined) continue;
    if (first.startsWith("<<<<<<<") || first.startsWith("=======") || first.startsWith(">>>>>>>")) wrong("contains a merge conflict");
    else if (block !== undefined && first === ")") block = undefined;
    else if (block === undefined && tokens[1] === "(") {
      if (tokens.at(-1) !== ")") block = first;
      opened = line;
      if (!WORD.test(first)) wrong(noDirective(first));
    } else {
      const [verb, args] = block === undefined ? [first, tokens.slice(1)] : [block, tokens];
      const mistake = take(verb, args, comment, into);
      if (mistake !== undefined) wrong(mistake);
    }
  }
  if (block !== undefined)
    problem ??= { position: { line: opened + 1, column: 1 }, message: `the \`)\` of this \`${shorten(block, 40)}\` is missing` };
  return { ...into, problem };
}

const WORD = /^[a-z]+$/;

function noDirective(word: string): string {
  return `\`${shorten(word, 40)}\` is not a directive of Go`;
}

interface Directive {
  readonly needs: string;
  /** Words after it. */
  readonly count: number;
  readonly take: (into: GoFile, one: string, two: string, comment: string) => void;
}

const DIRECTIVES: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  ["module", { needs: "one path", count: 1, take: (into, path) => void (into.module = path) }],
  ["tool", { needs: "one package", count: 1, take: ({ tools }, path) => tools.push(path) }],
  ["use", { needs: "one folder", count: 1, take: ({ uses }, path) => uses.push(path) }],
  ["exclude", { needs: "a module and a version", count: 2, take: ({ excludes }, name, version) => excludes.push({ name, version }) }],
  [
    "require",
    {
      needs: "a module and a version",
      count: 2,
      take: ({ requires }, name, version, comment) => requires.push({ name, version, isIndirect: isIndirect(comment) }),
    },
  ],
]);

/** The mistake, if there is one. Ignores directives that change no dependency, and those that a later Go may have. */
function take(verb: string, args: readonly string[], comment: string, into: GoFile): string | undefined {
  if (verb === "replace") return takeReplaced(args, into);
  const directive = DIRECTIVES.get(verb);
  if (directive === undefined) return WORD.test(verb) ? undefined : noDirective(verb);
  if (args.length !== directive.count) return `\`${verb}\` needs ${directive.needs}`;
  directive.take(into, args[0]!, args[1]!, comment);
  return undefined;
}

function isIndirect(comment: string): boolean {
  const [first, second] = comment.trim().split(/\s+/, 2);
  return first === "indirect" ? second === undefined : first === "indirect;";
}

function takeReplaced(args: readonly string[], into: GoFile): string | undefined {
  const arrow = args.indexOf("=>");
  const [before, after] = [args.slice(0, arrow), args.slice(arrow + 1)];
  const [name, version] = before;
  const [target, targetVersion] = after;
  if (arrow < 1 || before.length > 2 || after.length > 2 || name === undefined || target === undefined)
    return "`replace` needs a module, `=>`, and a folder or another module with its version";
  // As Go distinguishes a folder from a module.
  const isPath = /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:)/.test(target);
  if (isPath !== (targetVersion === undefined))
    return isPath ? "the replacement is a folder, which takes no version" : "the replacement is a module without a version";
  const by = targetVersion === undefined ? { path: target } : { name: target, version: targetVersion };
  into.replaces.push({ name, version, by });
  return undefined;
}

/** The words of a line in `go.mod` or `go.work`, the column of the first, and the comment without its slashes. */
function lineTokens(line: string) {
  const tokens: string[] = [];
  let column = 1;
  for (let at = 0; at < line.length;) {
    const start = line[at]!;
    if (start === " " || start === "\t" || start === "\r") {
      at++;
      continue;
    }
    if (tokens.length === 0) column = at + 1;
    if (start === "/" && line[at + 1] === "/") return { tokens, comment: line.slice(at + 2), column };
    const end = endOfToken(line, at, start);
    tokens.push(start === '"' ? unquoted(line.slice(at, end)) : start === "`" ? line.slice(at + 1, end - 1) : line.slice(at, end));
    at = end;
  }
  return { tokens, comment: "", column };
}

const PUNCTUATION = "()[]{},";
const ENDING = new Set([" ", "\t", "\r", '"', "`", ...PUNCTUATION]);

function endOfToken(line: string, from: number, start: string): number {
  if (PUNCTUATION.includes(start)) return from + 1;
  if (start === '"' || start === "`") {
    for (let at = from + 1; at < line.length; at++) {
      if (start === '"' && line[at] === "\\") at++;
      else if (line[at] === start) return at + 1;
    }
    return line.length;
  }
  let at = from + 1;
  while (at < line.length && !ENDING.has(line[at]!) && !(line[at] === "/" && line[at + 1] === "/")) at++;
  return at;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
