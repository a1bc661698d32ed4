/** Runs the examples of the library guide, unchanged, against the built package in a temporary home. */

import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import { describe, expect, test } from "vitest";

import * as library from "../../src/index.ts";
import { program } from "../foundation/programs.ts";
import { temporaryHome } from "../support/temporary-home.ts";
import { blocksOf, readPage } from "./markdown.ts";

const PAGE = "docs/library.md";
const blocks = blocksOf(PAGE);
const examples = blocks.flatMap((block, at) =>
  block.language === "ts" ? [{ line: block.line, code: block.text, shown: blocks[at + 1] }] : [],
);

describe("the guide to the library, in a process that imports the built package", () => {
  test.each(examples)("line $line prints what the guide shows", async ({ code, shown }) => {
    expect(shown?.role).toBe("output");
    await using there = await temporaryHome({
      files: {
        "home/.symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n",
        "project/.git/HEAD": "ref: refs/heads/main\n",
      },
    });
    const index = pathToFileURL(join(dirname(program("symposium")), "index.js")).href;
    there.write("example.mjs", code.replaceAll('"@symposium-agents/symposium"', JSON.stringify(index)));
    const { stdout, stderr } = spawnSync(process.execPath, [there.at("example.mjs")], {
      cwd: there.project,
      env: { HOME: there.home, PATH: "/usr/bin:/bin" },
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({ stdout: `${shown?.text.trimEnd()}\n`, stderr: "" });
  });

  test("names every use case that the library exports, and no other", () => {
    const OTHERS = ["openContext", "eventFromWord", "UserError", "InternalError"];
    const exported = Object.entries(library).flatMap(([name, value]) =>
      typeof value === "function" && !OTHERS.includes(name) ? [name] : [],
    );
    const rows = readPage(PAGE)
      .split("\n")
      .filter((line) => line.startsWith("| `"));
    const named = rows.flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`(\w+)\(/g)].map(([, name]) => name));
    expect(named.toSorted()).toEqual(exported.toSorted());
  });
});
