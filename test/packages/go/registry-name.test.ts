import { createServer } from "node:http";

import { createFixture } from "fs-fixture";
import { describe, expect, test } from "vitest";

import { ecosystem } from "../../../src/packages/go/index.ts";
import { moduleProxy } from "../../../src/packages/go/user-settings.ts";
import { askRegistries } from "../../../src/packages/registry-names.ts";

const asking = { fetch, userAgent: "test", milliseconds: 5_000 };
const go = (...names: string[]) => names.map((name) => ({ ecosystem: "go", name }));

async function proxyWith(known: readonly string[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(known.includes(request.url ?? "") ? 200 : 404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((settle) => server.once("listening", settle));
  const { port } = server.address() as { port: number };
  return {
    asked,
    address: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((settle) => server.close(() => settle())),
  };
}

describe("PL-7 names at the module proxy", () => {
  test("are known or unknown, in Go's escaped form", async () => {
    await using proxy = await proxyWith(["/github.com/!azure/sdk/@v/list"]);
    const registry = moduleProxy({ env: { SYMPOSIUM_GO_PROXY: proxy.address }, home: "", os: "linux" })!;
    const answers = await askRegistries(go("github.com/Azure/sdk", "github.com/azure/sdk"), [registry], asking);
    expect(answers.map(({ kind }) => kind)).toEqual(["known", "unknown"]);
    expect(proxy.asked.sort()).toEqual(["/github.com/!azure/sdk/@v/list", "/github.com/azure/sdk/@v/list"]);
  });

  test("private names are not sent to anyone", async () => {
    await using proxy = await proxyWith([]);
    await using fixture = await createFixture({
      ".config/go/env": `GOPROXY=${proxy.address},direct\nGOPRIVATE=corp.test,github.com/corp*\n`,
    });
    const registry = moduleProxy({ env: {}, home: fixture.path, os: "linux" })!;
    const answers = await askRegistries(go("corp.test/secret/x", "github.com/corp-one/y", "github.com/other/z"), [registry], asking);
    expect(answers.map(({ kind }) => kind)).toEqual(["unasked", "unasked", "unknown"]);
    expect(proxy.asked).toEqual(["/github.com/other/z/@v/list"]);
  });

  test("PL-32 nothing is asked where the environment and the user's settings differ", async () => {
    await using proxy = await proxyWith([]);
    const registry = moduleProxy({ env: { GOPROXY: proxy.address }, home: "/nowhere", os: "linux" })!;
    expect(await askRegistries(go("example.test/a"), [registry], asking)).toMatchObject([
      { kind: "unasked", reason: expect.stringContaining("GOPROXY in the environment differs") },
    ]);
    expect(proxy.asked).toEqual([]);
  });

  test.each([
    ["the default", "", "https://proxy.golang.org/a.test/b/@v/list"],
    ["the user's", "GOPROXY=https://one.example/go/|https://two.example,direct\n", "https://one.example/go/a.test/b/@v/list"],
    ["none on the web", "GOPROXY=file:///srv/proxy\n", undefined],
    ["none at all", "GOPROXY=off\n", undefined],
    ["repositories alone", "GOPROXY=direct\n", undefined],
  ])("the address: %s", async (_, env, address) => {
    await using fixture = await createFixture({ ".config/go/env": env });
    expect(moduleProxy({ env: {}, home: fixture.path, os: "linux" })?.addressesOf("a.test/b")[0]).toBe(address);
  });
});

test("PL-29 a search says what to do instead", async () => {
  const where = { env: {}, home: "", os: "linux" as const, cache: "/none", repository: null };
  expect(await ecosystem.searchRegistry("yaml", where)).toEqual({ unasked: expect.stringContaining("symposium use go:<module>") });
});
