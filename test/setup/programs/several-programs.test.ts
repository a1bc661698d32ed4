/** A crate with several programs: the hook, the subcommand or the installation names the one that runs. */

import { chmodSync } from "node:fs";

import { expect, test } from "vitest";

import { manifestText } from "../../support/plugin.ts";
import { cargoHouse, type House } from "../cargo-house.ts";
import { callHook } from "../hook-calls.ts";

/** Installs two programs, each of which adds its name to the model's context. */
const CARGO = `#!/bin/sh
while [ $# -gt 0 ]; do if [ "$1" = --root ]; then root=$2; fi; shift; done
mkdir -p "$root/bin"
for name in first second; do
  printf '#!/bin/sh\\ncat > /dev/null\\necho \\047{"additionalContext":"%s"}\\047\\n' $name > "$root/bin/$name"
  chmod +x "$root/bin/$name"
done
`;

const CRATE = '[[installations]]\nname = "tool"\nsource = "cargo"\ncrate = "several"\nversion = "1.0.0"\n';
const hook = (more = "") => `[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = "tool"\n${more}`;

async function houseWith(manifest: string): Promise<House> {
  const house = await cargoHouse({ plugins: { p: { "SYMPOSIUM.toml": manifestText("p", manifest) } } });
  house.write("tools/cargo", CARGO);
  chmodSync(house.at("tools/cargo"), 0o755);
  return house;
}

async function problemsOf(house: House): Promise<string> {
  return (await house.run(["sync"], { env: { ...house.env, CARGO: house.at("tools/cargo") } })).stderr;
}

test.each([
  ["the installation", `${CRATE}executable = "second"\n${hook()}`],
  ["the hook", `${CRATE}${hook('executable = "second"\n')}`],
])("PG-4 PG-9 %s names it", async (_, manifest) => {
  await using house = await houseWith(manifest);
  expect(await problemsOf(house)).not.toContain("several programs");
  expect((await callHook(house, "PreToolUse")).context).toBe("second");
});

test("PG-4 M16 where nothing names it, sync lists the programs, and the hook fails with the same words", async () => {
  await using house = await houseWith(`${CRATE}${hook()}${hook('executable = "first"\n').replace('"check"', '"named"')}`);
  const why = "its program tool (cargo) cannot be started: it has several programs (first, second); name one as `executable`";
  const stderr = await problemsOf(house);
  expect(stderr.match(/several programs/g)).toHaveLength(1);
  expect(stderr).toContain(`hook check: ${why}`);
  const { trace, context } = await callHook(house, "PreToolUse");
  expect(trace.ran).toMatchObject([{ hook: "p/check", exit: "missing", failure: why }, { hook: "p/named" }]);
  expect(context).toBe("first");
});

test("PG-4 a name that the crate does not have is refused", async () => {
  await using house = await houseWith(`${CRATE}executable = "third"\n${hook()}`);
  expect(await problemsOf(house)).toContain("cannot acquire tool (cargo) for hook check: it has no program third, only first, second");
});
