/** The guide shows the examples as they are, what it shows besides compiles, and what it says to type works. */

import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { blocksOf } from "../docs/markdown.ts";
import { openShellPage } from "../docs/shell-page.ts";
import { BUILT, createHome } from "../support/home.ts";
import { capturedPayload } from "../support/payloads.ts";
import { compile, exampleFiles, strict, withSdk } from "./with-sdk.ts";

const blocks = blocksOf("docs/typescript-sdk.md");
const shown = blocks.filter(({ language }) => language === "ts").map(({ text }) => `${text}\n`);
const examples = ["block-destructive", "inject-context", "toolchain"].flatMap((name) => Object.entries(exampleFiles(name)));
/** Absent in Node 20. */
const runsTypeScript = "typescript" in process.features && Boolean(process.features.typescript);
const sources = examples.filter(([name]) => name.endsWith(".ts")).map(([, text]) => text);

test("RT-33 PG-20 every file of the examples is shown as it is", () => {
  expect(sources).toHaveLength(8);
  expect(sources.filter((text) => !shown.includes(text))).toEqual([]);
});

test("RT-33 what is shown besides compiles", async () => {
  const others = Object.fromEntries(shown.filter((text) => !sources.includes(text)).map((text, at) => [`shown-${at}.ts`, text]));
  expect(Object.keys(others)).toHaveLength(2);
  await using user = await createFixture(withSdk({ ...others, "tsconfig.json": strict(Object.keys(others), { noEmit: true }) }));
  expect(compile(user.path)).toBe("");
});

/** Only the registry is not asked: the compiler is the one of this repository. */
describe("RT-33 the example with a Node that does not run TypeScript", () => {
  const node = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const call = { ...capturedPayload("claude-code", "PreToolUse.shell"), tool_input: { command: "rm -rf build" } };

  test.each(BUILT)("blocks after the build step that is shown, through the %s", async (form) => {
    const build = blocks.find(({ text }) => text.includes("npx tsc"))?.text ?? "";
    const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
    const script = build.replace(/^npm install .*$/m, "").replace("npx tsc", `"${process.execPath}" "${compiler}"`);
    await using home = await createHome({ "block-destructive": withSdk(exampleFiles("block-destructive")) });
    execFileSync("sh", ["-eu", "-c", script], { cwd: home.getPath("plugins/block-destructive"), env: node });
    const { stdout } = await home.call("claude-code", "PreToolUse", call, { form, env: node });
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: "Destructive rm -rf commands are not allowed (block-destructive/block)",
      },
    });
  });

  test.skipIf(runsTypeScript).each(BUILT)("says why it fails without that step, through the %s", async (form) => {
    await using home = await createHome({ "block-destructive": withSdk(exampleFiles("block-destructive")) });
    const { stdout } = await home.call("claude-code", "PreToolUse", call, { form, env: node });
    expect(stdout).toContain('Unknown file extension \\".ts\\"');
  });
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
