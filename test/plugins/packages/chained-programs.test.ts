import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { pathsIn } from "../../../src/host/paths.ts";
import type { Household } from "../../commands/command-line.ts";
import { hook } from "../../support/plugin.ts";
import { crateHouse, putCrate, skillIn, syncedIn } from "./crate-house.ts";

const EDGE = (name: string, gate = "") => `[[plugins]]\nsource.cargo = "${name}"\n${gate}\n`;
const PROBE = '[[predicate]]\nname = "probe"\ncommand = { script = "probe.sh" }\n';
const ASKED = 'echo asked >> "$0.log"\ntest -e "${0%/*}/../wanted"\n';
const OTHER = { ...skillIn("skills", "spin"), "SYMPOSIUM.toml": hook("guard"), "guard.sh": "cat >/dev/null\n" };
const REGISTRY = "home/.cargo/registry/src/registry.example-0123456789abcdef";

function houseWith(manifest: string): Promise<Household> {
  return crateHouse({
    crates: { "widget 1.2.3": { "SYMPOSIUM.toml": manifest, "probe.sh": ASKED }, "other 1.0.0": OTHER },
    dependencies: ["widget 1.2.3"],
    config: '[plugins]\nuse = ["widget"]\n',
  });
}

async function accept({ run }: Household, name: string) {
  const shown = JSON.parse((await run(["trust", "show", name, "--json"])).stdout) as { answer: { plugins: { digest: string }[] } };
  const accepted = await run(["trust", "accept", name, "--digest", shown.answer.plugins[0]!.digest]);
  expect(accepted).toMatchObject({ exitCode: 0 });
}

function indexed(house: Household): boolean {
  return pathsIn(house.places.index).some((file) => readFileSync(file, "utf8").includes("other/guard"));
}

describe("PL-28 a chain behind a program's answer", () => {
  test.each([
    ["of the package's own predicate", `predicates = ["probe()"]\n${PROBE}${EDGE("other")}`],
    ["of a condition of the edge", `${PROBE}${EDGE("other", 'predicates = ["probe()"]')}`],
  ])("%s is followed after consent, in sync and from the stored answer", async (_, manifest) => {
    await using house = await houseWith(manifest);
    house.write(`${REGISTRY}/wanted`, "");
    expect((await syncedIn(house)).skills).toEqual([]);
    expect(house.has(`${REGISTRY}/widget-1.2.3/probe.sh.log`)).toBe(false);
    // The log is a file of the package, and a consent covers it.
    house.write(`${REGISTRY}/widget-1.2.3/probe.sh`, ASKED.replace('"$0.log"', '"${0%/*}/../log"'));
    await accept(house, "widget");
    expect(await syncedIn(house)).toMatchObject({ skills: ["spin"] });
    expect(house.read(`${REGISTRY}/log`)).toBe("asked\n");
    await accept(house, "other");
    expect(indexed(house)).toBe(true);
    expect((await house.run(["status"])).stdout).toMatch(/active +other 1\.0\.0 +chained from `widget`/);
    expect(house.read(`${REGISTRY}/log`)).toBe("asked\n");
  });

  test("is not followed where the answer is no, nor after the package changed", async () => {
    await using house = await houseWith(`predicates = ["probe()"]\n${PROBE.replace("probe.sh", "other.sh")}${EDGE("other")}`);
    putCrate(house, "widget 1.2.3", { "other.sh": "exit 1\n" });
    await accept(house, "widget");
    expect((await syncedIn(house)).skills).toEqual([]);
    putCrate(house, "widget 1.2.3", { "other.sh": "exit 0\n" });
    expect((await syncedIn(house)).skills).toEqual([]);
    await accept(house, "widget");
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
  });

  test("leads on from answer to answer", async () => {
    const first = `predicates = ["one()"]\n${PROBE.replace("probe", "one").replace("probe.sh", "yes.sh")}${EDGE("next")}`;
    const second = `predicates = ["two()"]\n${PROBE.replace("probe", "two").replace("probe.sh", "yes.sh")}${EDGE("other")}`;
    await using house = await houseWith(first);
    putCrate(house, "widget 1.2.3", { "yes.sh": "exit 0\n" });
    putCrate(house, "next 1.0.0", { "SYMPOSIUM.toml": second, "yes.sh": "exit 0\n" });
    await accept(house, "widget");
    await syncedIn(house);
    await accept(house, "next");
    expect((await syncedIn(house)).skills).toEqual(["spin"]);
  });

  test("PL-17 of a changed package: the closed hooks behind it deny", async () => {
    await using house = await houseWith(`predicates = ["probe()"]\n${PROBE.replace("probe.sh", "yes.sh")}${EDGE("other")}`);
    putCrate(house, "widget 1.2.3", { "yes.sh": "exit 0\n" });
    putCrate(house, "other 1.0.0", { "SYMPOSIUM.toml": hook("guard", "PreToolUse", 'on-failure = "closed"\n') });
    await accept(house, "widget");
    await syncedIn(house);
    await accept(house, "other");
    putCrate(house, "widget 1.2.3", { "yes.sh": "exit 0 \n" });
    await syncedIn(house);
    const text = pathsIn(house.places.index)
      .map((file) => readFileSync(file, "utf8"))
      .join("");
    expect(text).toContain("`other`, which you accepted, is missing or cannot be read");
  });
});
