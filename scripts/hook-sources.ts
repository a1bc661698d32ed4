/**
 * The sources of the hook program, and their digest. The index of hooks is bound to it: a change of the command line or of a guide leaves
 * an index valid, a change of anything a hook call runs does not.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ENTRY = "src/symposium-hook.ts";
const BESIDE = ["tsconfig.json", "scripts/build.ts", "scripts/plain-exports.ts", "scripts/when-called.ts"];
/** Static and dynamic imports of our own files; what is imported for its types alone is not part of the program. */
const IMPORT = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";|import\("(\.[^"]+)"\)|^import "(\.[^"]+)";/gm;

/** Everything the hook program is built from. The same for the same sources on any machine, whatever the bytes of the built program are there. */
export function programFingerprint(root: string): string {
  const { version, dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
    string,
    unknown
  >;
  const hash = createHash("sha256").update(JSON.stringify({ version, dependencies, devDependencies }));
  for (const path of [...hookSources(root), ...carriedAlong(root), ...BESIDE].toSorted())
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** The native program's host and how it is built. Launchers, and plugins for agents that take no commands: they are shipped as they are. */
function carriedAlong(root: string): readonly string[] {
  const below = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
  return [...below("src"), ...below("scripts/native")].filter((name) =>
    /\.(?:sh|cmd|js|c|h)$|^(?:src\/host\/quickjs|scripts\/native)\/.*\.ts$/.test(name),
  );
}

/** Every one of our files that a hook call may load, below the root. */
export function hookSources(root: string): readonly string[] {
  const found = new Set([ENTRY]);
  // Sets grow while they are walked, so what a file imports is read next.
  for (const path of found) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, plain, dynamic, bare] of text.matchAll(IMPORT)) {
      const target = plain ?? dynamic ?? bare ?? "";
      found.add(relative(root, join(root, dirname(path), target)).replaceAll("\\", "/"));
    }
  }
  return [...found];
}
