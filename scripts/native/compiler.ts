/** Compiling C for the native program, and the engine in it. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

import { exec } from "tinyexec";

import type { OperatingSystem } from "../../src/context.ts";
import { patched } from "./engine/patch.ts";
import { PATCHES } from "./engine/patches.ts";
import { ENGINE_PARTS, type EngineSources } from "./engine/sources.ts";

export interface Compiler {
  readonly command: string;
  /** Before all others, such as the machine that the program is for. */
  readonly args: readonly string[];
  /** Of that machine. */
  readonly os: OperatingSystem;
  /** In place of what makes programs of that machine small and static. */
  readonly link?: readonly string[];
}

/** What is kept between builds. */
export const BUILD_CACHE = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "symposium-build");

const FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", "-O2", "-fno-strict-aliasing"];
/** For sources in which calls spend little time: instead of the flag above, which makes a program fast. */
export const MAKE_SMALL = "-Os";
export const WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Werror"];
/** What nothing calls is left out, the engine's own compiler above all. */
const SMALL = ["-ffunction-sections", "-fdata-sections", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables"];
/** An image holds addresses, so a program with one must not move in memory. */
const OF_SYSTEM: Readonly<Partial<Record<OperatingSystem, { readonly compile: readonly string[]; readonly link: readonly string[] }>>> = {
  linux: { compile: ["-fno-pie"], link: ["-static", "-no-pie", "-Wl,--gc-sections", "-lm", "-lpthread"] },
  macos: { compile: [], link: ["-Wl,-dead_strip"] },
};

/** Compiles, and links unless `-c` is among the arguments. */
export async function compile({ command, args, os, link }: Compiler, more: readonly string[]): Promise<void> {
  const of = OF_SYSTEM[os] ?? { compile: [], link: ["-lm", "-lpthread"] };
  const all = [...args, ...FLAGS, ...SMALL, ...of.compile, ...more, ...(more.includes("-c") ? [] : (link ?? of.link))];
  await exec(command, all, { throwOnError: true, nodeOptions: { stdio: ["ignore", "inherit", "inherit"] } });
}

/** Of a compiler that works; `undefined` otherwise. */
export function versionOf({ command, args }: Compiler): string | undefined {
  try {
    return execFileSync(command, [...args, "--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}

const SMALL_PARTS = ["dtoa.c", "libregexp.c", "libunicode.c"];

const made = new Map<string, Promise<readonly string[]>>();

/** The engine takes half a minute, so that what was compiled is kept, by its sources and the compiler. */
export function engineObjects(engine: EngineSources, compiler: Compiler, more: readonly string[] = []): Promise<readonly string[]> {
  const key = createHash("sha256")
    .update(JSON.stringify([engine.digest, compiler.args, versionOf(compiler), FLAGS, SMALL, SMALL_PARTS, OF_SYSTEM, more, PATCHES]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(BUILD_CACHE, `engine-${engine.version}-${key}`);
  const objects = made.get(folder) ?? compileEngine(engine, compiler, more, folder);
  made.set(folder, objects);
  return objects;
}

async function compileEngine(
  engine: EngineSources,
  compiler: Compiler,
  more: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  return await Promise.all(
    ENGINE_PARTS.map(async (part) => {
      const [source, object] = [join(folder, part), join(folder, part.replace(/\.c$/, ".o"))];
      if (existsSync(object)) return object;
      const beside = `${object}.${process.pid}`;
      writeFileSync(source, patched(PATCHES, part, readFileSync(join(engine.folder, part), "utf8")));
      const size = SMALL_PARTS.includes(part) ? [MAKE_SMALL] : [];
      await compile(compiler, [...size, ...more, "-DNDEBUG", "-w", "-I", engine.folder, "-c", source, "-o", beside]);
      renameSync(beside, object);
      return object;
    }),
  );
}
