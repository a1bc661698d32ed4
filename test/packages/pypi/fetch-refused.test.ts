import { createFixture } from "fs-fixture";
import { expect, test } from "vitest";

import type { WantedPackage } from "../../../src/packages/ecosystem.ts";
import { fetchPackage } from "../../../src/packages/pypi/fetch.ts";
import { wheel } from "./loopback-index.ts";
import { hasPip, NAMED_IN, withIndex } from "./with-index.ts";

test.each<[string, Partial<WantedPackage>, string]>([
  ["a git dependency", { origin: { kind: "git" } }, "it comes from a git repository"],
  ["a path dependency", { origin: { kind: "path" } }, "it comes from a folder"],
  ["an option as a name", { name: "--index-url=x" }, "that is not the name of a package"],
  ["a path as a name", { name: "../widget" }, "that is not the name of a package"],
  ["an address as a name", { name: "widget @ https://evil.example/x.whl" }, "that is not the name of a package"],
  ["an option as a version", { version: "1.0 --pre" }, "that is not a version"],
  ["a path as a version", { version: "1.0/../../x" }, "that is not a version"],
  [
    "a lock without a usable digest",
    { version: "1.0", origin: { kind: "registry", checksum: "md5:abc" } },
    "the lock file has no SHA-256 of it",
  ],
  ["a machine without Python", {}, "python3 or python was not found"],
])("PL-32 %s is not fetched, and the reason is given", async (_, wanted, message) => {
  await using fixture = await createFixture({ bin: {} });
  const where = {
    env: { PATH: fixture.getPath("bin") },
    home: fixture.path,
    os: "linux" as const,
    cache: fixture.getPath("cache"),
    repository: null,
  };
  expect(await fetchPackage({ name: "widget", namedIn: NAMED_IN, ...wanted }, where)).toMatchObject({
    message: expect.stringContaining(message),
  });
});

test.skipIf(!hasPip()).each([
  ["an option", ">=1 --index-url=http://evil.example"],
  ["another line", ">=1\n-e ."],
  ["a marker", ">=1; python_version > '3'"],
  ["an address", "@ https://evil.example/x.whl"],
  ["an option after ===", "===1\n--index-url=http://evil.example"],
])("PL-32 %s in a requirement reaches no file of pip's", async (_, requirement) => {
  await withIndex({ files: [wheel("widget", "1.0", { "widget/__init__.py": "" })] }, async ({ fetch, index }) => {
    expect(await fetch({ requirement })).toMatchObject({ severity: "error" });
    expect(index.asked).toEqual([]);
  });
});
