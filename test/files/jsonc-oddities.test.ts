import { expect, test } from "vitest";

import { odditiesIn } from "../../src/files/splice/jsonc-document.ts";

const NONE = { byteOrderMark: false, crlf: false };

for (const [what, text, wanted] of [
  ["plain JSON has none", '{\n  "a": "// no, /* no */ ,]"\n}\n', NONE],
  ["the first line with a comment", '{\n  "a": 1, // x\n  /* y */\n}', { ...NONE, comment: 2, trailingComma: 2 }],
  ["a comment of several lines counts where it begins", "{}\n/*\n*/", { ...NONE, comment: 2 }],
  ["the first line with a trailing comma", '{"a": [\n1,\n2\n, // x\n],}', { ...NONE, comment: 4, trailingComma: 4 }],
  ["a byte-order mark, and CRLF", "\uFEFF{\r\n}", { byteOrderMark: true, crlf: true }],
  ["text that is not JSON", "{ nonsense\n//", { ...NONE, comment: 2 }],
  ["nothing", "", NONE],
] as const) {
  test(`RG-23 what some readers reject is found: ${what}`, () => {
    expect(odditiesIn(text)).toEqual(wanted);
  });
}
