/** Our own config file is the user's as well: agents are added and removed in it, and everything else stays. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "smol-toml";
import { expect, test } from "vitest";

import { household } from "../commands/command-line.ts";
import { isWithin } from "./entries/is-within.ts";
import { userFiles } from "./entries/user-files.ts";
import { inTurns } from "../support/thoroughness.ts";

const FILES = userFiles("symposium");
const WAYS = ["agents", "scope"];

test.each(inTurns(FILES, "agents", WAYS))("RG-9, RG-12, RG-20 config.toml: $property", async ({ bytes }) => {
  await using house = await household({ home: { ".symposium/config.toml": bytes } });
  const file = join(house.home, ".symposium/config.toml");
  const agents = () =>
    ((parse(readFileSync(file, "utf8").replace("\uFEFF", ""))["agent"] ?? []) as { name: string }[]).map(({ name }) => name);
  const before = agents();

  expect(await house.run(["init", "--add-agent", "gemini", "--add-agent", "qwen-code"])).toMatchObject({ exitCode: 0 });
  expect(agents()).toEqual([...before, "gemini", "qwen-code"]);
  const written = readFileSync(file, "utf8");
  expect(isWithin(bytes, Buffer.from(written))).toBe(true);

  expect((await house.run(["init", "--add-agent", "gemini"])).stdout).toContain("nothing to change: everything is as configured");
  expect(readFileSync(file, "utf8")).toBe(written);

  expect(await house.run(["init", "--remove-agent", "gemini", "--remove-agent", "qwen-code"])).toMatchObject({ exitCode: 0 });
  // The blank line above a table goes with it, also where it was at the end of the file before: nothing tells the two apart.
  const asLeft = (text: string) => text.replace(/(\n)\n+$/, "$1");
  expect(asLeft(readFileSync(file, "utf8"))).toBe(asLeft(bytes.toString()));
});

test.each(inTurns(FILES, "scope", WAYS))("RG-20 config.toml, scope there and back: $property", async ({ bytes, property }) => {
  await using house = await household({ home: { ".symposium/config.toml": bytes } });
  const file = join(house.home, ".symposium/config.toml");
  const value = () => parse(readFileSync(file, "utf8").replace("\uFEFF", ""));
  const before = value();
  const scopes = [];
  for (const scope of ["project", "global"]) {
    const { exitCode } = await house.run(["init", "--add-agent", "claude", "--hook-scope", scope]);
    expect(exitCode, property).toBe(0);
    scopes.push(value()["hook-scope"]);
  }
  expect(scopes).toEqual(["project", "global"]);
  expect(await house.run(["init", "--remove-agent", "claude"])).toMatchObject({ exitCode: 0 });
  const { "hook-scope": scope, ...rest } = value();
  const { "hook-scope": _, ...expected } = before;
  expect({ scope, rest }).toEqual({ scope: "global", rest: expected });
});
