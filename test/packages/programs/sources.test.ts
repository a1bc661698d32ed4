/** What every source of programs has, whatever it is. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { ACQUIRERS } from "../../../src/packages/programs/acquirers.ts";
import { PROGRAM_SOURCES } from "../../../src/packages/programs/list.ts";

const FOLDER = fileURLToPath(new URL("../../../src/packages/programs", import.meta.url));

test("PG-1 each folder is one source of its name, and there are no others", () => {
  const folders = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, "index.ts")));
  expect(PROGRAM_SOURCES.map(({ name }) => name)).toEqual(folders);
  expect(Object.keys(ACQUIRERS)).toEqual(folders);
});

test.each(PROGRAM_SOURCES)(
  "PG-1 $name describes its keys, refuses a table without them, and acquires",
  async ({ name, about, keys, read }) => {
    expect(about).not.toBe("");
    for (const { key, about: text } of keys) expect([key, text.length > 5]).toEqual([key, true]);
    const own = read({});
    expect(typeof own).toBe(name === "path" ? "object" : "string");
    expect(typeof (await ACQUIRERS[name]!()).acquire).toBe("function");
  },
);
