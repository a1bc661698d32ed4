import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { WantedPackage } from "../../../src/packages/ecosystem.ts";
import { packageFolder, unpackedPackages } from "../../../src/packages/pypi/package-folder.ts";
import { isAtLeast, sampled } from "../../support/thoroughness.ts";
import { write } from "./environments.ts";
import { indexFile, startIndex, wheel } from "./loopback-index.ts";
import { hasPip, NAMED_IN, withIndex } from "./with-index.ts";

const FILES = { "widget/__init__.py": "", "widget/SYMPOSIUM.toml": 'name = "widget"\n' };
const one = wheel("widget", "1.0", FILES);
const two = wheel("widget", "1.1", FILES);
const candidate = wheel("widget", "2.0rc1", FILES);
const sdist = indexFile("source-only", "source_only-1.0.tar.gz", Buffer.from("never read"));
const elsewhere = wheel("elsewhere", "1.0", { "elsewhere/__init__.py": "" }, { tag: "cp27-cp27m-win32" });
const files = [one, two, candidate, sdist, elsewhere];
const locked = (digests: readonly string[] = [one.digest]): Partial<WantedPackage> => ({
  version: "1.0",
  origin: { kind: "registry", address: "https://pypi.org/simple", checksum: digests.map((digest) => `sha256:${digest}`).join(" ") },
});
const OTHER = "0".repeat(64);

