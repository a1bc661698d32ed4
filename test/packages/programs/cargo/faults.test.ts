import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { bundled } from "../../../support/bundled.ts";
import { hasCargo } from "../../cargo/real-cargo.ts";
import { isAlive, until } from "../../../host/runtimes.ts";
import { type CrateBench, crateBench } from "./crate-bench.ts";

const SLOW = { crate: "slow", version: "1.0.0" };

/** Of the build script, once it runs. */
async function buildPid(bench: CrateBench): Promise<number> {
  await until(() => existsSync(bench.at("home/build-pid")) && bench.read("home/build-pid") !== "");
  return Number(bench.read("home/build-pid"));
}

/** Cargo and everything below it are one process group. */
function groupOf(pid: number): number {
  return Number(/\) \S+ \d+ (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1]);
}

describe.skipIf(!hasCargo() || process.platform !== "linux")(
  "PG-2 PG-4 an acquisition that does not come to its end",
  { timeout: 120_000 },
  () => {
    test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("when %s ends our program, Cargo and its build end, too", async (signal) => {
      await using bench = await crateBench();
      const program = bundled(join(import.meta.dirname, "acquire-in-process.ts"), bench.at("acquire.mjs"));
      const into = bench.at("into");
      mkdirSync(into);
      const child = spawn(
        process.execPath,
        [program, JSON.stringify([{ wanted: SLOW, version: "1.0.0", into, place: into }, bench.services])],
        { stdio: "inherit" },
      );
      const ended = new Promise((resolve) => child.on("exit", (_code, by) => resolve(by)));
      const pid = await Promise.race([buildPid(bench), ended.then(() => 0)]);
      const cargo = groupOf(pid);
      expect(cargo).not.toBe(child.pid);
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect([pid, cargo].filter(isAlive)).toEqual([]);
    });

    test("a Cargo that is killed is refused, with what it was doing", async () => {
      await using bench = await crateBench();
      const acquired = bench.acquire(SLOW);
      process.kill(-groupOf(await buildPid(bench)), "SIGKILL");
      expect(await acquired).toMatchObject({
        why: "`cargo install` was ended by SIGKILL",
        hint: "run `symposium sync` to try again",
        lines: expect.arrayContaining([expect.stringMatching(/Compiling slow v1\.0\.0/)]),
      });
      expect(readdirSync(join(bench.places.cache, "packages"))).toEqual([]);
    });

    test("offline: a warning that names the cause, for the newest version and for the crate", async () => {
      await using bench = await crateBench();
      // Cargo would try again for seconds.
      appendFileSync(bench.at("home/.cargo/config.toml"), "[net]\nretry = 0\n");
      await bench.registry[Symbol.asyncDispose]();
      expect(await bench.newest({ crate: "single" })).toMatchObject({
        why: expect.stringMatching(/^loopback cannot be reached: /),
        severity: "warning",
      });
      expect(await bench.acquire({ crate: "single", version: "1.0.0" })).toMatchObject({
        why: expect.stringMatching(/^the registry cannot be reached: /),
        severity: "warning",
      });
    });

    test("without Cargo it says what to install", async () => {
      await using bench = await crateBench();
      const context = { ...bench.context, env: { HOME: bench.home, PATH: bench.at("nothing") } };
      expect(await bench.acquire({ crate: "single", version: "1.0.0" }, { context })).toMatchObject({ why: "cargo was not found" });
      expect(await bench.newest({ crate: "single" }, { context })).toMatchObject({ why: "cargo was not found" });
    });
  },
);

describe.skipIf(!hasCargo())("PL-32 PG-4 nothing in the repository or of its variables steers Cargo", { timeout: 120_000 }, () => {
  test("neither configuration, toolchain file, compiler nor variables", async () => {
    await using bench = await crateBench();
    const evil = (name: string) => `${bench.at("project")}/${name}`;
    const touch = `#!/bin/sh\ntouch ${bench.at("ran")}\nexit 1\n`;
    for (const name of ["cargo", "rustc", "wrapper", "linker", "cargo-binstall"]) bench.write(`project/${name}`, touch);
    bench.write(
      "project/.cargo/config.toml",
      `[source.crates-io]\nreplace-with = "evil"\n[source.evil]\nregistry = "sparse+http://127.0.0.1:1/"\n[build]\nrustc-wrapper = "${evil("wrapper")}"\ntarget-dir = "${evil("target")}"\n[target.x86_64-unknown-linux-gnu]\nlinker = "${evil("linker")}"\n[install]\nroot = "${evil("root")}"\n[alias]\ninstall = "run"\n`,
    );
    bench.write("project/rust-toolchain.toml", `[toolchain]\npath = "${evil("")}"\n`);
    bench.write("project/Cargo.toml", "not even TOML");
    const env = {
      ...bench.context.env,
      PATH: `${bench.at("project")}:${bench.context.env["PATH"]}`,
      CARGO: evil("cargo"),
      RUSTC: evil("rustc"),
      RUSTC_WRAPPER: evil("wrapper"),
      CARGO_BUILD_RUSTC_WRAPPER: evil("wrapper"),
      CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER: evil("linker"),
      CARGO_INSTALL_ROOT: evil("root"),
      CARGO_TARGET_DIR: evil("target"),
      CARGO_SOURCE_CRATES_IO_REPLACE_WITH: "evil",
      RUSTFLAGS: `-Clinker=${evil("linker")}`,
      LD_PRELOAD: evil("wrapper"),
    };
    const context = { ...bench.context, cwd: bench.project, env };
    expect(await bench.newest({ crate: "single" }, { context })).toMatchObject({ version: "2.0.0" });
    expect(await bench.acquire({ crate: "single", version: "1.0.0" }, { context })).toEqual({
      version: "1.0.0",
      programs: { single: "bin/single" },
    });
    expect(bench.has("ran")).toBe(false);
    expect(bench.has("project/target") || bench.has("project/root")).toBe(false);
  });

  test("a cache inside the repository is refused, because its configuration would apply", async () => {
    await using bench = await crateBench();
    const places = { ...bench.places, cache: bench.at("project/cache") };
    expect(await bench.acquire({ crate: "single", version: "1.0.0" }, { places })).toMatchObject({
      why: expect.stringMatching(/is inside the repository/),
    });
  });
});
