import { describe, expect, test } from "vitest";

import { crateRegistry, indexPath } from "../../src/packages/cargo/registry.ts";
import { askRegistries } from "../../src/packages/registry-names.ts";
import { crateIndex } from "../support/crate-index.ts";

const asking = { fetch, userAgent: "test", milliseconds: 5_000 };
const cargo = (...names: string[]) => names.map((name) => ({ ecosystem: "cargo", name }));

function registries(address: string) {
  return [crateRegistry({ SYMPOSIUM_CRATES_INDEX: address }, new Map())!];
}

describe("PL-7 names at a registry", () => {
  test("are known or unknown, each asked once", async () => {
    await using server = await crateIndex(["serde", "a", "cc", "syn"]);
    const answers = await askRegistries(cargo("serde", "a", "cc", "syn", "sered"), registries(server.address), asking);
    expect(answers.map(({ kind }) => kind)).toEqual(["known", "known", "known", "known", "unknown"]);
    expect([...server.asked].sort()).toEqual(["1/a", "2/cc", "3/s/syn", "se/rd/serde", "se/re/sered"]);
  });

  test("a crate is known by either of its spellings", async () => {
    await using server = await crateIndex(["serde_json"]);
    expect(await askRegistries(cargo("serde-json", "Serde_Json"), registries(server.address), asking)).toEqual([
      { kind: "known" },
      { kind: "known" },
    ]);
  });

  test("a registry that cannot be reached is asked no more", async () => {
    await using server = await crateIndex([], 503);
    const answers = await askRegistries(cargo("a", "b", "c", "d", "e", "f", "g", "h"), registries(server.address), asking);
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(["unasked"]));
    expect(server.asked.length).toBeLessThanOrEqual(4);
  });

  test("no server listens, or no registry is known", async () => {
    const { address } = await crateIndex([]).then(async (server) => (await server[Symbol.asyncDispose](), server));
    const [offline] = await askRegistries(cargo("serde"), registries(address), asking);
    expect(offline).toMatchObject({ kind: "unasked", reason: expect.stringContaining("127.0.0.1") });
    expect(await askRegistries([{ ecosystem: "npm", name: "react" }], registries(address), asking)).toMatchObject([{ kind: "unasked" }]);
  });
});

describe("PL-7 the address of the index", () => {
  const addressOf = (env: Record<string, string>, sources: Record<string, { address?: string; replaceWith?: string }>) =>
    crateRegistry(env, new Map(Object.entries(sources)))?.addressesOf("serde")[0];

  test.each([
    ["the default", {}, {}, "https://index.crates.io/se/rd/serde"],
    [
      "the environment says it",
      { SYMPOSIUM_CRATES_INDEX: "http://localhost/i" },
      { "crates-io": { replaceWith: "m" } },
      "http://localhost/i/se/rd/serde",
    ],
    [
      "Cargo has replaced it",
      {},
      { "crates-io": { replaceWith: "a" }, a: { replaceWith: "b" }, b: { address: "sparse+https://m.example/i/" } },
      "https://m.example/i/se/rd/serde",
    ],
    [
      "Cargo has replaced it by a repository",
      {},
      { "crates-io": { replaceWith: "a" }, a: { address: "registry+https://m.example/i" } },
      undefined,
    ],
    [
      "replacements go in a circle",
      {},
      { "crates-io": { replaceWith: "a" }, a: { replaceWith: "crates-io" } },
      "https://index.crates.io/se/rd/serde",
    ],
  ])("%s", (_when, env, sources, address) => {
    expect(addressOf(env as Record<string, string>, sources)).toBe(address);
  });

  test("follows the layout of the index", () => {
    expect(["a", "cc", "syn", "serde", "Inflector"].map(indexPath)).toEqual(["1/a", "2/cc", "3/s/syn", "se/rd/serde", "in/fl/inflector"]);
  });
});
