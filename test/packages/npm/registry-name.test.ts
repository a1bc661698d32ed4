import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { nameRegistry } from "../../../src/packages/npm/registry.ts";
import { askRegistries } from "../../../src/packages/registry-names.ts";
import { startRegistry } from "./loopback-registry.ts";

const asking = { fetch, userAgent: "test", milliseconds: 5_000 };

describe("PL-7 names of npm packages", () => {
  test("are known or unknown at the registry, with scopes", async () => {
    await using registry = await startRegistry();
    await using fixture = await createFixture({});
    const registries = [nameRegistry({ env: { SYMPOSIUM_NPM_REGISTRY: registry.address }, home: fixture.path })!];
    const names = ["leaf", "@ours/inner", "laef", "__proto__"].map((name) => ({ ecosystem: "npm", name }));
    expect((await askRegistries(names, registries, asking)).map(({ kind }) => kind)).toEqual(["known", "known", "unknown", "unknown"]);
    expect(registry.asked.map(({ path }) => path).sort()).toEqual(["/@ours/inner", "/__proto__", "/laef", "/leaf"]);
  });

  const NPMRC = "# mine\n//r.example/:_authToken=secret\nregistry = https://me:pass@r.example/npm\n@ours:registry=https://o.example/\n";

  test.each<[string, Record<string, string>, string, string, string[]]>([
    ["the default", {}, "", "leaf", ["https://registry.npmjs.org/leaf"]],
    ["the user's own, without credentials", {}, NPMRC, "leaf", ["https://r.example/npm/leaf"]],
    ["a scope's own", {}, NPMRC, "@ours/inner", ["https://o.example/@ours%2finner"]],
    ["another scope", {}, NPMRC, "@other/inner", ["https://r.example/npm/@other%2finner"]],
    ["the variable", { SYMPOSIUM_NPM_REGISTRY: "http://localhost:1" }, NPMRC, "@ours/inner", ["http://localhost:1/@ours%2finner"]],
    [
      "a variable of the agent's environment does not count",
      { npm_config_registry: "http://evil.example" },
      "",
      "x",
      ["https://registry.npmjs.org/x"],
    ],
  ])("are asked at %s", async (_, env, npmrc, name, addresses) => {
    await using fixture = await createFixture({ ".npmrc": npmrc });
    expect(nameRegistry({ env, home: fixture.path })?.addressesOf(name)).toEqual(addresses);
  });

  test("are not asked where the registry is not on the web", async () => {
    await using fixture = await createFixture({ ".npmrc": "registry=file:///srv/registry\n" });
    expect(nameRegistry({ env: {}, home: fixture.path })).toBeUndefined();
    expect(nameRegistry({ env: { SYMPOSIUM_NPM_REGISTRY: "nowhere" }, home: fixture.path })).toBeUndefined();
  });
});
