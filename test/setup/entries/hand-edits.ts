/**
 * What people do to a JSON file by hand, each written once: the same act on the file with our entries in it and, for what is expected, on the
 * file as it was before us. `undefined` where there is nothing in the text that it could be done to.
 */

import { type Node, parseTree } from "jsonc-parser";

export interface HandEdit {
  readonly name: string;
  readonly apply: (text: string) => string | undefined;
}

export const EDITS_AROUND: readonly HandEdit[] = [
  { name: "a comment line in front", apply: (text) => spliced(text, bodyStart(text), `// kept by hand${lineEnd(text)}`) },
  { name: "a comment line at the end", apply: (text) => `${text}${lineEnd(text)}// kept by hand` },
  { name: "a new first key", apply: (text) => withFirstMember(text, root(text), `"aaa": [1, 2]`) },
  { name: "a new last key", apply: (text) => withLastMember(text, root(text), `"zzz": { "mine": true }`) },
  { name: "other indentation elsewhere", apply: indentedElsewhere },
  { name: "a changed value elsewhere", apply: withChangedValue },
  { name: "a key less", apply: withoutFirstKey },
];

/** Something of the user's own in a list, at its beginning or its end. Of a key that stands twice the last one counts. */
export function withItem(text: string, list: readonly (string | number)[], where: "first" | "last", item: string): string | undefined {
  const found = list.reduce<Node | undefined>(childAt, root(text));
  return where === "first" ? withFirstMember(text, found, item) : withLastMember(text, found, item);
}

/** Without the member at a path, and without what is between it and the one before. */
export function withoutMember(text: string, path: readonly [string, ...string[]]): string | undefined {
  const container = path.slice(0, -1).reduce<Node | undefined>(childAt, root(text));
  const members = container?.children ?? [];
  const at = members.findLastIndex(({ children }) => children?.[0]?.value === path.at(-1));
  const [before, member] = [members[at - 1], members[at]];
  if (before === undefined || member === undefined) return undefined;
  return text.slice(0, before.offset + before.length) + text.slice(member.offset + member.length);
}

function childAt(node: Node | undefined, step: string | number): Node | undefined {
  if (typeof step === "number") return node?.children?.[step];
  return node?.children?.findLast(({ children }) => children?.[0]?.value === step)?.children?.[1];
}

/** A container that is empty gets no comma; one that is not there cannot be edited. */
function withFirstMember(text: string, container: Node | undefined, member: string): string | undefined {
  if (!isContainer(container)) return undefined;
  const isEmpty = (container.children ?? []).length === 0;
  return spliced(text, container.offset + 1, isEmpty ? ` ${member} ` : ` ${member},`);
}

/** A comment behind the last member on its line stays with it. */
function withLastMember(text: string, container: Node | undefined, member: string): string | undefined {
  if (!isContainer(container)) return undefined;
  const last = container.children?.at(-1);
  if (last === undefined) return spliced(text, container.offset + container.length - 1, `${lineEnd(text)}  ${member} `);
  const end = last.offset + last.length;
  const comment = /^,?[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(end))?.[0] ?? "";
  const comma = comment.startsWith(",") ? "" : ",";
  return spliced(spliced(text, end + comment.length, `${lineEnd(text)}  ${member}${comma === "" ? "," : ""}`), end, comma);
}

/** Lines inside the first member of the document that is not the one with the hooks. */
function indentedElsewhere(text: string): string | undefined {
  const node = elsewhere(text)[0]?.children?.[1];
  if (!isContainer(node)) return undefined;
  const part = text.slice(node.offset, node.offset + node.length);
  const indented = part.replaceAll(/(\r\n|\n|\r)(?=[^\r\n])/g, "$1   \t");
  return indented === part ? undefined : text.slice(0, node.offset) + indented + text.slice(node.offset + node.length);
}

function withChangedValue(text: string): string | undefined {
  const node = elsewhere(text).at(-1)?.children?.[1];
  if (node === undefined) return undefined;
  return `${text.slice(0, node.offset)}"changed by hand"${text.slice(node.offset + node.length)}`;
}

/** With what is between it and the next one; where there is no next one it is unknown what the user would have left. */
function withoutFirstKey(text: string): string | undefined {
  const members = root(text)?.children ?? [];
  const [first] = elsewhere(text);
  const next = first === undefined ? undefined : members[members.indexOf(first) + 1];
  if (first === undefined || next === undefined || elsewhere(text).length < 2) return undefined;
  return text.slice(0, first.offset) + text.slice(next.offset);
}

function elsewhere(text: string): Node[] {
  return (root(text)?.children ?? []).filter(({ children }) => !OURS.has(String(children?.[0]?.value)));
}

/** Keys that we may have put into the document. */
const OURS = new Set(["hooks", "version", "name", "description", "tools", "resources", "includeMcpJson"]);

function root(text: string): Node | undefined {
  return parseTree(text.replace("\uFEFF", " "), [], { allowTrailingComma: true });
}

function isContainer(node: Node | undefined): node is Node {
  return node?.type === "object" || node?.type === "array";
}

function bodyStart(text: string): number {
  return text.startsWith("\uFEFF") ? 1 : 0;
}

function lineEnd(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

function spliced(text: string, at: number, insert: string): string {
  return text.slice(0, at) + insert + text.slice(at);
}
