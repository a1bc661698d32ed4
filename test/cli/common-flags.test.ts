import { expect, test } from "vitest";

import { takeCommonFlags } from "../../src/cli/common-flags.ts";

const NONE = { quiet: false, verbose: false, json: false };

test.each([
  [[], NONE, []],
  [["-q", "plugin", "list", "--json"], { ...NONE, quiet: true, json: true }, ["plugin", "list"]],
  [["plugin", "-v", "list", "--verbose"], { ...NONE, verbose: true }, ["plugin", "list"]],
  [["-qv"], { ...NONE, quiet: true, verbose: true }, []],
  [["a", "--", "--json", "-q"], NONE, ["a", "--", "--json", "-q"]],
  [["-x", "--jsonl", "q"], NONE, ["-x", "--jsonl", "q"]],
])("%j", (args, flags, rest) => {
  expect(takeCommonFlags(args)).toEqual({ flags, rest });
});
