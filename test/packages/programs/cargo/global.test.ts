import { readdirSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { hasCargo } from "../../cargo/real-cargo.ts";
import { crateBench } from "./crate-bench.ts";

const wanted = (version: string) => ({ crate: "single", version, global: true }) as const;
const config = "home/.cargo/config.toml";

describe.skipIf(!hasCargo())("PG-4 M18 a global installation", { timeout: 120_000 }, () => {
  test("goes into the user's own folder once, and nothing of it into ours", async () => {
    await using bench = await crateBench();
    const installed = { version: "1.0.0", programs: {}, isElsewhere: true };
    expect(await bench.acquire(wanted("1.0.0"), { executable: "single" })).toEqual(installed);
    expect(readdirSync(bench.into())).toEqual([]);
    expect(bench.has("home/.cargo/bin/single")).toBe(true);
    const compiled = () => bench.lines.filter((line) => /Compiling/.test(line)).length;
    expect(compiled()).toBe(1);
    expect(await bench.acquire(wanted("1.0.0"), { executable: "single" })).toEqual(installed);
    expect(compiled()).toBe(1);
  });

  test("goes where the user's configuration says, and replaces nothing of the user's", async () => {
    await using bench = await crateBench();
    bench.write(config, `${readFileSync(bench.at(config), "utf8")}\n[install]\nroot = "mine"\n`);
    bench.write("home/mine/bin/single", "the user's own");
    expect(await bench.acquire(wanted("1.0.0"), { executable: "single" })).toMatchObject({
      why: expect.stringMatching(/^`cargo install` ended with exit code 101: error: binary `single` already exists in destination/),
    });
    expect(bench.read("home/mine/bin/single")).toBe("the user's own");
    bench.remove("home/mine/bin/single");
    expect(await bench.acquire(wanted("1.0.0"), { executable: "single" })).toMatchObject({ isElsewhere: true });
    expect(bench.has("home/mine/bin/single")).toBe(true);
  });
});
