import { expect, test } from "vitest";

import { keepCompiledCode } from "../../src/cli/compile-cache.ts";
import { temporaryHome } from "../support/temporary-home.ts";

const TREE = { "home/.symposium/cache/x": "", "empty/x": "", "project/.git/HEAD": "", "project/own/cache/x": "" };

test.each([
  { title: "a command", args: ["sync"], kept: "home/.symposium/cache/compile" },
  { title: "a dry run", args: ["sync", "--dry-run"] },
  { title: "an uninstall", args: ["uninstall"] },
  { title: "a home without Symposium", args: ["sync"], home: "empty" },
  { title: "a place inside the project", args: ["sync"], own: "project/own" },
])("compiled code of $title is kept in $kept", async ({ args, kept, home = "home", own }) => {
  await using there = await temporaryHome({ files: TREE, home });
  const folders: string[] = [];
  const env = own === undefined ? {} : { SYMPOSIUM_HOME: there.at(own) };
  keepCompiledCode({ ...there.context, env }, args, { enableCompileCache: (folder) => folders.push(folder) });
  expect(folders).toEqual(kept === undefined ? [] : [there.at(kept)]);
});

test("a Node that keeps none is left alone", () => {
  const context = { os: "linux", home: "/nowhere", cwd: "/nowhere", env: {}, now: Date.now } as const;
  expect(() => keepCompiledCode(context, ["sync"], {})).not.toThrow();
});
