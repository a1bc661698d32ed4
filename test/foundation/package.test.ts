import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";

import { createFixture } from "fs-fixture";
import { parseAst } from "rolldown/parseAst";
import { beforeAll, describe, expect, test } from "vitest";

import { program } from "./programs.ts";

const ROOT = join(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(text("package.json"));

test("the lock file names no registry host", () => {
  expect(text("package-lock.json").match(/"resolved":.*/g)).toBeNull();
});

test("users install nothing besides the package", () => {
  expect(manifest.dependencies).toBeUndefined();
});

test("versions are exact, so that everyone builds the same", () => {
  for (const [name, version] of Object.entries(manifest.devDependencies)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
});

describe("what was built", () => {
  beforeAll(() => void program("symposium"));

  test.each(Object.entries<string>(manifest.bin))("the command %s can be started", (_name, path) => {
    expect(text(path)).toMatch(/^#!\/(usr\/bin\/env node|bin\/sh)\n/);
    expect(statSync(join(ROOT, path)).mode & 0o111).toBe(process.platform === "win32" ? 0 : 0o111);
  });

  test("every export is there", () => {
    const targets = Object.values(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target as object),
    );
    const missing = targets.filter((target) => !target.includes("*") && !existsSync(join(ROOT, target)));
    expect(missing).toEqual([]);
  });

  test("no file imports anything but its own parts and what Node has", () => {
    const files = readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" }).filter((path) => /\.c?js$/.test(path));
    const imported = files.flatMap((path) => importedBy(text(join("dist", path))));
    expect(imported).toContain("node:fs");
    expect(imported.filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier))).toEqual([]);
  });

  test("the licences of what it contains are handed on", () => {
    const notices = text("dist/third-party-notices.txt");
    for (const name of ["@stricli/core", "smol-toml", "valibot"]) expect(notices).toMatch(new RegExp(`^${name} [0-9.]+ \\(`, "m"));
  });

  test("the library works and its types hold for a strict user", async () => {
    const user = await createFixture({
      "use.ts":
        'import { eventFromWord, openContext, sync, type EventName } from "@symposium-agents/symposium";\n' +
        "export const planned = async () => (await sync(openContext(), { dryRun: true })).skills?.changes;\n" +
        'const name: EventName | undefined = eventFromWord("pre-tool-use");\nconsole.log(name);\n',
      "tsconfig.json": JSON.stringify({
        compilerOptions: { strict: true, module: "nodenext", target: "es2023", types: [], lib: ["es2023", "dom"] },
        files: ["use.ts"],
      }),
      "package.json": '{"type":"module"}',
      node_modules: { "@symposium-agents": { symposium: ({ symlink }) => symlink(ROOT, "dir") } },
    });
    try {
      const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
      execFileSync(process.execPath, [compiler, "--project", user.getPath("tsconfig.json")], { encoding: "utf8" });
      expect(execFileSync(process.execPath, [user.getPath("use.js")], { encoding: "utf8" })).toBe("PreToolUse\n");
    } finally {
      await user.rm();
    }
  });
});

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** By the parsed program: a library may contain code as text that imports something. */
function importedBy(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    const callee = node["callee"] as Node | undefined;
    const [argument] = (node.type === "CallExpression" && callee?.["name"] === "require" ? node["arguments"] : []) as Node[];
    const literal = (node["source"] ?? argument) as Node | undefined;
    const word = literal?.["value"] ?? (literal?.["quasis"] as readonly { value: { cooked: string } }[] | undefined)?.[0]?.value.cooked;
    if (typeof word === "string" && (argument !== undefined || /^(Import|Export)/.test(node.type))) found.push(word);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(source, { lang: "js" }));
  return found;
}
