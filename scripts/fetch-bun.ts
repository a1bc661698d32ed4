/** Bun's executable for another machine, from npm, kept for the next time. What arrives must be what the lock file names. */

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

export function fetchBun(root: string, target: string): string {
  const name = `@oven/bun-${target}`;
  const { version, integrity } = lockedAs(root, name);
  const cache = join(root, "node_modules/.cache/symposium-bun");
  const kept = join(cache, `${target}-${version}`);
  const executable = join(kept, "package/bin", target.startsWith("windows") ? "bun.exe" : "bun");
  if (existsSync(executable)) return executable;
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, "fetch-"));
  try {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const packed = execFileSync(npm, ["pack", `${name}@${version}`, "--json", "--pack-destination", scratch], {
      encoding: "utf8",
      cwd: scratch,
    });
    const file = join(scratch, fileIn(packed));
    const digest = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    if (digest !== integrity) throw new Error(`${name} ${version} is not what package-lock.json names: ${digest}`);
    execFileSync("tar", ["-xzf", file, "-C", scratch]);
    rmSync(file);
    renameSync(scratch, kept);
    return executable;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** npm 12 and later give an object by package name, earlier ones a list. */
function fileIn(packed: string): string {
  const told = JSON.parse(packed) as Record<string, { readonly filename: string }>;
  const [first] = Object.values(told);
  if (first === undefined) throw new Error("npm pack made no file");
  return first.filename.replace("@", "").replace("/", "-");
}

function lockedAs(root: string, name: string): { readonly version: string; readonly integrity: string } {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string }>>;
  };
  const entry = lock.packages[`node_modules/${name}`];
  if (entry === undefined) throw new Error(`package-lock.json does not name ${name}`);
  return entry;
}
