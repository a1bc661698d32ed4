import { chmodSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { WantedCrate } from "../../../../src/packages/programs/cargo/index.ts";
import { type AcquireMore, type CrateBench, crateBench } from "./crate-bench.ts";

/** Notes its arguments, and installs what `build` writes. `cargo` starts `cargo-binstall` as Cargo does. */
const CARGO = `#!/bin/sh
if [ "$1" = binstall ]; then exec cargo-binstall "$@"; fi
echo "cargo $* CARGO_TARGET=$CARGO_BUILD_TARGET" >> "$HOME/calls"
echo "   Compiling it" >&2
while [ $# -gt 0 ]; do if [ "$1" = --root ]; then mkdir -p "$2/bin"; echo built > "$2/bin/single"; chmod +x "$2/bin/single"; fi; shift; done
`;

const BINSTALL = (body: string) => `#!/bin/sh
echo "$*" | sed "s#--root [^ ]*#--root ROOT#; s#^#binstall #" >> "$HOME/calls"
while [ $# -gt 0 ]; do if [ "$1" = --root ]; then root=$2; fi; shift; done
mkdir -p "$root/bin"
${body}
`;

async function machine(body: string | undefined): Promise<CrateBench> {
  const bench = await crateBench();
  bench.remove("home/.cargo/config.toml");
  for (const [name, text] of Object.entries({ cargo: CARGO, ...(body === undefined ? {} : { "cargo-binstall": BINSTALL(body) }) })) {
    bench.write(`tools/${name}`, text);
    chmodSync(bench.at("tools", name), 0o755);
  }
  return bench;
}

function acquire(bench: CrateBench, wanted: Partial<WantedCrate> = {}, more: AcquireMore = {}) {
  const env = { HOME: bench.home, PATH: `${bench.at("tools")}:/usr/bin:/bin`, ...more.context?.env };
  return bench.acquire({ crate: "single", version: "1.0.0", ...wanted }, { ...more, context: { ...bench.context, env } });
}

const calls = (bench: CrateBench) => (existsSync(bench.at("home/calls")) ? bench.read("home/calls").trim().split("\n") : []);
const DOWNLOADED = 'echo downloaded > "$root/bin/single"';

describe("PG-4 `cargo binstall` comes first where it is installed", () => {
  test("what it downloads is taken, and nothing is built", async () => {
    await using bench = await machine(DOWNLOADED);
    expect(await acquire(bench)).toEqual({ version: "1.0.0", programs: { single: "bin/single" } });
    expect(calls(bench)).toEqual(["binstall binstall --no-confirm --no-symlinks --disable-strategies compile --root ROOT -- single@1.0.0"]);
    expect(readFileSync(join(bench.into(), "bin/single"), "utf8")).toBe("downloaded\n");
  });

  test.each([
    ["it fails", "exit 1"],
    ["it installs nothing", ":"],
    ["it installs something else", 'echo x > "$root/bin/other"; echo "[v1]" > "$root/.crates.toml"'],
  ])("%s: Cargo builds the crate in a clean folder", async (_title, body) => {
    await using bench = await machine(body);
    expect(await acquire(bench, {}, { executable: "single" })).toEqual({ version: "1.0.0", programs: { single: "bin/single" } });
    expect(calls(bench)).toHaveLength(2);
    expect(calls(bench)[1]).toMatch(/^cargo install --locked --root \S+ --target-dir \S+target -- single@1\.0\.0/);
    expect(readFileSync(join(bench.into(), "bin/single"), "utf8")).toBe("built\n");
    expect(existsSync(join(bench.into(), ".crates.toml"))).toBe(false);
  });

  test("without it Cargo builds the crate", async () => {
    await using bench = await machine(undefined);
    expect(await acquire(bench)).toMatchObject({ programs: { single: "bin/single" } });
    expect(calls(bench)).toHaveLength(1);
  });

  test("one in Cargo's own folder of programs is found, too", async () => {
    await using bench = await machine(DOWNLOADED);
    bench.write("home/.cargo/bin/placeholder", "");
    renameSync(bench.at("tools/cargo-binstall"), bench.at("home/.cargo/bin/cargo-binstall"));
    bench.write("tools/cargo", CARGO.replace("exec cargo-binstall", 'exec "$HOME/.cargo/bin/cargo-binstall"'));
    await acquire(bench);
    expect(calls(bench)[0]).toMatch(/^binstall /);
  });

  test("strategies that the user has turned off stay off", async () => {
    await using bench = await machine(DOWNLOADED);
    await acquire(bench, {}, { context: { ...bench.context, env: { BINSTALL_DISABLE_STRATEGIES: "quick-install,compile" } } });
    expect(calls(bench)[0]).toContain("--disable-strategies quick-install,compile ");
  });

  test("it is not asked for a commit, nor where the user has replaced crates.io, where the name may be another crate", async () => {
    await using bench = await machine(DOWNLOADED);
    const commit = "0123456789abcdef0123456789abcdef01234567";
    await bench.acquire(
      { crate: "single", git: "https://git.example/r" },
      {
        version: commit,
        executable: "single",
        context: { ...bench.context, env: { HOME: bench.home, PATH: `${bench.at("tools")}:/usr/bin:/bin` } },
      },
    );
    expect(calls(bench)).toHaveLength(1);
    expect(calls(bench)[0]).toMatch(/^cargo install .* --git https:\/\/git\.example\/r --rev 0123/);
    bench.write(
      "home/.cargo/config.toml",
      '[source.crates-io]\nreplace-with = "ours"\n[source.ours]\nregistry = "sparse+https://crates.example/"\n',
    );
    await acquire(bench);
    expect(calls(bench)[1]).toMatch(/^cargo install/);
  });
});

describe("PG-4 PL-32 which Cargo runs", () => {
  const other = (bench: CrateBench, folder: string) => {
    bench.write(`${folder}/cargo`, CARGO.replace('echo "cargo ', `echo "${folder} `));
    chmodSync(bench.at(folder, "cargo"), 0o755);
    return bench.at(folder, "cargo");
  };
  const called = async (env: (bench: CrateBench) => Record<string, string>) => {
    await using bench = await machine(undefined);
    await acquire(bench, {}, { context: { ...bench.context, env: env(bench) } });
    return calls(bench).map((call) => call.split(" ")[0]);
  };

  test("the one that `CARGO` names, or the first on PATH", async () => {
    expect(await called((bench) => ({ CARGO: other(bench, "named") }))).toEqual(["named"]);
    expect(await called(() => ({}))).toEqual(["cargo"]);
  });

  test("rustup's choice for the current folder counts only where PATH has none, because a file of the repository makes it", async () => {
    expect(await called((bench) => ({ CARGO: other(bench, "toolchain"), RUSTUP_TOOLCHAIN: "x" }))).toEqual(["cargo"]);
    expect(await called((bench) => ({ CARGO: other(bench, "toolchain"), RUSTUP_TOOLCHAIN: "x", PATH: "/usr/bin:/bin" }))).toEqual([
      "toolchain",
    ]);
  });

  test("none of the repository, by either variable", async () => {
    expect(await called((bench) => ({ CARGO: other(bench, "project/bin") }))).toEqual(["cargo"]);
    expect(
      await called((bench) => (other(bench, "project/bin"), { PATH: `${bench.at("project/bin")}:${bench.at("tools")}:/usr/bin:/bin` })),
    ).toEqual(["cargo"]);
  });
});
