/** Hook code asks the system through `src/host` alone (RT-35), so that another engine has to provide no more than that. */

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

/** What a hook call does not run itself: a refresh, a server or a command loads it, mostly to use the network or a package manager. */
const NOT_IN_A_CALL =
  /^(?:setup|servers|commands|files\/git|packages\/archives)\/|^files\/user-file\.ts$|^packages\/(?:\w+\/)+(?:acquire|made-lock|unpack-archived|search-registry|find-version)\.ts$|\/fetch\.ts$|open-server\.ts$|hooks-plugin/;

const FORBIDDEN = [
  /^import (?!type )[^;]*? from "node:(?!path")[^"]*";/m,
  /getBuiltinModule\("node:(?!path")/,
  /\bBuffer\b/,
  /process\.versions|globalThis/,
];

test("RT-35 no file of a hook call imports a module of Node, uses its buffers, or asks which engine runs it", () => {
  const found = hookCode().flatMap((file) => {
    const text = withoutComments(readFileSync(join(SRC, file), "utf8"));
    return FORBIDDEN.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.exec(text)?.[0]}`);
  });
  expect(found).toEqual([]);
});

test("RT-35 a file that breaks the rule would be noticed", () => {
  expect(hookCode()).toContain("hook/dispatch.ts");
  expect(hookCode()).toContain("index/rebuild.ts");
  for (const text of [
    'import { existsSync } from "node:fs";',
    "Buffer.from(text)",
    "process.versions.node",
    'process.getBuiltinModule("node:os")',
  ])
    expect(FORBIDDEN.some((pattern) => pattern.test(text))).toBe(true);
});

const IMPORT = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)";|import\("(\.[^"]+)"\)/gm;

/** From the hook program on, with what it loads when needed; without `host`. */
function hookCode(): readonly string[] {
  const found = new Set(["symposium-hook.ts"]);
  for (const file of found) {
    for (const [, plain, lazy] of readFileSync(join(SRC, file), "utf8").matchAll(IMPORT)) {
      const target = relative(SRC, join(SRC, file, "..", plain ?? lazy ?? "")).replaceAll("\\", "/");
      if (!NOT_IN_A_CALL.test(target)) found.add(target);
    }
  }
  return [...found].filter((file) => !file.startsWith("host/"));
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, "");
}
