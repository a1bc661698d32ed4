import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { searchRegistry } from "../../../src/packages/pypi/index.ts";
import { nameRegistry } from "../../../src/packages/pypi/registry.ts";
import { askRegistries } from "../../../src/packages/registry-names.ts";
import { startIndex, wheel } from "./loopback-index.ts";

describe("PL-29 names in the user's index", () => {
  test("are known or unknown, in any spelling", async () => {
    await using index = await startIndex({ files: [wheel("my_widget", "1.0", {})] });
    const registry = nameRegistry({ env: { SYMPOSIUM_PYPI_INDEX: `http://${index.host}/simple` }, home: "/none" })!;
    const names = ["My.Widget", "nothing"].map((name) => ({ ecosystem: "pypi", name }));
    expect(await askRegistries(names, [registry], { fetch, userAgent: "test" })).toEqual([
      { kind: "known" },
      { kind: "unknown", registry: index.host },
    ]);
    expect(index.asked.toSorted()).toEqual(["/simple/my-widget/", "/simple/nothing/"]);
  });

  test.each<[string, Record<string, string>, string | undefined]>([
    ["no configuration", {}, "https://pypi.org/simple/widget/"],
    [
      "an index",
      { "pip.conf": "[global]\nindex-url = https://me:secret@index.example/pypi/simple\n" },
      "https://index.example/pypi/simple/widget/",
    ],
    ["an index of another section", { "pip.conf": "[list]\nindex-url = https://index.example/\n" }, "https://pypi.org/simple/widget/"],
    ["an index that is a folder", { "pip.conf": "[global]\nindex_url: file:///mirror\n" }, undefined],
    ["no address", { "pip.conf": "[global]\nindex-url = nonsense\n" }, undefined],
  ])("with %s in the user's folder", async (_, pip, address) => {
    await using fixture = await createFixture({ ".config": { pip } });
    expect(nameRegistry({ env: {}, home: fixture.path })?.addressesOf("Widget")[0]).toBe(address);
  });
});

test("PL-29 there is no search, and what to do is reported", async () => {
  expect(await searchRegistry()).toEqual({ unasked: expect.stringContaining("symposium use pypi:<name>") });
});
