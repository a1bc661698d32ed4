/** A title of a test that starts the built program says what only a process can show, and not only which form of the program it starts. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const TESTS = join(import.meta.dirname, "..");
const ONLY_THE_FORM = /^(?:describe|test)[^\n]*\b(?:BUILT|FORMS)\b[^\n]*\)\(\s*["`](?:through )?(?:the )?%s(?: program)?["`]/m;

test("no group of tests is named by the form of the program alone", () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  expect(files.filter((name) => ONLY_THE_FORM.test(readFileSync(join(TESTS, name), "utf8")))).toEqual([]);
});
