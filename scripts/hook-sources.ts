/**
 * What the hook programme is made of, and digests of its parts. Evidence from real agents and the index of hooks are bound to them: a
 * change of the command line or of a guide leaves them valid, a change of anything a hook call runs does not.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const ENTRY = "src/symposium-hook.ts";
const REGISTERING = ["src/sync/set-up.ts", "src/sync/uninstall.ts"];
const SYNCING = ["src/app/sync.ts"];
const BESIDE = ["tsconfig.json", "scripts/build.ts", "scripts/build-native.ts"];
/** Static and dynamic imports of our own files; what is imported for its types alone is not part of the programme. */
const IMPORT = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";|import\("(\.[^"]+)"\)|^import "(\.[^"]+)";/gm;

/** Everything the hook programme is built from. The same for the same sources on any machine, whatever the bytes of the built programme are there. */
export function programmeFingerprint(root: string): string {
  return fingerprintOf(root, sourcesOf(root, [ENTRY]));
}

/** What a hook call runs to answer; how skills are kept in step is left out. */
export function hookFingerprint(root: string): string {
  return fingerprintOf(root, sourcesOf(root, [ENTRY], isSync));
}

/** The same for everything that puts hooks into agents' files and takes them out, and for the hook programme with it. */
export function registrationFingerprint(root: string): string {
  return fingerprintOf(root, [...new Set([...sourcesOf(root, [ENTRY], isSync), ...sourcesOf(root, REGISTERING)])]);
}

/** Everything that makes and removes copies of skills. */
export function skillsFingerprint(root: string): string {
  return fingerprintOf(root, sourcesOf(root, [ENTRY, ...SYNCING]));
}

/** Whether a guard holds depends on all of it. */
function guardsFingerprint(root: string): string {
  return fingerprintOf(root, sourcesOf(root, [ENTRY, ...REGISTERING, ...SYNCING]));
}

/** The digests that results of each group are bound to. */
export function fingerprints(root: string): Readonly<Record<"hooks" | "registration" | "skills" | "guards", string>> {
  return {
    hooks: hookFingerprint(root),
    registration: registrationFingerprint(root),
    skills: skillsFingerprint(root),
    guards: guardsFingerprint(root),
  };
}

function isSync(path: string): boolean {
  return path.startsWith("src/sync/");
}

function fingerprintOf(root: string, sources: readonly string[]): string {
  const { version, dependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
    string,
    unknown
  >;
  const hash = createHash("sha256").update(JSON.stringify({ version, dependencies, devDependencies }));
  for (const path of [...sources, ...carriedAlong(root), ...BESIDE].toSorted())
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** Launchers, and plugins for agents that take no commands: they are shipped as they are. */
function carriedAlong(root: string): readonly string[] {
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.(?:sh|cmd|js)$/.test(name)).map((name) => `src/${name.replaceAll("\\", "/")}`);
}

/** Every file of ours that a hook call may load, below the root. */
export function hookSources(root: string): readonly string[] {
  return sourcesOf(root, [ENTRY]);
}

/** Without what `leavesOut` names, and what only that imports. */
function sourcesOf(root: string, entries: readonly string[], leavesOut: (path: string) => boolean = () => false): readonly string[] {
  const found = new Set(entries);
  // Sets grow while they are walked, so what a file imports is looked into next.
  for (const path of found) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, plain, dynamic, bare] of text.matchAll(IMPORT)) {
      const target = plain ?? dynamic ?? bare ?? "";
      const imported = relative(root, join(root, dirname(path), target)).replaceAll("\\", "/");
      if (!leavesOut(imported)) found.add(imported);
    }
  }
  return [...found];
}
