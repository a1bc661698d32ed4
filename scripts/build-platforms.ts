/**
 * The native hook programs of a release, in `dist/native`: all platforms, from one machine. A build of the same sources keeps them, so that
 * the tests run, and `npm publish` packs, what was made here.
 *
 *   npm run build:platforms [-- --target <name>…]
 */

import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { executableKind, platformName, thisMachine } from "../src/host/machine.ts";
import { ARCHIVE, digestOf, NATIVE_PROGRAM } from "../src/setup/program/native-program.ts";
import { buildNative } from "./native/program.ts";
import { buildAll, DEFINE } from "./build.ts";
import { type Platform, PLATFORMS, packPrograms } from "./platforms.ts";
import { zig } from "./zig.ts";

const NATIVE = join(import.meta.dirname, "../dist/native");

async function buildPlatforms(platforms: readonly Platform[]): Promise<void> {
  await buildAll({ ifStale: true });
  const compiler = [zig(), "cc"];
  const scratch = mkdtempSync(join(tmpdir(), "symposium-platforms-"));
  try {
    for (const platform of platforms) {
      const out = join(scratch, platform.name);
      const runner = runnerOf(platform);
      const build = { define: DEFINE, scratch, out, target: platform, compiler, runner };
      const missing = await buildNative(build);
      if (missing !== undefined) throw new Error(`${platform.name}: ${missing}`);
      const built = join(out, NATIVE_PROGRAM);
      checkKind(built, platform);
      const answer = runner === undefined ? "not run" : `answers ${ask(built, runner)}`;
      console.log(
        [platform.name.padEnd(12), `${statSync(built).size} bytes`, answer, `sha256 ${digestOf(readFileSync(built))}`].join("  "),
      );
      place(built, platform);
    }
    packPrograms(NATIVE, { effort: 9 });
    console.log(`${join(NATIVE, ARCHIVE)}  ${statSync(join(NATIVE, ARCHIVE)).size} bytes`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function checkKind(file: string, { name, os, arch }: Platform): void {
  const kind = executableKind(file);
  if (typeof kind === "object" && kind.os === os && kind.arch === arch) return;
  throw new Error(`${name}: what was built is ${JSON.stringify(kind)}`);
}

/** The words that start a program of that platform here; `undefined` where nothing can. */
function runnerOf({ name, os, triple }: Platform): readonly string[] | undefined {
  if (name === platformName(thisMachine())) return [];
  const emulator = `qemu-${triple.split("-")[0]}`;
  return os === "linux" ? [emulator, `${emulator}-static`].filter(isThere).map((command) => [command])[0] : undefined;
}

function isThere(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function ask(program: string, runner: readonly string[]): string {
  const [command = "", ...args] = [...runner, program, "--version"];
  return execFileSync(command, args, { encoding: "utf8" }).trim();
}

function place(built: string, { name }: Platform): void {
  const target = join(NATIVE, name, NATIVE_PROGRAM);
  mkdirSync(join(NATIVE, name), { recursive: true });
  rmSync(target, { force: true });
  copyFileSync(built, target);
  chmodSync(target, 0o755);
}

const { values } = parseArgs({ options: { target: { type: "string", multiple: true } } });
const wanted = values.target ?? PLATFORMS.map(({ name }) => name);
const unknown = wanted.filter((name) => !PLATFORMS.some((platform) => platform.name === name));
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}; there are ${PLATFORMS.map(({ name }) => name).join(", ")}`);
await buildPlatforms(PLATFORMS.filter(({ name }) => wanted.includes(name)));
