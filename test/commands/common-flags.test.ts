import { expect, test } from "vitest";

import { takeCommonFlags } from "../../src/commands/common-flags.ts";

const NONE = { quiet: false, verbose: false, json: false, allowOtherOwner: false };

test.each([
  [[], NONE, []],
  [["-q", "plugin", "list", "--json"], { ...NONE, quiet: true, json: true }, ["plugin", "list"]],
  [["plugin", "-v", "list", "--verbose"], { ...NONE, verbose: true }, ["plugin", "list"]],
  [["init", "--allow-other-owner"], { ...NONE, allowOtherOwner: true }, ["init"]],
  [["-qv"], { ...NONE, quiet: true, verbose: true }, []],
  [["a", "--", "--json", "-q"], NONE, ["a", "--", "--json", "-q"]],
  [["--update", "check", "sync", "--json"], { ...NONE, json: true, update: "check" }, ["sync"]],
  [["sync", "--update=fetch", "--", "--update"], { ...NONE, update: "fetch" }, ["sync", "--", "--update"]],
  [["-x", "--jsonl", "q"], NONE, ["-x", "--jsonl", "q"]],
])("%j", (args, flags, rest) => {
  expect(takeCommonFlags(args)).toEqual({ flags, rest });
});

test.each([["--update"], ["--update="], ["--update=often"], ["sync", "--update", "often"]])(
  "PL-3 a level that there is not is wrong usage: %j",
  (...args) => {
    const { wrong } = takeCommonFlags(args);
    expect(wrong).toMatchObject({ exitCode: 2, hint: "it is one of none, check, fetch" });
  },
);
