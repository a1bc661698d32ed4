import fc from "fast-check";
import { expect } from "vitest";

import type { Problem } from "../../src/files/problem.ts";

/** Any value that TOML can hold, with words that mean something here among the strings. */
const words = fc.constantFrom(
  "*",
  "serde",
  "Stop",
  "PreToolUse",
  "claude",
  "symposium",
  "cargo",
  "local",
  "./x.sh",
  "x",
  "closed",
  "(",
  "",
);
const leaf = fc.oneof(
  words,
  fc.string(),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: false }),
  fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(1e12) }),
);
const keys = fc.constantFrom(
  "name",
  "path",
  "git",
  "source",
  "command",
  "script",
  "executable",
  "args",
  "event",
  "crates",
  "__proto__x",
  "x y",
);

export const junk: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** Every problem is one line of text at a place that is in the file. */
export function expectPlaced(problems: readonly Problem[], text: string): void {
  const lines = text.split("\n");
  const isPlaced = ({ message, position }: Problem) => {
    const row = position === undefined ? undefined : lines[position.line - 1];
    return message !== "" && !message.includes("\n") && row !== undefined && position!.column >= 1 && position!.column <= row.length + 1;
  };
  expect(problems.filter((problem) => !isPlaced(problem))).toEqual([]);
}
