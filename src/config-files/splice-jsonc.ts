/** The editor for JSON files, which are read as JSONC with trailing commas. */

import type { Editor } from "./editor.ts";
import { cutFound, replaceFound } from "./jsonc/cut.ts";
import { emptyContainer, isEmpty } from "./jsonc/empty.ts";
import { findOurs } from "./jsonc/find.ts";
import { insertJsonc } from "./jsonc/insert.ts";
import { cutOurs, hasFollowers, lastFirst } from "./jsonc/ours.ts";
import { foundAt, memberOf } from "./jsonc/places.ts";
import { layoutAt, renderValue } from "./jsonc/style.ts";
import { parseJsonc } from "./jsonc/tree.ts";
import { lineIndent, spaceStart } from "./jsonc/trivia.ts";
import { spliceEditor } from "./splicing/splice-editor.ts";

export const jsoncEditor: Editor = spliceEditor({
  parse: parseJsonc,
  insert: insertJsonc,
  order: lastFirst,
  find: findOurs,
  isFollowed: (_, ours, { kind }) => kind === "item" && ours.shared === undefined && hasFollowers(ours),
  cut: (document, ours, { before }) => cutOurs(document, ours, before),
  hold: (document, { found }, placeholder) => replaceFound(document, found, placeholder, JSON.stringify(placeholder)),
  cutContainer: emptyContainer,
  cutAt: (document, place) => cutFound(document, foundAt(document, place)!),
  cutEmptyAt: (document, place) => {
    const found = foundAt(document, place)!;
    return isEmpty(document, found) ? cutFound(document, found) : undefined;
  },
  replaceAt: (document, place, value) => {
    const { text } = document;
    const found = foundAt(document, place)!;
    const { start, end } = found.value;
    const put = renderValue(value, layoutAt(document, found.containers, text.slice(start, end)), lineIndent(text, start));
    const begin = memberOf(found)?.start ?? start;
    const space = text.slice(spaceStart(text, begin, 0), begin);
    return { text: replaceFound(document, found, value, put).text, put, before: /(?:\r\n|\n|\r)[ \t]*$/.exec(space)?.[0] ?? space };
  },
});
