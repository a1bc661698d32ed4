import { expect, test } from "vitest";

import { readFrontmatter } from "../../src/plugins/skills/frontmatter.ts";
import { commandHook, hooksText } from "../support/hook-manifest.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { household } from "./command-line.ts";

const CONFIG = 'auto-update = "off"\n[[agent]]\nname = "claude"\n[defaults]\nsymposium-recommendations = false\n';

test("PL-22 a sync that meets a hook manifest in YAML does its work once", async () => {
  const asked: number[] = [];
  // What is valid JSON is valid YAML.
  for (const name of ["hooks.json", "hooks.yaml"]) {
    const guard = { [name]: hooksText([commandHook("true")]) };
    // Packages in Yarn's archives make the sync ask who started it.
    await using house = await household({
      project: { "package.json": "{}" },
      home: { ".symposium": { "config.toml": CONFIG, plugins: { guard } } },
    });
    let times = 0;
    const ancestors = () => {
      times += 1;
      return [];
    };
    expect(await runInProcess({ args: ["sync"], context: { ...house.context, cwd: house.project }, ancestors })).toMatchObject({
      exitCode: 0,
    });
    asked.push(times);
  }
  expect(asked[0]).toBeGreaterThan(0);
  expect(asked[1]).toBe(asked[0]);
});

test("frontmatter that is not plain is read at once", () => {
  const read = readFrontmatter("SKILL.md", "---\nname: >-\n  b\n---\n");
  expect(read.kind === "read" && read.field("name")?.text).toBe("b");
});
