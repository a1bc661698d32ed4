/**
 * Copilot's matchers: a pattern for the whole name. The tool of a server is `<server>-<tool>`, at a permission `<server>/<tool>`, so both
 * are written. A user's name with several dashes can be split in several ways and stays a name.
 */

import type { NativeAtom } from "../../canonical/native-filter.ts";
import type { MatcherSyntax } from "../hook-files.ts";
import { alternatives, escaped, isBalanced, LITERAL, literalIn, NOTHING, readingAs } from "../matcher-syntax/pattern-parts.ts";

const BETWEEN = "[-/]";
const ANY_MCP = `[^-/]+${BETWEEN}.+`;
const SERVER = new RegExp(String.raw`^(${LITERAL})(?:\[-/\]|-|/)\.[*+]$`);
const TOOL = new RegExp(String.raw`^(${LITERAL})\[-/\](${LITERAL})$`);
const ONE_DASH = /^([^-/]+)[-/]([^-/]+)$/;

export const wholePattern: MatcherSyntax = {
  place: "entry",
  write: (atoms) => {
    const parts = atoms.map(partOf);
    return parts.includes(undefined) ? undefined : parts.join("|");
  },
  read: (text) => {
    if (text === ".*" || text === ".+") return undefined;
    // Copilot takes neither for "all": they match nothing.
    if (text === "" || text === "*") return [{ kind: "pattern", text: NOTHING }];
    return alternatives(text).map(fromPart);
  },
};

function partOf(atom: NativeAtom): string | undefined {
  switch (atom.kind) {
    case "tool":
      return readingAs(atom, [escaped(atom.name)], wholePattern.read);
    case "any-mcp":
      return ANY_MCP;
    case "mcp": {
      const part = escaped(atom.server) + BETWEEN + (atom.tool === undefined ? ".+" : escaped(atom.tool));
      return readingAs(atom, [part], wholePattern.read);
    }
    case "pattern": {
      const inner = /^\^\(\?:(.*)\)\$$/s.exec(atom.text)?.[1];
      return readingAs(atom, [...(inner === undefined ? [] : [inner]), NOTHING, `.*(?:${atom.text}).*`], wholePattern.read);
    }
  }
}

function fromPart(part: string): NativeAtom {
  if (part === NOTHING) return { kind: "pattern", text: NOTHING };
  if (part === ANY_MCP) return { kind: "any-mcp" };
  const name = literalIn(/^\^?(.*?)\$?$/s.exec(part)?.[1] ?? part);
  if (name !== undefined) return fromName(name);
  const [, server, tool] = TOOL.exec(part) ?? [];
  if (server !== undefined && tool !== undefined)
    return { kind: "mcp", server: literalIn(server) ?? server, tool: literalIn(tool) ?? tool };
  const whole = SERVER.exec(part)?.[1];
  if (whole !== undefined) return { kind: "mcp", server: literalIn(whole) ?? whole };
  const found = /^\.\*\(\?:(.*)\)\.\*$/s.exec(part)?.[1];
  return { kind: "pattern", text: found !== undefined && isBalanced(found) ? found : `^(?:${part})$` };
}

function fromName(name: string): NativeAtom {
  const [, server, tool] = ONE_DASH.exec(name) ?? [];
  return server === undefined || tool === undefined ? { kind: "tool", name } : { kind: "mcp", server, tool };
}
