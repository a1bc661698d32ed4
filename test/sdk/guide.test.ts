/** The guide shows the examples as they are, what it shows besides compiles, and what it says to type works. */

import { symlinkSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { blocksOf } from "../docs/markdown.ts";
import { openShellPage } from "../docs/shell-page.ts";
import { compile, exampleFiles, strict, withSdk } from "./with-sdk.ts";

const blocks = blocksOf("docs/typescript-sdk.md");
const shown = blocks.filter(({ language }) => language === "ts").map(({ text }) => `${text}\n`);
const examples = ["block-destructive", "inject-context"].flatMap((name) => Object.entries(exampleFiles(name)));
const sources = examples.filter(([name]) => name.endsWith(".ts")).map(([, text]) => text);

test("RT-33 every file of the examples is shown as it is", () => {
  expect(sources).toHaveLength(4);
  expect(sources.filter((text) => !shown.includes(text))).toEqual([]);
});

test("RT-33 what is shown besides compiles", async () => {
  const others = Object.fromEntries(shown.filter((text) => !sources.includes(text)).map((text, at) => [`shown-${at}.ts`, text]));
  expect(Object.keys(others)).toHaveLength(2);
  await using user = await createFixture(withSdk({ ...others, "tsconfig.json": strict(Object.keys(others), { noEmit: true }) }));
  expect(compile(user.path)).toBe("");
});

/** Under a Node that does not run TypeScript the compiled file stands in, under the name that is typed. */
test("RT-33 the commands to try a handler by hand print what is shown", async () => {
  const [typed] = blocks.filter(({ language }) => language === "sh").slice(-1);
  const [printed] = blocks.filter(({ language }) => language === "text").slice(-1);
  const files = exampleFiles("block-destructive");
  await using plugin = await createFixture(withSdk({ ...files, "tsconfig.json": strict(["hook.ts"]) }));
  expect(compile(plugin.path)).toBe("");
  const manifest = files["SYMPOSIUM.toml"] ?? "";
  await plugin.writeFile("SYMPOSIUM.toml", manifest.replace("hook.ts", "hook.js"));
  await using page = await openShellPage({ ".symposium/plugins/README": "" });
  symlinkSync(plugin.path.replace(/\/$/, ""), page.at(".symposium/plugins/block-destructive"));
  const { status, stdout, stderr } = page.run((typed?.text ?? "").replace("hook.ts", "hook.js"));
  expect({ status, stdout: stdout.trimEnd(), stderr }).toEqual({ status: 0, stdout: printed?.text, stderr: "" });
});
