import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { searchRegistry } from "../../../src/packages/cargo/fetch.ts";
import { hasCargo } from "./real-cargo.ts";
import { offline, withRegistry } from "./with-registry.ts";

const found = (names: readonly string[], total = names.length) => ({
  crates: names.map((name) => ({ name, max_version: "1.2.3", description: name === "plain" ? null : `About ${name} = "x" # more` })),
  meta: { total },
});

describe.skipIf(!hasCargo())("PL-29 the user's registry is searched through Cargo", () => {
  test("names, versions and descriptions", async () => {
    const queries: string[] = [];
    const search = (query: URLSearchParams) => (queries.push(query.get("q") ?? ""), found(["widget", "plain"]));
    await withRegistry({ search }, async ({ where }) => {
      expect(await searchRegistry("--help me", where)).toEqual({
        registry: "loopback",
        packages: [
          { name: "widget", version: "1.2.3", description: 'About widget = "x" # more' },
          { name: "plain", version: "1.2.3" },
        ],
        hasMore: false,
      });
      expect(queries).toEqual(["--help me"]);
    });
  });

  test("more than are shown, and none", async () => {
    await withRegistry({ search: () => found(["widget"], 99) }, async ({ where }) => {
      expect(await searchRegistry("widget", where)).toMatchObject({ hasMore: true });
    });
    await withRegistry({ search: () => found([]) }, async ({ where }) => {
      expect(await searchRegistry("widget", where)).toEqual({ registry: "loopback", packages: [], hasMore: false });
    });
  });

  test("a registry without a search is reported", async () => {
    await withRegistry({}, async ({ where }) => {
      expect(await searchRegistry("widget", where)).toEqual({ unasked: "loopback cannot be searched" });
    });
  });

  test("being offline is reported", async () => {
    await using there = await offline();
    expect(await searchRegistry("widget", there.where)).toEqual({ unasked: expect.stringMatching(/^loopback cannot be reached: \[7\] /) });
  });
});

test("PL-29 without cargo the reason is given", async () => {
  await using fixture = await createFixture({ bin: {} });
  const where = {
    env: { PATH: fixture.getPath("bin") },
    home: fixture.path,
    os: "linux" as const,
    cache: fixture.getPath("cache"),
    repository: null,
  };
  expect(await searchRegistry("widget", where)).toEqual({ unasked: "cargo was not found" });
});
