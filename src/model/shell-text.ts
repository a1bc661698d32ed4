/** The one reader of text for a shell. Only the functions here load its parser, and each of them only when it is called: few hook calls need it. */

import { forEachChild, parse, type ParsedScript, type SyntaxNode, type Word, type WordPart } from "unbash";

export type { Assignment, Command, Redirect, Statement, SyntaxNode, Word, WordPart } from "unbash";

/** Each level is parsed again when it is read, so length and depth bound the time. */
const LONGEST = 16_384;
const DEEPEST = 200;

/** `undefined` for a text that is not read. It may still have errors. */
export function parseShell(text: string, longest = LONGEST): ParsedScript | undefined {
  return text.length > longest ? undefined : attempted(() => parse(text));
}

/** Shows everything in the text to `visit`, the outside first. `false` if `visit` answers so, and for a text with errors or one that is not read. */
export function visitShell(text: string, visit: (node: SyntaxNode) => boolean): boolean {
  const isVisited = (node: SyntaxNode, source: string, depth: number): boolean => {
    const own = node.type === "Script" ? (node.source ?? source) : source;
    const children = childrenOf(node);
    if (depth > DEEPEST || children === undefined || isBroken(node, children, own) || !visit(node)) return false;
    return children.every((child) => isVisited(child, own, depth + 1));
  };
  const script = parseShell(text);
  return script !== undefined && isVisited(script, text, 0);
}

/** The parser skips a parenthesis that follows a word of a command, where shells stop reading. */
const PARENTHESIS = /(?:[ \t]|\\\n)*\(/y;

function isBroken(node: SyntaxNode, children: readonly SyntaxNode[], source: string): boolean {
  if (node.type === "Script") return node.errors !== undefined && node.errors.length > 0;
  if (node.type === "CommandExpansion") return node.script === undefined;
  if (node.type !== "Command") return false;
  return children.some(({ end }) => {
    PARENTHESIS.lastIndex = end;
    return PARENTHESIS.test(source);
  });
}

function childrenOf(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  const children: SyntaxNode[] = [];
  return attempted(() => {
    forEachChild(node, (child) => children.push(child));
    return children;
  });
}

/** A text at which the parser fails counts as not read. */
function attempted<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A word without its quotes. `textOf` gives the text of each part that is not in single quotes; where it gives none, the word has none. */
export function wordText(
  { parts, text, value, pos, end }: Word,
  textOf: (part: WordPart, isQuoted: boolean) => string | undefined,
): string | undefined {
  return joined(parts ?? [{ type: "Literal", text, value, pos, end }], textOf, false);
}

function joined(
  parts: readonly WordPart[],
  textOf: (part: WordPart, isQuoted: boolean) => string | undefined,
  isQuoted: boolean,
): string | undefined {
  let text = "";
  for (const part of parts) {
    const next =
      part.type === "SingleQuoted" ? part.value : part.type === "DoubleQuoted" ? joined(part.parts, textOf, true) : textOf(part, isQuoted);
    if (next === undefined) return undefined;
    text += next;
  }
  return text;
}
