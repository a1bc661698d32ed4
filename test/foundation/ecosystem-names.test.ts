import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { ecosystemFolders } from "../../scripts/generate-ecosystems.ts";
import { allPrefixes, ECOSYSTEMS } from "../../src/packages/list.ts";

const SRC = join(import.meta.dirname, "../../src");

/** Files that may name an ecosystem, and why; a folder ends with a slash. */
const EXCEPTIONS: Readonly<Record<string, readonly (readonly [path: string, reason: string])[]>> = {
  cargo: [
    ["packages/ecosystem.ts", "a bare name is a crate in the seed's dialect"],
    ["diagnose/package-info.ts", "the command crate-info"],
    ["commands/package-info.ts", "the command crate-info"],
    ["packages/programs/hook-environment.ts", "SYMPOSIUM_CARGO belongs to the Rust tool"],
    ["plugins/manifest/schema.ts", 'the seed\'s dialect: installations with source = "cargo"'],
  ],
  npm: [
    ["setup/check-for-update.ts", "new versions of Symposium come from npm"],
    ["setup/installers.ts", "new versions of Symposium come from npm"],
  ],
};

const GENERATED = ["packages/list.ts", "packages/markers.ts", "packages/programs/acquirers.ts", "packages/programs/list.ts"];

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !GENERATED.includes(path));

describe("PL-30 an ecosystem is known in its own folder only", () => {
  test.each(allPrefixes())("no other code names %s", (name) => {
    const own = [`packages/${name}/`, `packages/programs/${name}/`];
    const naming = files.filter(
      (path) => !own.some((folder) => path.startsWith(folder)) && names(name, readFileSync(join(SRC, path), "utf8")),
    );
    const exceptions = (EXCEPTIONS[name] ?? []).map(([path]) => path);
    const isIn = (path: string, exception: string) => path === exception || (exception.endsWith("/") && path.startsWith(exception));
    expect(naming.filter((path) => !exceptions.some((exception) => isIn(path, exception)))).toEqual([]);
    expect(exceptions.filter((exception) => !naming.some((path) => isIn(path, exception)))).toEqual([]);
  });

  test("the search sees names in texts, keys and identifiers, and not in comments or the command's name", () => {
    expect(names("cargo", 'if (ecosystem === "cargo") stop();')).toBe(true);
    expect(names("cargo", 'join(folder, "Cargo.toml")')).toBe(true);
    expect(names("cargo", "hint: `run \\`cargo fetch\\` in ${folder}`")).toBe(true);
    expect(names("cargo", "const cargoHome = 1;")).toBe(true);
    expect(names("cargo", "const CARGO_HOME = 1;")).toBe(true);
    expect(names("cargo", 'start("cargo agents"); /(?:^|s)cargo-agents/; // cargo\n/** Cargo */')).toBe(false);
    expect(names("go", 'if (ecosystem === "go") stop();')).toBe(true);
    expect(names("go", "const table = { go: 1 };")).toBe(true);
    expect(names("go", 'print("hook calls go by it"); const goal = "going";')).toBe(false);
  });

  test("every folder is listed under its name", () => {
    expect(ECOSYSTEMS.map(({ name }) => name)).toEqual(ecosystemFolders());
  });
});

const LITERAL_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** English words and names in examples: only a whole text or a whole identifier counts. */
const COMMON = ["npm", "pypi", "go"];

/** The commands `cargo agents` and `cargo-agents` do not count, nor do comments. */
function names(ecosystem: string, written: string): boolean {
  const source = written.replaceAll(/cargo[ -]agents/g, "");
  const literals = [...source.matchAll(LITERAL_OR_COMMENT)].flatMap(([, literal]) => (literal === undefined ? [] : [literal.slice(1, -1)]));
  const code = source.replaceAll(LITERAL_OR_COMMENT, "").replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_");
  const word = new RegExp(`(?<![a-z])${ecosystem}(?![a-z])`, "i");
  if (!COMMON.includes(ecosystem)) return word.test(code) || literals.some((literal) => word.test(literal));
  return new RegExp(`(?<![\\w.])${ecosystem}(?!\\w)`).test(code) || literals.includes(ecosystem);
}
