/**
 * The programs that are measured. All are copied into one folder first, so that a build in between changes nothing and
 * every file lies on the same disk.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildAll } from "../scripts/build.ts";
import { platformName, thisMachine } from "../src/host/machine.ts";
import { LIST, NATIVE_PROGRAM } from "../src/setup/program/native-program.ts";
import { placeRival } from "./rival-runs.ts";

/** Those that are not here are `undefined`, and their rows are missing. */
export interface Programs {
  readonly native: string;
  readonly nativeFile: NativeFile;
  /** Starts the Node form as agents would. */
  readonly launcher: string;
  /** The Node form itself, for `node`. */
  readonly script: string;
  readonly emptyScript: string;
  readonly emptyModule: string;
  /** A module that imports the SDK and does nothing with it. */
  readonly sdkModule: string;
  /** The command `symposium`, in a package as npm lays it out. */
  readonly command: string;
  readonly node: string;
  /** Cargo itself, not what chooses a toolchain first. */
  readonly cargo: string | undefined;
  readonly npm: string;
  readonly uv: string | undefined;
  /** agent-harness-adapter. */
  readonly rival: string | undefined;
}

export interface NativeFile {
  readonly bytes: number;
  /** `npm run build` makes it with the compiler of the machine, `npm run build:platforms` as it is released. */
  readonly of: "release" | "this machine";
}

/** The checkout whose build is measured. */
export const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), "..");
const PLATFORM = platformName(thisMachine());

/** Another checkout must have been built: what it is built with is its own. */
export async function preparePrograms(folder: string, checkout = CHECKOUT): Promise<Programs> {
  if (checkout === CHECKOUT) await buildAll({ ifStale: true });
  mkdirSync(folder, { recursive: true });
  const dist = placePackage(join(folder, "package"), join(checkout, "dist"));
  const [emptyScript, emptyModule, sdkModule] = [join(folder, "empty.cjs"), join(folder, "empty.mjs"), join(folder, "sdk.mjs")];
  writeFileSync(emptyScript, "");
  writeFileSync(emptyModule, "");
  writeFileSync(sdkModule, 'import "./package/dist/sdk.js";\n');
  const native = join(dist, "native", PLATFORM, NATIVE_PROGRAM);
  const cargo = findCargo();
  return {
    native,
    nativeFile: { bytes: statSync(native).size, of: isRelease(dist) ? "release" : "this machine" },
    launcher: join(dist, "bin", "symposium-hook"),
    script: join(dist, "bin", "node", "hook.cjs"),
    emptyScript,
    emptyModule,
    sdkModule,
    command: join(dist, "symposium.cjs"),
    cargo,
    npm: execFileSync("which", ["npm"], { encoding: "utf8" }).trim(),
    uv: spawnSync("which", ["uv"], { encoding: "utf8" }).stdout.trim() || undefined,
    rival: placeRival(folder, cargo),
    node: execFileSync("node", ["-p", "process.execPath"], { encoding: "utf8" }).trim(),
  };
}

/** As npm lays it out, with this machine's program. Gives its `dist`. */
function placePackage(folder: string, dist: string): string {
  const placed = join(folder, "dist");
  // Without the code that earlier runs of this build compiled: other commands call other functions.
  const filter = (path: string) => !path.endsWith(".compiled");
  for (const part of ["symposium.cjs", "sdk.js", "chunks", "bin", "plugins"])
    cpSync(join(dist, part), join(placed, part), { recursive: true, filter });
  cpSync(join(dist, "..", "package.json"), join(folder, "package.json"));
  placeNative(join(placed, "native"), join(dist, "native"));
  return placed;
}

function placeNative(placed: string, native: string): void {
  const own = join(native, PLATFORM);
  if (existsSync(own)) {
    cpSync(own, join(placed, PLATFORM), { recursive: true });
    return cpSync(join(native, LIST), join(placed, LIST));
  }
  // Builds had one program before they had one for each platform.
  mkdirSync(join(placed, PLATFORM), { recursive: true });
  cpSync(join(native, NATIVE_PROGRAM), join(placed, PLATFORM, NATIVE_PROGRAM));
  linkSync(join(placed, PLATFORM, NATIVE_PROGRAM), join(placed, NATIVE_PROGRAM));
}

/** A release has programs for other machines, too. */
function isRelease(dist: string): boolean {
  const list = join(dist, "native", LIST);
  return existsSync(list) && Object.keys(JSON.parse(readFileSync(list, "utf8")) as object).length > 1;
}

function findCargo(): string | undefined {
  const found = spawnSync("rustup", ["which", "cargo"], { encoding: "utf8" });
  if (found.status === 0) return found.stdout.trim();
  return spawnSync("which", ["cargo"], { encoding: "utf8" }).stdout.trim() || undefined;
}
