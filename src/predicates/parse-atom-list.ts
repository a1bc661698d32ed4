/** Lists of atoms: a text with commas, as in a skill's frontmatter, or a list of texts, as in a manifest. Any match is enough. */

import { OPERATORS } from "../ecosystems/ecosystem.ts";
import { type Flaw, isFlaw } from "./flaw.ts";
import { parseAtom } from "./parse-atom.ts";
import type { Atom } from "./predicate.ts";

/** Never throws. A part that starts with an operator belongs to the atom before it (PL-9). Empty text means no atoms. */
export function parseAtomList(value: string | readonly string[]): readonly Atom[] | Flaw {
  const atoms: Atom[] = [];
  for (const part of partsOf(value)) {
    const atom = parseAtom(part.text);
    if (isFlaw(atom)) return { ...atom, offset: part.offset + atom.offset, index: part.index };
    atoms.push(atom);
  }
  return atoms;
}

interface Part {
  readonly text: string;
  readonly index: number;
  readonly offset: number;
}

function partsOf(value: string | readonly string[]): readonly Part[] {
  const parts: Part[] = [];
  for (const [index, item] of (typeof value === "string" ? [value] : value).entries()) {
    let offset = 0;
    const pieces = splitOutsideBraces(item);
    // A trailing comma separates nothing, and a blank text contains nothing; an empty item of a list is a mistake.
    if (pieces.at(-1)?.trim() === "" && (pieces.length > 1 || typeof value === "string")) pieces.pop();
    for (const text of pieces) {
      const before = parts.at(-1);
      if (before !== undefined && beginsWithOperator(text)) parts[parts.length - 1] = { ...before, text: `${before.text},${text}` };
      else parts.push({ text, index, offset });
      offset += text.length + 1;
    }
  }
  return parts;
}

function beginsWithOperator(text: string): boolean {
  const written = text.trimStart();
  return OPERATORS.some((operator) => written.startsWith(operator));
}

function splitOutsideBraces(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let inBraces = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") inBraces = true;
    else if (text[at] === "}") inBraces = false;
    else if (text[at] === "," && !inBraces) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}
