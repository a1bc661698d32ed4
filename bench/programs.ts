/**
 * The programs that are measured. All are copied into one folder first, so that a build in between changes nothing and
 * every file lies on the same disk.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildNative } from "../scripts/build-native.ts";
import { buildAll } from "../scripts/build.ts";

export interface Programs {
  /** Reads stdin, writes `{}`: what no native hook can be quicker than. */
  readonly echo: string;
  readonly native: string;
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
  readonly cargo: string;
  readonly npm: string;
  /** Absent where it is not on `PATH`. */
  readonly uv: string | undefined;
}

/** The checkout whose build is measured. */
export const CHECKOUT = join(dirname(fileURLToPath(import.meta.url)), "..");
const NATIVE = process.platform === "win32" ? "symposium-hook.exe" : "symposium-hook";

/** Another checkout must have been built: what it is built with is its own. */
export async function preparePrograms(folder: string, checkout = CHECKOUT): Promise<Programs> {
  if (checkout === CHECKOUT) await buildAll({ ifStale: true });
  const dist = join(checkout, "dist");
  mkdirSync(folder, { recursive: true });
  cpSync(join(dist, "native", NATIVE), join(folder, NATIVE));
  cpSync(join(dist, "bin"), join(folder, "node", "bin"), { recursive: true });
  const [emptyScript, emptyModule, sdkModule] = [join(folder, "empty.cjs"), join(folder, "empty.mjs"), join(folder, "sdk.mjs")];
  cpSync(join(dist, "sdk.js"), join(folder, "the-sdk.mjs"));
  writeFileSync(emptyScript, "");
  writeFileSync(emptyModule, "");
  writeFileSync(sdkModule, 'import "./the-sdk.mjs";\n');
  return {
    echo: buildEcho(join(folder, "echo")),
    native: join(folder, NATIVE),
    launcher: join(folder, "node", "bin", "symposium-hook"),
    script: join(folder, "node", "bin", "node", "hook.cjs"),
    emptyScript,
    emptyModule,
    sdkModule,
    command: placeCommand(join(folder, "package"), join(folder, NATIVE), dist),
    cargo: findCargo(),
    npm: execFileSync("which", ["npm"], { encoding: "utf8" }).trim(),
    uv: spawnSync("which", ["uv"], { encoding: "utf8" }).stdout.trim() || undefined,
    node: execFileSync("node", ["-p", "process.execPath"], { encoding: "utf8" }).trim(),
  };
}

function placeCommand(folder: string, native: string, dist: string): string {
  const placed = join(folder, "dist");
  // Commands of older checkouts are modules.
  const command = existsSync(join(dist, "symposium.cjs")) ? "symposium.cjs" : "symposium.js";
  // Without the code that earlier runs of this build compiled: other commands call other functions.
  const filter = (path: string) => !path.endsWith(".compiled");
  for (const part of [command, "chunks", "bin", "plugins"]) cpSync(join(dist, part), join(placed, part), { recursive: true, filter });
  cpSync(join(dist, "..", "package.json"), join(folder, "package.json"));
  mkdirSync(join(placed, "native"));
  linkSync(native, join(placed, "native", NATIVE));
  return join(placed, command);
}

function findCargo(): string {
  const found = spawnSync("rustup", ["which", "cargo"], { encoding: "utf8" });
  if (found.status === 0) return found.stdout.trim();
  return execFileSync("which", ["cargo"], { encoding: "utf8" }).trim();
}

const ECHO = `import { readFileSync, writeSync } from "node:fs";\nreadFileSync(0);\nwriteSync(1, "{}");\n`;

/** Built with the flags of the hook program, by the same function. */
function buildEcho(folder: string): string {
  const scratch = join(folder, "scratch");
  mkdirSync(scratch, { recursive: true });
  const entry = join(folder, "echo.ts");
  writeFileSync(entry, ECHO);
  buildNative({ entry, scratch, out: folder });
  return join(folder, NATIVE);
}