describe.skipIf(!hasPip())("PL-32 a wheel is fetched to be read", () => {
  test.each(sampled([[false], [true]], () => "any"))("by name, version and digest (PEP 691: %s)", async (isJson) => {
    await withIndex({ files, isJson }, async ({ at, index, fetch, where }) => {
      const fetched = await fetch(locked([OTHER, one.digest]));
      const folder = at(`cache/packages/pypi/widget/1.0-${one.digest.slice(0, 16)}/widget`);
      expect(fetched).toEqual({ name: "widget", version: "1.0", folder });
      expect(readFileSync(join(folder, "SYMPOSIUM.toml"), "utf8")).toBe(FILES["widget/SYMPOSIUM.toml"]);
      expect(index.asked.filter((url) => url.endsWith(".whl"))).toEqual([`/files/${one.file}`]);
      const before = index.asked.length;
      expect(await fetch(locked())).toEqual(fetched);
      expect(index.asked).toHaveLength(before);
      const dependency = (checksum?: string) =>
        ({
          ecosystem: "pypi",
          name: "Widget",
          version: "1.0",
          origin: { kind: "registry", ...(checksum === undefined ? {} : { checksum }) },
        }) as const;
      expect(packageFolder(dependency(), where)).toBe(folder);
      expect(packageFolder(dependency(`sha256:${OTHER} sha256:${one.digest}`), where)).toBe(folder);
      expect(packageFolder(dependency(`sha256:${OTHER}`), where)).toBeUndefined();
    });
  });

  test.runIf(isAtLeast("all")).each(
    sampled<[string, Partial<WantedPackage>, string]>(
      [
        ["any", {}, "1.1"],
        ["a requirement", { requirement: ">= 1, < 1.1" }, "1.0"],
        ["an exact version", { version: "1.0" }, "1.0"],
        ["a pre-release", { version: "2.0rc1" }, "2.0rc1"],
        ["another spelling", { name: "WIDGET", version: "1.0.0" }, "1.0.0"],
      ],
      () => "one",
    ),
  )("%s is resolved by pip", async (_, wanted, version) => {
    await withIndex({ files }, async ({ fetch, where }) => {
      expect(await fetch(wanted)).toMatchObject({ version });
      expect(unpackedPackages("widget", where)).toMatchObject([{ version }]);
    });
  });

  test.runIf(isAtLeast("all"))("the newest unpacked version comes first", async () => {
    await withIndex({ files }, async ({ fetch, where }) => {
      for (const version of ["1.0", "2.0rc1", "1.1"]) await fetch({ version });
      expect(unpackedPackages("widget", where).map(({ version }) => version)).toEqual(["2.0rc1", "1.1", "1.0"]);
    });
  });

  test.runIf(isAtLeast("all"))("from a private index with the credentials of the user's configuration", async () => {
    await withIndex({ files, credentials: "me:secret", login: "me:secret@" }, async ({ fetch }) => {
      expect(await fetch(locked())).toMatchObject({ version: "1.0" });
    });
    await withIndex({ files, credentials: "me:secret", login: "me:wrong@" }, async ({ fetch }) => {
      const refused = await fetch(locked());
      expect(refused).toMatchObject({ message: expect.stringMatching(/127\.0\.0\.1:\d+ refused the user's credentials$/) });
      expect(JSON.stringify(refused)).not.toContain("wrong");
    });
  });

  test.runIf(isAtLeast("all"))("from another index than pip's default only where the user's configuration names it", async () => {
    await withIndex({ files }, async ({ index, fetch }) => {
      const from = (address: string) => fetch({ version: "1.0", origin: { kind: "registry", address } });
      expect(await from("https://me:secret@evil.example/simple")).toMatchObject({
        message: "cannot fetch `widget` 1.0: it comes from https://evil.example/simple, which is not in the user's pip configuration",
      });
      expect(index.asked).toEqual([]);
      expect(await from(`http://${index.host}/simple`)).toMatchObject({ version: "1.0" });
    });
  });

  test.runIf(isAtLeast("all"))("another wheel than the lock's is not kept", async () => {
    await withIndex({ files }, async ({ fetch, unpacked }) => {
      expect(await fetch(locked([OTHER]))).toMatchObject({
        severity: "error",
        file: NAMED_IN,
        message: expect.stringMatching(/^cannot fetch `widget` 1\.0: the checksum of the one in 127\.0\.0\.1:\d+ differs$/),
      });
      expect(unpacked()).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all"))("an index that lists the lock's digest and serves other bytes is found out", async () => {
    const lie = { ...wheel("widget", "1.0", { ...FILES, "widget/evil.py": "" }), listedDigest: one.digest };
    await withIndex({ files: [lie] }, async ({ fetch, unpacked }) => {
      expect(await fetch(locked())).toMatchObject({ severity: "error", message: expect.stringContaining("differs") });
      expect(unpacked()).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all")).each(
    sampled<[string, Partial<WantedPackage>, string]>(
      [
        ["a package with nothing but its source", { name: "source-only" }, "has only its source, which Symposium does not build"],
        ["such a version", { name: "source-only", version: "1.0" }, "has only its source"],
        ["a wheel for another Python", { name: "elsewhere", version: "1.0" }, "has no wheel of it for the Python on this machine"],
        ["an unknown name", { name: "nothing" }, "does not have it, or only yanked"],
        ["an unknown version", { version: "9.0" }, "does not have it, or only yanked"],
      ],
      () => "one",
    ),
  )("%s is not read, and that is reported", async (_, wanted, message) => {
    await withIndex({ files }, async ({ fetch, unpacked, index }) => {
      expect(await fetch(wanted)).toMatchObject({ severity: "error", message: expect.stringContaining(message) });
      expect(unpacked()).toEqual([]);
      expect(index.asked.filter((url) => url.startsWith("/files/"))).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all")).each(
    sampled(
      [
        ["a name that leads out", wheel("widget", "1.0", FILES, { more: [{ name: "../evil", body: "x" }] })],
        ["an absolute name", wheel("widget", "1.0", FILES, { more: [{ name: "/tmp/symposium-evil", body: "x" }] })],
        ["a link", wheel("widget", "1.0", FILES, { more: [{ name: "widget/link", body: "/etc/passwd", mode: 0o120_777 }] })],
        ["too much in it", wheel("widget", "1.0", FILES, { more: [{ name: "widget/zeros", body: Buffer.alloc(300 * 1024 * 1024) }] })],
        ["no metadata of that name", { ...wheel("gadget", "1.0", FILES), project: "widget", file: one.file }],
        ["no zip file in it", indexFile("widget", one.file, Buffer.from("not a zip file"))],
      ],
      () => "one",
    ),
  )("a wheel with %s is refused", async (_, hostile) => {
    await withIndex({ files: [hostile] }, async ({ fetch, unpacked }) => {
      expect(await fetch(locked([hostile.digest]))).toMatchObject({
        severity: "error",
        message: expect.stringContaining("cannot fetch `widget` 1.0: "),
      });
      expect(unpacked().filter((path) => path !== "widget")).toEqual([]);
      expect(existsSync("/tmp/symposium-evil")).toBe(false);
    });
  });

  test.runIf(isAtLeast("all"))("bytecode in a wheel is not kept", async () => {
    const shipped = wheel("widget", "1.0", { ...FILES, "widget/sub/__pycache__/x.cpython-311.pyc": "evil" });
    await withIndex({ files: [shipped] }, async ({ fetch, unpacked }) => {
      expect(await fetch(locked([shipped.digest]))).toMatchObject({ version: "1.0" });
      expect(unpacked().filter((path) => path.includes("__pycache__"))).toEqual([]);
    });
  });

  test.runIf(isAtLeast("all"))("offline is a warning that says so", async () => {
    await withIndex({ files }, async ({ index, fetch }) => {
      await index[Symbol.asyncDispose]();
      expect(await fetch(locked())).toMatchObject({
        severity: "warning",
        message: expect.stringMatching(/^cannot fetch `widget` 1\.0: 127\.0\.0\.1:\d+ cannot be reached: \[Errno 111\]/),
        hint: "connect to the network and try again",
      });
    });
  });
});

describe.skipIf(!hasPip())("PL-32 nothing in the workspace directs pip", () => {
  const evilFiles = (at: (path: string) => string, host: string) => {
    const code = `open(${JSON.stringify(at("ran"))}, "w").close()\n`;
    const program = `#!/bin/sh\ntouch ${at("ran")}\n`;
    write(at("project"), {
      "pip.conf": `[global]\nindex-url = http://${host}/simple/\n`,
      ".config/pip/pip.conf": `[global]\nindex-url = http://${host}/simple/\n`,
      ".venv/pip.conf": `[global]\nindex-url = http://${host}/simple/\n`,
      ".venv/pyvenv.cfg": "home = /usr/bin\n",
      ".netrc": "machine 127.0.0.1 login evil password evil\n",
      "sitecustomize.py": code,
      "usercustomize.py": code,
      "pip.py": code,
      "pip/__main__.py": code,
      ...Object.fromEntries(["python3", "python", "pip", "pip3"].map((name) => [`.venv/bin/${name}`, program])),
    });
    for (const name of ["python3", "python", "pip", "pip3"]) chmodSync(at(`project/.venv/bin/${name}`), 0o755);
  };

  test.runIf(isAtLeast("all"))("its files, programs and variables", async () => {
    await withIndex({ files }, async ({ at, index, fetch, where }) => {
      await using other = await startIndex({ files });
      evilFiles(at, other.host);
      const env = {
        ...where.env,
        PATH: `${at("project/.venv/bin")}:${where.env["PATH"]}`,
        VIRTUAL_ENV: at("project/.venv"),
        PYTHONPATH: at("project"),
        PYTHONSTARTUP: at("project/pip.py"),
        PYTHONUSERBASE: at("project"),
        PYTHONHOME: at("project/.venv"),
        PIP_CONFIG_FILE: at("project/pip.conf"),
        PIP_INDEX_URL: `http://${other.host}/simple/`,
        PIP_EXTRA_INDEX_URL: `http://${other.host}/simple/`,
        PIP_FIND_LINKS: at("project"),
        PIP_PYTHON: at("project/.venv/bin/python3"),
        XDG_CONFIG_HOME: at("project/.config"),
        NETRC: at("project/.netrc"),
      };
      const fetched = await fetch({}, { env });
      expect(fetched).toMatchObject({ version: "1.1" });
      expect(index.asked.length).toBeGreaterThan(0);
      expect([other.asked, index.credentials, existsSync(at("ran"))]).toEqual([[], [], false]);
    });
  });

  test.runIf(isAtLeast("all"))("a cache inside it", async () => {
    await withIndex({ files }, async ({ at, index, fetch }) => {
      expect(await fetch({}, { cache: at("project/cache") })).toMatchObject({
        message: expect.stringContaining("is inside the repository"),
      });
      expect(index.asked).toEqual([]);
    });
  });
});
