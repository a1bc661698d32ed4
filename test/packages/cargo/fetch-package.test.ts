import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { fetchPackage } from "../../../src/packages/cargo/fetch.ts";
import type { WantedPackage } from "../../../src/packages/ecosystem.ts";
import { bombFile, crateFile } from "./crate-file.ts";
import { crates, packed, startRegistry } from "./loopback-registry.ts";
import { environment, hasCargo, write } from "./real-cargo.ts";
import { offline, withRegistry } from "./with-registry.ts";

const NAMED_IN = "/project/Cargo.toml";
const CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index";
const checksumOf = (name: string, version: string) => crates.find((one) => one.name === name && one.version === version)!.checksum;
const locked = (name: string, version: string, checksum = checksumOf(name, version)): WantedPackage => ({
  name,
  version,
  origin: { kind: "registry", address: CRATES_IO, checksum },
  namedIn: NAMED_IN,
});
const manifest = (name: string) => `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2021"\n`;

/** Folders of Cargo's cache in which a package would be found. */
function unpackedIn(cargoHome: string, entry: string): string[] {
  const all = readdirSync(join(cargoHome, "registry"), { recursive: true, encoding: "utf8" });
  return all.filter((path) => path.endsWith(join(entry, "Cargo.toml")) || path.endsWith(`${entry}.crate`));
}

