/**
 * What a user may do by hand to a file, as the same edit of the same member with and without our entries. Ours come last in their
 * containers, so the user's members have the same positions in both.
 */

import fc from "fast-check";

import { commaBetween, type JsoncContainer, type JsoncDocument, parseJsonc, spaceStart } from "../../src/files/splice/jsonc-document.ts";
import { type Found, foundBySteps, membersOf } from "../../src/files/splice/jsonc-find.ts";

export interface HandEdit {
  readonly act: (typeof ACTS)[number];
  /** Which of the user's members. */
  readonly which: number;
  readonly words: number;
}

const ACTS = ["comment before", "comment behind", "comment at the end", "new member before", "indent", "change", "delete"] as const;

export const handEdits: fc.Arbitrary<HandEdit[]> = fc.array(
  fc.record({ act: fc.constantFrom(...ACTS), which: fc.nat(30), words: fc.nat(2) }),
  { minLength: 1, maxLength: 4 },
);

export interface Pair {
  readonly without: string;
  readonly with: string;
}

export function editedByHand(pair: Pair, edit: HandEdit): Pair {
  const document = parsed(pair.without);
  const members = allMembers(document);
  const chosen = members[edit.which % members.length];
  if (chosen === undefined) return pair;
  // Left out: deleting one of two members of the same name, because then an empty container of the user's stands where ours stood.
  if (edit.act === "delete" && chosen.containers.some((container, depth) => isTwice(container, chosen.steps[depth] ?? 0))) return pair;
  // Which siblings there are is the user's view: without ours.
  const siblings = chosen.containers.at(-1)?.members.length ?? 0;
  const twin = foundBySteps(parsed(pair.with), chosen.steps);
  if (twin === undefined) throw new Error("the user's member is not where it was");
  return { without: edited(pair.without, chosen, siblings, edit), with: edited(pair.with, twin, siblings, edit) };
}

function edited(text: string, { containers, steps, value }: Found, siblings: number, { act, words }: HandEdit): string {
  const container = containers.at(-1);
  const index = steps.at(-1) ?? 0;
  const member = container?.members[index];
  if (container === undefined || member === undefined) throw new Error("the top is not a member");
  const put = (start: number, end: number, words: string) => text.slice(0, start) + words + text.slice(end);
  const comment = ["/* hand */", "// hand\n", "\n\n  // hand\r\n\t"][words] ?? "";
  const key = container.type === "object" ? `"by hand ${words}": ` : "";
  switch (act) {
    case "comment before":
      return put(member.start, member.start, comment);
    case "comment behind":
      return put(member.end, member.end, ` ${comment}`);
    case "comment at the end":
      return put(container.end - 1, container.end - 1, comment);
    case "new member before":
      return put(member.start, member.start, `${key}{"new": ${words}},${["", " ", "\n"][words]}`);
    case "indent":
      return put(spaceStart(text, member.start, 0), member.start, ["\n", "\r\n\t\t", "\n\n   "][words] ?? "");
    case "change":
      return value.type === "scalar" ? put(value.start, value.end, '"changed"') : text;
    case "delete": {
      const next = container.members[index + 1];
      const previous = container.members[index - 1];
      if (next !== undefined && index + 1 < siblings) return put(member.start, next.start, "");
      if (previous !== undefined) return put(previous.end, member.end, "");
      const comma = commaBetween(text, member.end, next?.start ?? container.end - 1);
      const without = comma === undefined ? text : put(comma.start, comma.end, "");
      return without.slice(0, member.start) + without.slice(member.end);
    }
  }
}

function isTwice({ members }: JsoncContainer, index: number): boolean {
  const key = members[index]?.key;
  return key !== undefined && members.filter((member) => member.key === key).length > 1;
}

function allMembers(document: JsoncDocument): Found[] {
  const top = foundBySteps(document, []);
  const below = (found: Found): Found[] => membersOf(found).flatMap((member) => [member, ...below(member)]);
  return top === undefined ? [] : below(top);
}

/** The editor puts the byte-order mark aside; here a blank stands for it, so that places stay what they are. */
function parsed(text: string): JsoncDocument {
  const { root } = parseJsonc(text.replace(/^\uFEFF/, " "));
  return { text, value: null, ...(root === undefined ? {} : { root }) };
}
