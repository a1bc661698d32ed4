import { existsSync, readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { gunzipSync, gzipSync } from "node:zlib";

import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";

import { acquireProgram } from "../../../../src/packages/programs/acquire-program.ts";
import { download } from "../../../../src/packages/programs/binary/acquire.ts";
import { tarGz } from "../../archives/tar-file.ts";
import { zipFile } from "../../archives/zip-file.ts";
import { temporaryHome } from "../../../support/temporary-home.ts";
import { machineIn } from "../acquired.ts";
import { type DownloadServer, downloadServer, sha256 } from "../download-server.ts";
import { installationOf } from "../installation-of.ts";

const PROGRAM = "#!/bin/sh\necho from the archive\n";

async function tarOf(entries: readonly { readonly name: string; readonly type?: "file" | "symlink"; readonly linkname?: string }[]) {
  const packed = await packTar(
    entries.map(({ name, type = "file", linkname }) => ({
      header: { name, type, mode: 0o755, size: type === "file" ? PROGRAM.length : 0, ...(linkname === undefined ? {} : { linkname }) },
      ...(type === "file" ? { body: PROGRAM } : {}),
    })),
  );
  return gzipSync(packed);
}

async function acquireFrom(bytes: Uint8Array | string, name: string, more: Readonly<Record<string, unknown>> = {}) {
  await using home = await temporaryHome();
  await using server = await downloadServer();
  server.serve(`/${name}`, bytes);
  const { services } = machineIn(home.root);
  const entry = { source: "binary", url: server.url(`/${name}`), sha256: sha256(bytes), ...more };
  const acquired = await acquireProgram(installationOf(entry), services);
  if ("why" in acquired) return { why: acquired.why.replace(/http:\S+\//, "") };
  const [program = ""] = Object.values(acquired.programs);
  const printed = program === "" ? "" : spawnSync(program, { encoding: "utf8" }).stdout;
  return { programs: Object.keys(acquired.programs), printed, version: acquired.version };
}

describe("PG-7 a download", () => {
  test("is a program by itself, under the name that the manifest gives it", async () => {
    expect(await acquireFrom(PROGRAM, "tool-1.2-linux")).toMatchObject({ programs: ["tool-1.2-linux"], printed: "from the archive\n" });
    expect(await acquireFrom(PROGRAM, "tool-1.2-linux", { executable: "tool" })).toMatchObject({ programs: ["tool"] });
  });

  test("is a tar.gz with one folder, whose programs are found", async () => {
    const archive = await tarOf([{ name: "tool-1.2/bin/tool" }]);
    expect(await acquireFrom(archive, "tool.tar.gz")).toMatchObject({ programs: ["tool"], printed: "from the archive\n" });
    expect(await acquireFrom(archive, "tool.tgz", { executable: "bin/tool" })).toMatchObject({ version: sha256(archive).slice(0, 16) });
    expect(await acquireFrom(archive, "tool.tgz", { executable: "bin/other" })).toEqual({ why: "it has no file bin/other" });
  });

  test.each([
    ["leaves its folder", [{ name: "../evil" }], "leaves the archive's folder"],
    ["has an absolute name", [{ name: "/tmp/evil" }], "is an absolute path"],
    ["has a link that leads out", [{ name: "bin", type: "symlink" as const, linkname: "/tmp" }, { name: "bin/evil" }], "is a link"],
  ])("is refused where the archive %s", async (_, entries, why) => {
    expect((await acquireFrom(await tarOf(entries), "evil.tar.gz")).why).toContain(why);
    expect(existsSync("/tmp/evil")).toBe(false);
  });

  test("is compared with its digest before anything is unpacked", async () => {
    const archive = await tarOf([{ name: "tool" }]);
    const { why } = await acquireFrom(archive, "tool.tar.gz", { sha256: sha256("other") });
    expect(why).toMatch(/^the SHA-256 of .* is [0-9a-f]{64}, and the manifest says/);
  });

  test("is chosen by platform, and none is an error that lists those there are", async () => {
    const { why } = await acquireFrom(PROGRAM, "tool", { url: { "sunos-sparc": "https://example.org/tool" }, sha256: sha256(PROGRAM) });
    expect(why).toMatch(/^it has no `url` for \w+-\w+, only for sunos-sparc$/);
  });
});

describe("PG-7 what a download is, its first bytes say", () => {
  const zip = zipFile([{ name: "tool", body: PROGRAM, mode: 0o100_755 }]);
  const names = ["tool", "tool.tar.gz", "tool.zip", "download?id=7", "tool.bin", ""];

  test.each(names)("an address that ends with %j", async (name) => {
    const archive = await tarOf([{ name: "tool" }]);
    const run = { programs: ["tool"], printed: "from the archive\n" };
    for (const bytes of [zip, archive]) {
      expect(await acquireFrom(bytes, name)).toMatchObject(run);
      expect(await acquireFrom(bytes, name, { executable: "tool" })).not.toHaveProperty("why");
    }
    expect(await acquireFrom(PROGRAM, name, { executable: "tool" })).toMatchObject(run);
    expect(await acquireFrom(PROGRAM, name)).toMatchObject({ printed: run.printed });
  });

  const start = (...bytes: readonly number[]) => Buffer.concat([Buffer.from(bytes), Buffer.alloc(600, 1)]);

  test.each([
    ["ELF", start(0x7f, 0x45, 0x4c, 0x46, 2)],
    ["Mach-O", start(0xcf, 0xfa, 0xed, 0xfe)],
    ["Mach-O for several processors", start(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2)],
    ["PE", start(0x4d, 0x5a, 0x90)],
    ["#! before a zip file", Buffer.concat([Buffer.from("#!/usr/bin/env python3\n"), zip])],
  ])("%s is a program", async (_, bytes) => {
    expect(await acquireFrom(bytes, "tool.zip", { executable: "tool" })).toMatchObject({ programs: ["tool"] });
  });

  test.each(["tool.js", "tool.py", "tool.ps1", "TOOL.CMD"])("a text named %s is a script", async (name) => {
    expect(await acquireFrom("text\n", name)).toMatchObject({ programs: [name] });
    expect(await acquireFrom("text\n", "x", { executable: name })).toMatchObject({ programs: [name] });
  });

  test.each<[string, string | Uint8Array, string]>([
    ["nothing", "", "is empty"],
    ["a page", "<!DOCTYPE html><p>Sign in", 'is neither a program nor a .tar.gz or .zip file: it begins with "<!DOCTYPE html><"'],
    ["a text", "no archive", 'it begins with "no archive"'],
    ["control characters", start(0x1b, 0x5b, 0x32, 0x4a), String.raw`it begins with "\u001b[2J`],
    ["a class of Java", start(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 0x41), "is neither a program nor"],
    ["xz", start(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0), "is an xz file, which Symposium does not unpack; publish a .tar.gz or a .zip"],
    ["zstd", start(0x28, 0xb5, 0x2f, 0xfd), "is a zstd file"],
    ["bzip2", "BZh91AY", "is a bzip2 file"],
    ["7z", start(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), "is a 7z file"],
    ["tar", gunzipSync(tarGz({ name: "tool", body: PROGRAM })), "is an uncompressed tar file"],
    ["gzip without tar", gzipSync(PROGRAM), "cannot be unpacked: it is not a tar file, or damaged"],
    ["gzip without anything", gzipSync(""), "cannot be unpacked: it is not a tar file, or damaged"],
    ["half a gzip file", start(0x1f, 0x8b), "cannot be unpacked: it is not a gzip file, or damaged"],
    ["half a zip file", zip.subarray(0, 30), "cannot be unpacked: it is not a zip file, or damaged"],
  ])("%s is an error", async (_, bytes, why) => {
    for (const name of ["tool", "tool.tar.gz", "tool.zip"]) expect((await acquireFrom(bytes, name)).why, name).toContain(why);
  });
});

describe("PG-7 a server", () => {
  async function fetched(serve: (server: DownloadServer) => void, silenceMs = 5_000) {
    await using home = await temporaryHome();
    await using server = await downloadServer();
    serve(server);
    const file = home.at("download");
    const sizes: unknown[] = [];
    const result = await download({
      url: server.url("/tool"),
      file,
      mostBytes: 1000,
      userAgent: "test",
      silenceMs,
      onProgress: (progress) => void sizes.push(progress),
    });
    return { result, sizes, text: existsSync(file) ? readFileSync(file, "utf8") : undefined };
  }

  test("may lead elsewhere, but only to https or this machine", async () => {
    const moved = await fetched((server) => {
      server.serve("/tool", (_, response) => void response.writeHead(302, { location: "/there" }).end());
      server.serve("/there", PROGRAM);
    });
    expect(moved).toMatchObject({ result: { digest: sha256(PROGRAM) }, text: PROGRAM });
    expect(moved.sizes.at(-1)).toEqual({ received: PROGRAM.length, total: PROGRAM.length });
    const out = await fetched((server) => {
      server.serve("/tool", (_, response) => void response.writeHead(302, { location: "http://example.org/tool" }).end());
    });
    expect(out.result).toMatchObject({ why: expect.stringContaining("leads to http://example.org/tool, which is not https") });
    const round = await fetched((server) => {
      server.serve("/tool", (_, response) => void response.writeHead(302, { location: "/tool" }).end());
    });
    expect(round.result).toMatchObject({ why: expect.stringContaining("leads to more than 10 other addresses") });
  });

  test.each([
    ["answers 404", () => {}, "answered 404"],
    [
      "ends too early",
      (server: DownloadServer) =>
        server.serve("/tool", (_, response) => {
          response.writeHead(200, { "content-length": 500 }).write("half");
          setTimeout(() => response.destroy(), 50);
        }),
      "/tool ended after 4 of 500 bytes",
    ],
    ["sends too much", (server: DownloadServer) => server.serve("/tool", "x".repeat(2000)), "is larger than"],
    [
      "sends too much without saying so",
      (server: DownloadServer) => server.serve("/tool", (_, response) => void response.writeHead(200).end("x".repeat(2000))),
      "is larger than",
    ],
  ])("that %s is an error", async (_, serve, why) => {
    const { result } = await fetched(serve);
    expect(result).toMatchObject({ why: expect.stringContaining(why) });
  });

  test("that falls silent is an error", async () => {
    const { result } = await fetched((server) => server.serve("/tool", (_, response) => void response.writeHead(200).write("half")), 200);
    expect(result).toMatchObject({ why: expect.stringContaining("it sent nothing for 0.2 seconds") });
  });
});

describe("PG-7 a manifest", () => {
  const digest = sha256("");
  test.each([
    [{ url: "http://example.org/x", sha256: digest }, "neither https nor http on this machine"],
    [{ url: "ftp://localhost/x", sha256: digest }, "neither https nor http on this machine"],
    [{ url: "https://example.org/x" }, "has no `sha256`"],
    [{ sha256: digest }, "has no `url`"],
    [{ url: "https://example.org/x", sha256: "abc" }, "not a SHA-256"],
    [{ url: { "linux-x64": "https://example.org/x" }, sha256: { "darwin-x64": digest } }, "for linux-x64 without its `sha256`"],
  ])("%j is a mistake", (entry, problem) => {
    expect(() => installationOf({ source: "binary", ...entry })).toThrow(problem);
  });
});
