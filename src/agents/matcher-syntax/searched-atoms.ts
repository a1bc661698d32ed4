/**
 * Atoms in a pattern that an agent searches in a tool's name. What is written selects exactly what it says, and is read back as the
 * same atoms.
 */

import { sameJson } from "../../canonical/json.ts";
import { NEUTRAL_TOOLS } from "../../canonical/tool.ts";
import { entriesOf, hasWord, lookUp, type Table, tableOf } from "../../lookup.ts";
import type { ToolFacts } from "../agent.ts";
import type { NativeAtom } from "../../canonical/native-filter.ts";
import { atomOfName, type McpNames, nameOfAtom } from "./mcp-names.ts";
import { alternatives, escaped, literalIn } from "./pattern-parts.ts";
import { insideGroup, spelledNames } from "./regex-text.ts";

export interface SearchedNames {
  readonly mcp: McpNames;
  /** The agent's tools: a plain word that finds one of them alone names it. */
  readonly tools: Pick<ToolFacts, "names" | "beside">;
  /** Further words that the agent takes for a tool, where they stand alone. */
  readonly aliases?: Table<string>;
  /** Patterns are searched in them too. */
  readonly searchesAliases?: true;
  /** Which regular expressions the agent reads. */
  readonly engine: "javascript" | "rust";
}

export interface SearchedAtoms {
  /** `undefined` for one that finds every name. */
  readonly read: (text: string) => NativeAtom[] | undefined;
  readonly write: (atoms: readonly NativeAtom[]) => string | undefined;
  readonly named: (name: string) => NativeAtom;
}

/** In JavaScript these mean something else, or nothing. */
const NOT_JAVASCRIPT = /\\[AzQECapP]|\[\[:|\(\?[a-zA-Z-]+[:)]|\(\?P/;

/** Outside of a group it would also count for the parts after it. */
export const SETS_FLAGS = /\(\?[a-zA-Z-]+\)/;

export function searchedAtoms({ mcp, tools, aliases = tableOf({}), searchesAliases, engine }: SearchedNames): SearchedAtoms {
  const { before, between } = mcp;
  // Without a text before the server's name it would be found in the middle of another.
  const anchor = before === "" ? "^" : "";
  const known = new Map([...entriesOf<string>(tools.beside ?? {}), ...entriesOf<string>(tools.names)]);
  const named = (name: string): NativeAtom => atomOfName(lookUp(aliases, name) ?? name, mcp);
  const spelled = (name: string): NativeAtom => (searchesAliases === true ? named(name) : atomOfName(name, mcp));
  const read = (text: string): NativeAtom[] | undefined => {
    const parts = alternatives(text);
    return parts.some(isEverything) ? undefined : parts.flatMap(fromPart);
  };
  return {
    read,
    named,
    write: (atoms) => {
      const parts = atoms.map((atom) => partFor(atom, atoms.length === 1));
      return parts.includes(undefined) ? undefined : parts.join("|");
    },
  };

  function partFor(atom: NativeAtom, isAlone: boolean): string | undefined {
    const name = nameOfAtom(atom, mcp);
    if (name !== undefined) return `^${escaped(name)}$`;
    if (atom.kind === "mcp") return `${anchor}${before}${escaped(atom.server)}${between}.*`;
    // Without a text before the server, tools of the agent itself may look alike.
    if (atom.kind === "any-mcp") return before === "" ? undefined : `${before}.*`;
    return atom.kind === "pattern" ? patternPart(atom.text, isAlone) : undefined;
  }

  function patternPart(text: string, isAlone: boolean): string | undefined {
    if (engine === "javascript" && !isJavaScript(text)) return undefined;
    const atoms = [{ kind: "pattern", text }];
    const forms = [text, `(?:${text})`].slice(isAlone || !SETS_FLAGS.test(text) ? 0 : 1);
    return forms.find((one) => sameJson(read(one), atoms));
  }

  function fromPart(part: string): NativeAtom[] {
    const names = spelledNames(part);
    if (names !== undefined) return names.map(spelled);
    const inner = insideGroup(part);
    if (inner !== undefined) return [{ kind: "pattern", text: inner }];
    if (before !== "" && [`${before}.*`, `^${before}.*`, `^${before}.*$`, before, `^${before}`].includes(part))
      return [{ kind: "any-mcp" }];
    const server = serverIn(part);
    if (server !== undefined) return [{ kind: "mcp", server }];
    return [isName(part.trim()) ? named(part.trim()) : { kind: "pattern", text: part }];
  }

  function serverIn(part: string): string | undefined {
    const start = part.startsWith(`^${before}`) ? before.length + 1 : anchor === "" && part.startsWith(before) ? before.length : -1;
    const end = [`${between}.*$`, `${between}.*`, `${between}.+`, between].find((one) => part.endsWith(one));
    const text = start < 0 || end === undefined ? "" : part.slice(start, -end.length);
    return literalIn(text);
  }

  /** The word is a tool's name, and finds no other kind of tool. */
  function isName(word: string): boolean {
    const own = known.get(lookUp(aliases, word) ?? word);
    if (!/^\w+$/.test(word) || own === undefined) return false;
    const found = [...known].flatMap(([name, tool]) => (name.includes(word) && hasWord(NEUTRAL_TOOLS, tool) ? [tool] : []));
    return found.every((tool) => tool === own);
  }
}

function isEverything(text: string): boolean {
  return ["", ".*", "^.*$", ".+", "^.+$"].includes(text.trim());
}

function isJavaScript(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp && !NOT_JAVASCRIPT.test(text);
  } catch {
    return false;
  }
}
