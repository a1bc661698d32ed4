/**
 * The C compiler for all platforms: a release of zig, which brings their C libraries along, from PyPI with pip. It is kept in the user's cache
 * folder. Only files with the digests below are unpacked.
 */

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { BUILD_CACHE } from "./native/compiler.ts";

export const ZIG_VERSION = "0.17.0";

/** pip takes the file for this machine. */
const DIGESTS: Readonly<Record<string, string>> = {
  "linux-x64": "97079827064a7492cce5541ceb438ae8003ce1e54e399676da2d62fb7a5dc08b",
  "linux-arm64": "d2804f94f54f7fcf8169f4b212a619ad688a4e2e6592e976f0cf2e58e2cd8af3",
  "darwin-arm64": "87274af689c4128051b26c80f6f676757e0a81c2fdc137fd8b5679e928e4bc4f",
  "darwin-x64": "4d910f0e363ddb60a6b8ddb55235617797a8ccbcb6c5c7132a949d9f833eea42",
};

/** The path of the compiler, which is fetched if it is not there yet. */
export function zig(cache = BUILD_CACHE): string {
  const folder = join(cache, `zig-${ZIG_VERSION}`);
  const program = join(folder, "ziglang", "zig");
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const beside = mkdtempSync(`${folder}.`);
  try {
    unpack(download(beside), beside);
    chmodSync(join(beside, "ziglang", "zig"), 0o755);
    rmSync(folder, { recursive: true, force: true });
    renameSync(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return program;
}

function download(folder: string): string {
  const wanted = join(folder, "requirements.txt");
  const hashes = Object.values(DIGESTS).map((digest) => `--hash=sha256:${digest}`);
  writeFileSync(wanted, `${[`ziglang==${ZIG_VERSION}`, ...hashes].join(" ")}\n`);
  const options = ["--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", folder];
  python("-m", "pip", "download", ...options, "--requirement", wanted);
  const wheel = readdirSync(folder).find((name) => name.endsWith(".whl"));
  if (wheel === undefined) throw new Error(`pip did not leave zig ${ZIG_VERSION} in ${folder}`);
  return join(folder, wheel);
}

function unpack(wheel: string, folder: string): void {
  python("-m", "zipfile", "-e", wheel, folder);
  rmSync(wheel);
}

function python(...args: readonly string[]): void {
  execFileSync("python3", args, { stdio: ["ignore", "ignore", "inherit"] });
}
