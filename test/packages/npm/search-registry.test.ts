import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { isAtLeast } from "../../support/thoroughness.ts";
import { searchRegistry } from "../../../src/packages/npm/fetch.ts";
import { startRegistry } from "./loopback-registry.ts";
import { hasNpm, offline, withRegistry, write } from "./with-registry.ts";

const found = (name: unknown, more: object = {}) => ({
  package: { name, version: "1.0.0", keywords: [], date: "2026-01-01T00:00:00Z", maintainers: [], links: {}, publisher: {}, ...more },
});

describe.skipIf(!hasNpm())("PL-29 the user's npm registry is searched", () => {
  test("by its own client, with what it says about each package", async () => {
    const search = () => ({ objects: [found("leaf", { description: "A \u001B[31mleaf" }), found("@ours/inner")], total: 2 });
    await withRegistry({ search }, async ({ where, registry }) => {
      expect(await searchRegistry("leaf tree", where)).toEqual({
        registry: new URL(registry.address).host,
        packages: [
          { name: "leaf", version: "1.0.0", description: expect.stringContaining("leaf") },
          { name: "@ours/inner", version: "1.0.0" },
        ],
        hasMore: false,
      });
    });
  });

  test.runIf(isAtLeast("all"))("more than 20 are cut, and that is reported; what is not a name is left out", async () => {
    const objects = [found("--option"), found("../x"), ...Array.from({ length: 19 }, (_, at) => found(`leaf-${at}`))];
    await withRegistry({ search: () => ({ objects, total: 100 }) }, async ({ where }) => {
      const answer = await searchRegistry("leaf", where);
      expect(answer).toMatchObject({ hasMore: true });
      expect("packages" in answer && answer.packages.map(({ name }) => name)).toEqual(objects.slice(2, 20).map((one) => one.package.name));
    });
  });

  test("a query is never an option", async () => {
    await using elsewhere = await startRegistry();
    const queries: (string | null)[] = [];
    const search = (query: URLSearchParams) => {
      queries.push(query.get("text"));
      return { objects: [], total: 0 };
    };
    await withRegistry({ search }, async ({ where, at }) => {
      write(at("project/.npmrc"), `registry=${elsewhere.address}\n`);
      expect(await searchRegistry(`--registry=${elsewhere.address}`, where)).toMatchObject({ packages: [] });
    });
    expect(elsewhere.asked).toEqual([]);
    expect(queries).toHaveLength(1);
  });

  test.runIf(isAtLeast("all"))("a registry without search, or that is not there, says so", async () => {
    await withRegistry({}, async ({ where }) => {
      expect(await searchRegistry("leaf", where)).toEqual({ unasked: expect.stringContaining("cannot be searched") });
    });
    await using there = await offline();
    expect(await searchRegistry("leaf", there.where)).toEqual({ unasked: expect.stringContaining("cannot be reached") });
  });
});

test("PL-29 without npm the search says so", async () => {
  await using fixture = await createFixture({ bin: {} });
  const { path } = fixture;
  const where = {
    env: { PATH: fixture.getPath("bin") },
    home: path,
    os: "linux" as const,
    cache: fixture.getPath("cache"),
    repository: null,
  };
  expect(await searchRegistry("leaf", where)).toEqual({ unasked: "npm was not found" });
});
