import { expect, test } from "vitest";

import { buildApp } from "../../src/commands/app.ts";
import { BUILT_IN, RESERVED } from "../../src/plugins/command-names.ts";

test("PG-14 the reserved names are those of the command line, and a few more", () => {
  const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
  const routes = "parameters" in root ? [] : root.getAllEntries().map(({ name }) => name["convert-camel-to-kebab"]);
  expect(routes.sort()).toEqual([...BUILT_IN].sort());
  for (const name of [...BUILT_IN, "help", "version", "__complete"]) expect(RESERVED).toContain(name);
});
