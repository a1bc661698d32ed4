import { expect, test } from "vitest";

import manifest from "../../package.json" with { type: "json" };
import { BUILT, createHome } from "../support/home.ts";
import { arranged } from "./calling.ts";

test.each(BUILT)("RG-1 %s says which build it is, reads nothing and leaves nothing behind", async (form) => {
  await using home = await createHome();
  const told = { stdout: expect.stringMatching(/^symposium-hook \S+\n$/) as string, stderr: "", exitCode: 0 };
  const answer = await arranged(home, form, '"$@"', { call: ["--version"] });
  expect(answer).toEqual(told);
  expect(answer.stdout).toContain(` ${manifest.version}+`);
  const whoeverIsNext = await arranged(home, form, '{ "$@"; cat; }', { call: ["--version"], input: "unread" });
  expect(whoeverIsNext.stdout).toBe(`${answer.stdout}unread`);
  expect(home.trace()).toEqual([]);
});
