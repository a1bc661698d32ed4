/** IX-6: what an agent supports is said once. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { AGENTS } from "../../src/agents/list.ts";
import { whyUnsupported } from "../../src/interchange/capabilities.ts";
import { targetFor } from "../../src/interchange/target.ts";
import { entriesOf } from "../../src/lookup.ts";
import { CAPABILITY_NAMES } from "../../src/model/hook-manifest.ts";

const SOURCES = join(import.meta.dirname, "../../src");

test("IX-6 the converter names no agent, so that it cannot have a table of them", () => {
  const names = AGENTS.flatMap(({ name, aliases }) => [name, ...aliases]).filter((name) => name.length > 4);
  const files = readdirSync(join(SOURCES, "interchange"), { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(15);
  for (const file of files) {
    const code = readFileSync(join(SOURCES, "interchange", file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    expect(
      names.filter((name) => code.includes(`"${name}"`)),
      file,
    ).toEqual([]);
  }
});

test("IX-6 no agent's hook files say what a hook can do: the events of the runtime do", () => {
  for (const { name } of AGENTS) {
    const code = readFileSync(join(SOURCES, "agents", name, "hook-files.ts"), "utf8");
    expect(
      CAPABILITY_NAMES.filter((capability) => code.includes(capability)),
      name,
    ).toEqual([]);
    expect(code, name).not.toMatch(/\b(?:block|rewrite|ask|context): (?:true|false)\b|\bcan\(/);
  }
});

test.each(AGENTS.map(({ name }) => name))("IX-6 %s can rewrite an input in the converter where it can at hook time", (name) => {
  const target = targetFor(name)!;
  for (const [native, { can }] of entriesOf(target.facts.events)) {
    const why = whyUnsupported("input_rewrite", native, { type: "command" }, target);
    expect(why === undefined, native).toBe(can.rewrite);
  }
});
