import { describe, expect, test } from "vitest";

import { cargoHouse } from "../setup/cargo-house.ts";
import { cargoFiles, lockOf, pack } from "../support/cargo-workspace.ts";

const UNPACKED = ".cargo/registry/src/index.crates.io-0123456789abcdef";

/** What Cargo has unpacked in the home folder. */
const unpacked = (...packages: readonly (readonly [name: string, version: string])[]) =>
  Object.fromEntries(packages.map(([name, version]) => [`${UNPACKED}/${name}-${version}/Cargo.toml`, pack(name, "", version)]));
const REGISTRY = "a registry, unpacked by the package manager";
const said = (name: string, version: string, source: string, from = REGISTRY) =>
  `Crate: ${name}\nVersion: ${version}\nSource: ${source}\nFrom: ${from}\nPlugin: none\n`;

describe("crate-info", () => {
  test("B22 J56 a path dependency is where it lies, in either spelling", async () => {
    await using there = await cargoHouse({
      project: {
        "Cargo.toml": pack("app", '[dependencies]\nmy-lib = { path = "../project/libs/mine" }\n'),
        "Cargo.lock": lockOf(["app", "0.1.0", ["my-lib"]], ["my-lib", "0.3.0", []]),
        "libs/mine/Cargo.toml": pack("my-lib", "[workspace]\n", "0.3.0"),
      },
    });
    for (const name of ["my-lib", "my_lib"]) {
      expect(await there.run(["crate-info", name])).toEqual({
        stdout: said("my-lib", "0.3.0", "<project>/libs/mine", "a folder that this workspace names"),
        stderr: "",
        exitCode: 0,
      });
    }
  });

  test("B20 a patched crate is its local folder", async () => {
    const { "Cargo.toml": manifest, "Cargo.lock": lock } = cargoFiles(["serde 1.0.219"]);
    await using there = await cargoHouse({
      home: unpacked(["serde", "1.0.219"]),
      project: {
        "Cargo.toml": `${manifest}\n[patch.crates-io]\nserde = { path = "vendored/serde" }\n`,
        "Cargo.lock": lock.replace(/source = .*\n/, ""),
        "vendored/serde/Cargo.toml": pack("serde", "[workspace]\n", "1.0.219"),
      },
    });
    expect((await there.run(["crate-info", "serde"])).stdout).toBe(
      said("serde", "1.0.219", "<project>/vendored/serde", "a folder that this workspace names"),
    );
  });

  test("J59 J60 a crate from a registry is in the version of the lock file, where Cargo has unpacked it", async () => {
    await using there = await cargoHouse({
      dependencies: ["async-trait 0.1.80"],
      home: unpacked(["async-trait", "0.1.80"], ["async-trait", "0.1.90"]),
    });
    const source = `~/${UNPACKED}/async-trait-0.1.80`;
    expect((await there.run(["crate-info", "async_trait"])).stdout).toBe(said("async-trait", "0.1.80", source));
    const { answer } = JSON.parse((await there.run(["crate-info", "async-trait", "--json"])).stdout) as { answer: unknown };
    expect(answer).toMatchObject({ ecosystem: "cargo", name: "async-trait", version: "0.1.80", source, from: "registry", skills: [] });
  });

  test("J58 J62 a requirement chooses among the locked versions first, and skips a folder", async () => {
    await using there = await cargoHouse({
      home: unpacked(["rand", "0.7.3"], ["rand", "0.8.5"], ["rand", "0.8.9"], ["mine", "1.0.0"]),
      project: {
        "Cargo.toml": pack(
          "app",
          '[dependencies]\nrand = "0.8"\nold-rand = { package = "rand", version = "0.7" }\nmine = { path = "mine" }\n',
        ),
        "Cargo.lock": lockOf(
          ["app", "0.1.0", ["mine", "rand 0.7.3", "rand 0.8.5"]],
          ["mine", "2.0.0", []],
          ["rand", "0.7.3", "registry"],
          ["rand", "0.8.5", "registry"],
        ),
        "mine/Cargo.toml": pack("mine", "[workspace]\n", "2.0.0"),
      },
    });
    const versionOf = async (...args: string[]) => /Version: (.*)/.exec((await there.run(["crate-info", ...args])).stdout)?.[1];
    expect(await versionOf("rand")).toBe("0.8.5");
    expect(await versionOf("rand", "--version", "0.7")).toBe("0.7.3");
    expect(await versionOf("rand", "--version", ">=0.7")).toBe("0.8.5");
    expect(await versionOf("rand", "--version", "=0.8.9")).toBe("0.8.9");
    expect(await versionOf("mine")).toBe("2.0.0");
    expect(await versionOf("mine", "--version", "1")).toBe("1.0.0");
  });

  test("J61 a crate that the workspace does not have may be any that is unpacked, also outside a workspace", async () => {
    await using there = await cargoHouse({
      home: unpacked(["libc", "0.2.9"], ["libc", "0.2.10"], ["libc", "0.3.0-rc.1"], ["libc-extra", "9.0.0"]),
    });
    for (const cwd of [there.project, there.home]) {
      expect((await there.run(["crate-info", "libc"], { cwd })).stdout).toBe(said("libc", "0.2.10", `~/${UNPACKED}/libc-0.2.10`));
    }
  });

  test("a member of the workspace is in its own folder", async () => {
    await using there = await cargoHouse();
    expect((await there.run(["crate-info", "app"])).stdout).toBe(said("app", "0.1.0", "<project>", "part of this workspace"));
  });

  test("PG-18 with --update none what is not on this machine is an error that says how to get it", async () => {
    await using there = await cargoHouse();
    expect(await there.run(["crate-info", "serde", "--update", "none"])).toEqual({
      stdout: "",
      stderr:
        "error: the source of `serde` 1.0.219 is not on this machine, and `--update none` forbids fetching\n\nhint: run it without `--update none`\n",
      exitCode: 1,
    });
    expect((await there.run(["crate-info", "other", "--version", "2", "--update", "none"])).stderr).toContain(
      "error: the source of `other` is not on this machine, and `--update none` forbids fetching\n",
    );
  });

  test("PL-32 an agent does not choose what is fetched", async () => {
    await using there = await cargoHouse();
    const env = { ...there.env, CLAUDECODE: "1" };
    const { stderr, exitCode } = await there.run(["crate-info", "serde", "--version", "^2"], { env });
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "error: the source of `serde` is not on this machine, and an agent started this (CLAUDECODE is set)\n\n" +
        "hint: run `symposium package-info cargo:serde --version '^2'` in a terminal of your own, outside of any agent; with `agents-may-fetch = true` under [packages] in ~/.symposium/config.toml agents may fetch what the lock file has\n",
    );
  });

  test("no name and no requirement leads out of Cargo's folders", async () => {
    await using there = await cargoHouse({ home: { [`${UNPACKED}/x/Cargo.toml`]: "" } });
    expect(await there.run(["crate-info", "../../x"])).toMatchObject({
      stderr: 'error: "../../x" is not the name of a crate\n',
      exitCode: 1,
    });
    expect(await there.run(["crate-info", "x", "--version", "newest"])).toMatchObject({
      stderr: expect.stringContaining('error: --version: "newest" is not a version requirement\n') as string,
      exitCode: 1,
    });
  });
});
