import { mkdirSync, writeFileSync } from "node:fs";

import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import { UserError } from "../../src/errors.ts";
import type { FetchSurroundings, WantedPackage } from "../../src/packages/ecosystem.ts";
import { fetchedBy, putInPlace } from "../../src/packages/fetch-package.ts";
import { isFromOutside } from "../../src/packages/refusal.ts";

const WANTED: WantedPackage = { name: "leaf", version: "1.0.0", namedIn: "/a/manifest" };

function fetchFailing(error: unknown, wanted = WANTED) {
  const fetchPackage = fetchedBy({
    nameIs: "the name of a leaf",
    isName: ({ name }) => name === "leaf",
    isVersion: (version) => version === "1.0.0",
    otherwise: "rake them",
    fetch: () => Promise.reject(error as Error),
  });
  return fetchPackage(wanted, {} as FetchSurroundings);
}

const system = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

test.each([
  ["the file system", system("EACCES"), "Error: EACCES: it failed"],
  ["a file that is too large", system("EFBIG"), "Error: EFBIG: it failed"],
  ["the network", new TypeError("fetch failed", { cause: system("ECONNREFUSED") }), "TypeError: fetch failed"],
  ["the network, natively", Object.assign(new Error("Unable to connect"), { code: "ConnectionRefused" }), "Error: Unable to connect"],
  ["the other end's certificate", Object.assign(new Error("altname"), { code: "ERR_TLS_CERT_ALTNAME_INVALID" }), "Error: altname"],
  ["what a program printed", new SyntaxError("Unexpected token"), "SyntaxError: Unexpected token"],
  ["a lock that another command holds", new UserError("LOCKED", "it is locked"), "UserError: it is locked"],
])("PL-4 a failure of %s is a problem of the package", async (_, error, says) => {
  expect(await fetchFailing(error)).toEqual({ severity: "error", file: "/a/manifest", message: `cannot fetch \`leaf\` 1.0.0: ${says}` });
});

test.each([
  new TypeError("Cannot read properties of undefined"),
  new ReferenceError("x is not defined"),
  Object.assign(new TypeError("not a string"), { code: "ERR_INVALID_ARG_TYPE" }),
  "a text",
])("PL-4 our own mistake is not a registry's failure: %s", async (error) => {
  expect(isFromOutside(error)).toBe(false);
  await expect(fetchFailing(error)).rejects.toBe(error);
});

test.each<[Partial<WantedPackage>, string]>([
  [{ name: "--leaf" }, "cannot fetch `--leaf` 1.0.0: that is not the name of a leaf"],
  [{ version: "../1" }, "cannot fetch `leaf` ../1: that is not a version"],
  [{ origin: { kind: "git" } }, "cannot fetch `leaf` 1.0.0: it comes from a git repository"],
  [{ origin: { kind: "path" } }, "cannot fetch `leaf` 1.0.0: it comes from a folder"],
])("PL-32 %o is refused before anything starts", async (changed, message) => {
  expect(await fetchFailing(new TypeError("started"), { ...WANTED, ...changed })).toMatchObject({ severity: "error", message });
});

test("a package that another command put in place meanwhile stays", async () => {
  await using fixture = await createFixture({ mine: { x: "mine" } });
  putInPlace(fixture.getPath("mine"), fixture.getPath("deep/er/place"));
  expect(await fixture.readFile("deep/er/place/x", "utf8")).toBe("mine");
  mkdirSync(fixture.getPath("second"));
  writeFileSync(fixture.getPath("second/x"), "second");
  putInPlace(fixture.getPath("second"), fixture.getPath("deep/er/place"));
  expect(await fixture.readFile("deep/er/place/x", "utf8")).toBe("mine");
  expect(() => putInPlace(fixture.getPath("none"), fixture.getPath("elsewhere"))).toThrow(/ENOENT/);
});