describe.skipIf(!hasCargo())("PL-32 a crate is fetched to be read", () => {
  test("by name, version and checksum, without its dependencies", async () => {
    await withRegistry({}, async ({ at, asked, fetch }) => {
      const fetched = await fetch(locked("branchy", "1.2.0"));
      expect(fetched).toMatchObject({ name: "branchy", version: "1.2.0" });
      if (!("folder" in fetched)) throw new Error(fetched.message);
      expect(fetched.folder.startsWith(at("cargo-home/registry/src/"))).toBe(true);
      expect(readFileSync(join(fetched.folder, "Cargo.toml"), "utf8")).toContain("branchy");
      expect(asked.filter((path) => path.startsWith("/crates/"))).toEqual(["/crates/branchy/1.2.0"]);
      const before = asked.length;
      expect(await fetch(locked("branchy", "1.2.0"))).toEqual(fetched);
      expect(asked).toHaveLength(before);
    });
  });

  test.each([
    ["any", {}, "1.1.0"],
    ["a requirement", { requirement: "^0.2" }, "0.2.0"],
    ["an exact version", { version: "0.1.0" }, "0.1.0"],
  ])("%s is resolved by Cargo", async (_, wanted, version) => {
    await withRegistry({}, async ({ fetch }) => {
      expect(await fetch({ name: "leaf", namedIn: NAMED_IN, ...wanted })).toMatchObject({ name: "leaf", version });
    });
  });

  test("in another spelling of its name too", async () => {
    await withRegistry({}, async ({ fetch }) => {
      expect(await fetch({ name: "under-score", namedIn: NAMED_IN })).toMatchObject({ name: "under_score", version: "0.3.1" });
      expect(await fetch({ ...locked("under_score", "0.3.1"), name: "under-score" })).toMatchObject({ name: "under_score" });
    });
  });

  test("Cargo gives no yanked version, and the reason is reported", async () => {
    const bytes = crateFile({ "old-1.0.0/Cargo.toml": manifest("old"), "old-1.0.0/src/lib.rs": "" });
    const old = packed("old", "1.0.0", bytes, {}, true);
    await withRegistry({ more: [old] }, async ({ fetch }) => {
      expect(await fetch(locked("old", "1.0.0", old.checksum))).toMatchObject({ message: expect.stringContaining("or only yanked") });
    });
  });

  test("from a private registry only where the user's configuration names it", async () => {
    await withRegistry({}, async ({ asked, registry, fetch }) => {
      const foreign = await fetch({
        ...locked("leaf", "0.1.0"),
        origin: { kind: "registry", address: "sparse+https://evil.example/index/" },
      });
      expect(foreign).toMatchObject({
        severity: "error",
        message: expect.stringContaining("which is not in the user's Cargo configuration"),
        hint: "run `cargo fetch` in the workspace",
      });
      expect(asked).toEqual([]);
      const named = await fetch({ name: "leaf", origin: { kind: "registry", address: "registry:evil" }, namedIn: NAMED_IN });
      expect(named).toMatchObject({ message: expect.stringContaining("it comes from registry:evil") });
      expect(asked).toEqual([]);
      const ours = await fetch({ name: "leaf", origin: { kind: "registry", address: "registry:private" }, namedIn: NAMED_IN });
      expect(ours).toMatchObject({ version: "1.1.0" });
      const known = await fetch({ ...locked("leaf", "0.1.0"), origin: { kind: "registry", address: registry } });
      expect(known).toMatchObject({ version: "0.1.0" });
    });
  });

  test("a registry that lies about the lock's checksum is found out, and its bytes do not stay", async () => {
    const other = packed(
      "leaf",
      "0.1.0",
      crateFile({ "leaf-0.1.0/Cargo.toml": manifest("leaf").replace("1.0.0", "0.1.0"), "leaf-0.1.0/src/lib.rs": "evil" }),
    );
    await withRegistry({ more: [other] }, async ({ at, fetch }) => {
      expect(await fetch(locked("leaf", "0.1.0"))).toMatchObject({
        severity: "error",
        file: NAMED_IN,
        message: "cannot fetch `leaf` 0.1.0: the checksum of the one in loopback differs",
      });
      expect(unpackedIn(at("cargo-home"), "leaf-0.1.0")).toEqual([]);
    });
  });

  test("a registry whose bytes differ from its own index is found out", async () => {
    const bytes = crateFile({ "leaf-0.1.0/Cargo.toml": manifest("leaf"), "leaf-0.1.0/src/lib.rs": "evil" });
    const lie = { ...crates.find(({ name, version }) => name === "leaf" && version === "0.1.0")!, bytes };
    await withRegistry({ more: [lie] }, async ({ fetch }) => {
      expect(await fetch(locked("leaf", "0.1.0"))).toMatchObject({
        message: expect.stringContaining("do not have the checksum in its own index"),
      });
    });
  });

  test.each([
    ["a link out", { "bad-1.0.0/passwd": { link: "/etc/passwd" } }],
    ["a relative link out", { "bad-1.0.0/src/up": { link: "../../../../config.toml" } }],
    ["an absolute name", { "/tmp/symposium-bad": "x" }],
    ["another crate's name", { "leaf-0.1.0/Cargo.toml": manifest("leaf") }],
  ])("an archive with %s is refused", async (_, entry) => {
    const bad = packed("bad", "1.0.0", crateFile({ "bad-1.0.0/Cargo.toml": manifest("bad"), "bad-1.0.0/src/lib.rs": "", ...entry }));
    await withRegistry({ more: [bad] }, async ({ at, fetch }) => {
      const answer = await fetch(locked("bad", "1.0.0", bad.checksum));
      expect(answer).toMatchObject({ severity: "error", message: expect.stringContaining("cannot fetch `bad` 1.0.0: ") });
      expect(unpackedIn(at("cargo-home"), "bad-1.0.0")).toEqual([]);
      expect(existsSync("/tmp/symposium-bad")).toBe(false);
    });
  });

  test("a name in an archive that leads above it is left out", async () => {
    const entry = { "bad-1.0.0/../../evil": "x" };
    const bad = packed("bad", "1.0.0", crateFile({ "bad-1.0.0/Cargo.toml": manifest("bad"), "bad-1.0.0/src/lib.rs": "", ...entry }));
    await withRegistry({ more: [bad] }, async ({ at, fetch }) => {
      expect(await fetch(locked("bad", "1.0.0", bad.checksum))).toMatchObject({ name: "bad" });
      expect(readdirSync(at("cargo-home"), { recursive: true, encoding: "utf8" }).filter((path) => path.includes("evil"))).toEqual([]);
    });
  });

  test("an archive that unpacks to far more than it is, is refused", async () => {
    const bomb = packed("bomb", "1.0.0", bombFile("bomb-1.0.0"));
    await withRegistry({ more: [bomb] }, async ({ at, fetch }) => {
      expect(await fetch(locked("bomb", "1.0.0", bomb.checksum))).toMatchObject({
        severity: "error",
        message: expect.stringContaining("cannot fetch"),
      });
      expect(unpackedIn(at("cargo-home"), "bomb-1.0.0")).toEqual([]);
    });
  });

  test("nothing in the workspace directs the request", async () => {
    await withRegistry({}, async ({ at, asked, fetch }) => {
      await using elsewhere = await startRegistry();
      const config = `[source.crates-io]\nreplace-with = "evil"\n[source.evil]\nregistry = "${elsewhere.address}"\n[build]\nrustc = "${at("project/rustc")}"\n`;
      write(at("project/.cargo/config.toml"), config);
      write(at("project/home/config.toml"), config);
      write(at("project/rust-toolchain.toml"), `[toolchain]\npath = "${at("project")}"\n`);
      const env = {
        ...environment(at("."), at("cargo-home")),
        CARGO_REGISTRIES_CRATES_IO_INDEX: elsewhere.address,
        CARGO_SOURCE_CRATES_IO_REPLACE_WITH: "evil",
        RUSTC: at("project/rustc"),
      };
      expect(await fetch({ name: "leaf", namedIn: NAMED_IN }, { env })).toMatchObject({ version: "1.1.0" });
      expect(asked.length).toBeGreaterThan(0);
      expect(elsewhere.asked).toEqual([]);
      const inside = await fetch({ name: "leaf", namedIn: NAMED_IN }, { cache: at("project/.symposium/cache") });
      expect(inside).toMatchObject({ message: expect.stringContaining("is inside the repository") });
    });
  });

  test("offline is a warning that says so", async () => {
    await using there = await offline();
    for (const wanted of [locked("leaf", "0.1.0"), { name: "leaf", namedIn: NAMED_IN }]) {
      expect(await fetchPackage(wanted, there.where)).toMatchObject({
        severity: "warning",
        message: expect.stringMatching(/^cannot fetch `leaf`.*: loopback cannot be reached: \[7\] /),
        hint: "connect to the network and try again",
      });
    }
  });

  test.each([
    ["a version that is not there", { name: "leaf", version: "9.0.0" }, "loopback does not have it, or only yanked"],
    ["an unknown name", { name: "nothing" }, "loopback does not have it, or only yanked"],
  ])("%s is reported", async (_, wanted, message) => {
    await withRegistry({}, async ({ fetch }) => {
      expect(await fetch({ ...wanted, namedIn: NAMED_IN })).toMatchObject({ severity: "error", message: expect.stringContaining(message) });
    });
  });
});

test.each<[string, Partial<WantedPackage>, string]>([
  ["a git dependency", { origin: { kind: "git", address: "git+https://git.example/x#0123" } }, "it comes from a git repository"],
  ["a path dependency", { origin: { kind: "path" } }, "it comes from a folder"],
  ["an option as a name", { name: "--config=x" }, "that is not the name of a crate"],
  ["an option as a version", { version: "1.0.0 --offline" }, "that is not a version"],
  ["a machine without cargo", {}, "cargo was not found"],
])("PL-32 %s is not fetched, and the reason is given", async (_, wanted, message) => {
  await using fixture = await createFixture({ bin: {} });
  const where = {
    env: { PATH: fixture.getPath("bin") },
    home: fixture.path,
    os: "linux" as const,
    cache: fixture.getPath("cache"),
    repository: null,
  };
  expect(await fetchPackage({ ...locked("leaf", "0.1.0"), ...wanted }, where)).toMatchObject({ message: expect.stringContaining(message) });
});
