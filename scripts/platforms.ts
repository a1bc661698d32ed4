/** The machines that the package has a native hook program for, and how the programs are packed. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

import type { OperatingSystem } from "../src/context.ts";
import { ARCHIVE, digestOf, LIST, NATIVE_PROGRAM, type PackedProgram } from "../src/setup/program/native-program.ts";

export interface Platform {
  /** The folder of its program, in Node's words. */
  readonly name: string;
  readonly os: OperatingSystem;
  readonly arch: string;
  /** In the compiler's words. Programs for Linux are static, so that one serves glibc and musl. */
  readonly triple: string;
}

/** Node 20 needs macOS 11. */
export const PLATFORMS: readonly Platform[] = [
  { name: "linux-x64", os: "linux", arch: "x64", triple: "x86_64-linux-musl" },
  { name: "linux-arm64", os: "linux", arch: "arm64", triple: "aarch64-linux-musl" },
  { name: "darwin-arm64", os: "macos", arch: "arm64", triple: "aarch64-macos.11.0" },
  { name: "darwin-x64", os: "macos", arch: "x64", triple: "x86_64-macos.11.0" },
];

/** Packs the programs of all platforms that were built. `native` has a folder for each. More effort takes seconds, and makes a smaller archive. */
export function packPrograms(native: string, { effort }: { readonly effort: number }): void {
  const list: Record<string, PackedProgram> = {};
  const programs: Buffer[] = [];
  let start = 0;
  for (const { name } of PLATFORMS.filter((platform) => existsSync(programOf(native, platform.name)))) {
    const bytes = readFileSync(programOf(native, name));
    list[name] = { digest: digestOf(bytes), start, size: bytes.length };
    programs.push(bytes);
    start += bytes.length;
  }
  // The window holds all programs, so that what they have in common is there once.
  const params = { [constants.BROTLI_PARAM_QUALITY]: effort, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(join(native, ARCHIVE), brotliCompressSync(Buffer.concat(programs), { params }));
  writeFileSync(join(native, LIST), `${JSON.stringify(list, null, 2)}\n`);
}

/** Whether there are native programs, and all of them are as they were packed. */
export function areWhole(native: string): boolean {
  if (!existsSync(join(native, LIST))) return false;
  const list = Object.entries(JSON.parse(readFileSync(join(native, LIST), "utf8")) as Record<string, PackedProgram>);
  return list.every(([name, { digest }]) => {
    const file = programOf(native, name);
    return existsSync(file) && digestOf(readFileSync(file)) === digest;
  });
}

function programOf(native: string, platform: string): string {
  return join(native, platform, NATIVE_PROGRAM);
}
