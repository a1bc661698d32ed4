/** Matchers of agents: names or a pattern, or always a pattern, searched in a tool's name. What is written is read back as the same atoms. */

import { entriesOf, hasWord, lookUp, type Table, tableOf } from "../lookup.ts";
import { sameJson } from "../model/json.ts";
import type { NativeAtom } from "../model/manifest-matcher.ts";
import { NEUTRAL_TOOLS } from "../model/tool.ts";
import type { ToolFacts } from "./agent.ts";
import type { MatcherSyntax } from "./hook-files.ts";
import { alternatives, escaped, insideGroup, isPattern, literalIn, NOTHING, spelledNames } from "./matcher-patterns.ts";

interface NamesOrPattern extends SearchedNames {
  readonly list: RegExp;
  readonly separator: RegExp;
}

export function namesOrPattern(names: NamesOrPattern): MatcherSyntax {
  const { list, separator, mcp } = names;
  const searched = searchedAtoms(names);
  const isPlain = (name: string) => list.test(name) && !separator.test(name) && name === name.trim();
  return {
    place: "group",
    respelled: respelled(mcp),
    write: (atoms) => {
      const plain = atoms.map((atom) => nameOfAtom(atom, mcp) ?? "");
      if (plain.every(isPlain)) return plain.join("|");
      const parts = atoms.map((atom) => searched.write([atom]));
      // A plain word would be read as a name, and flags would count for the parts after it.
      const isOpen = (part: string) => list.test(part) || (atoms.length > 1 && SETS_FLAGS.test(part) && !part.startsWith("(?:"));
      return parts.includes(undefined) ? undefined : parts.map((part = "") => (isOpen(part) ? `(?:${part})` : part)).join("|");
    },
    read: (text) => {
      if (text === "*") return undefined;
      if (!list.test(text)) return searched.read(text);
      const listed = text.split(separator).map((name) => name.trim());
      return listed.filter((name) => name !== "").map(searched.named);
    },
  };
}

/** Matchers that are always a pattern, searched in the tool's name: `edit` also selects `notebook_edit`. */
interface SearchedPattern extends SearchedNames {
  /** What `*` alone selects, which is not a pattern. */
  readonly star: "everything" | "nothing";
  /** In a list a part without text, as in `a|`, is skipped, and `*` selects everything. A text that begins with `^` or `(` is not a list. */
  readonly readsLists?: true;
}

export function searchedPattern(names: SearchedPattern): MatcherSyntax {
  const { read, write } = searchedAtoms(names);
  return {
    place: "group",
    respelled: respelled(names.mcp),
    write,
    read: (given) => {
      const text = given.trim();
      if (text === "*") return names.star === "everything" ? undefined : [{ kind: "pattern", text: NOTHING }];
      if (names.readsLists !== true || /^[\^(]/.test(text)) return read(text);
      const parts = alternatives(text).filter((part) => part.trim() !== "");
      if (parts.some((part) => part.trim() === "*")) return undefined;
      return read(parts.length === 0 ? text : parts.join("|"));
    },
  };
}

interface SearchedNames {
  readonly mcp: McpNames;
  /** The agent's tools: a plain word that finds one of them alone names it. */
  readonly tools: Pick<ToolFacts, "names" | "beside">;
  readonly aliases?: Table<string>;
  /** Patterns are searched in them too. */
  readonly searchesAliases?: true;
  readonly engine: "javascript" | "rust";
}

/** In JavaScript these mean something else, or nothing. */
const NOT_JAVASCRIPT = /\\[AzQECapP]|\[\[:|\(\?[a-zA-Z-]+[:)]|\(\?P/;

const EVERYTHING = ["", ".*", "^.*$", ".+", "^.+$"];

/** Outside of a group it would also count for the parts after it. */
const SETS_FLAGS = /\(\?[a-zA-Z-]+\)/;

function searchedAtoms({ mcp, tools, aliases = tableOf({}), searchesAliases, engine }: SearchedNames) {
  const { before, between } = mcp;
  // Without a text before the server's name it would be found in the middle of another.
  const anchor = before === "" ? "^" : "";
  const known = new Map([...entriesOf<string>(tools.beside ?? {}), ...entriesOf<string>(tools.names)]);
  const named = (name: string): NativeAtom => atomOfName(lookUp(aliases, name) ?? name, mcp);
  const spelled = (name: string): NativeAtom => (searchesAliases === true ? named(name) : atomOfName(name, mcp));
  const read = (text: string): NativeAtom[] | undefined => {
    const parts = alternatives(text);
    return parts.some((part) => EVERYTHING.includes(part.trim())) ? undefined : parts.flatMap(fromPart);
  };
  return {
    read,
    named,
    write: (atoms: readonly NativeAtom[]) => {
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
    if (engine === "javascript" && (!isPattern(text) || NOT_JAVASCRIPT.test(text))) return undefined;
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

/** How an agent names the tool of an MCP server: a text before the server's name, one between both. */
interface McpNames {
  readonly before: string;
  readonly between: string;
  readonly spelled?: (name: string) => string;
}

export const DOUBLE_UNDERSCORES: McpNames = { before: "mcp__", between: "__" };

/** The server ends at the first separator: the name alone does not say more. */
function atomOfName(name: string, { before, between }: McpNames): NativeAtom {
  const rest = name.startsWith(before) ? name.slice(before.length) : "";
  const at = rest.indexOf(between);
  return at < 1 || at + between.length >= rest.length
    ? { kind: "tool", name }
    : { kind: "mcp", server: rest.slice(0, at), tool: rest.slice(at + between.length) };
}

function nameOfAtom(atom: NativeAtom, { before, between }: McpNames): string | undefined {
  if (atom.kind === "tool") return atom.name;
  return atom.kind === "mcp" && atom.tool !== undefined ? before + atom.server + between + atom.tool : undefined;
}

/** The atom as which the agent's own name for the tool is read: another server and tool where the server's name contains the separator. */
function respelled(mcp: McpNames): (atom: NativeAtom) => NativeAtom {
  const { spelled = (name) => name } = mcp;
  return (atom) => {
    if (atom.kind !== "mcp") return atom;
    if (atom.tool === undefined) return { ...atom, server: spelled(atom.server) };
    return atomOfName(nameOfAtom({ ...atom, server: spelled(atom.server), tool: spelled(atom.tool) }, mcp) ?? "", mcp);
  };
}
