/** What the package contains of others: the bill of materials, and the licences. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { bundledPackages, nativeParts, noticesText } from "../../scripts/build-notices.ts";
import { sbomText } from "../../scripts/build-sbom.ts";
import { RELEASED_ENGINE } from "../../scripts/native/engine/sources.ts";
import { BUILD_CACHE } from "../../scripts/native/compiler.ts";
import { program } from "./programs.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

interface Bill {
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string; readonly hashes?: unknown }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const ENGINE = {
  name: "quickjs-ng",
  version: RELEASED_ENGINE.version,
  purl: RELEASED_ENGINE.purl,
  hashes: [{ alg: "SHA-256", content: RELEASED_ENGINE.digest }],
};

describe("what was built", () => {
  beforeAll(() => void program("symposium"));
  const built = (): Bill => JSON.parse(readFileSync(join(DIST, "sbom.json"), "utf8"));

  test("the bill of materials is about this version", () => {
    expect(built().metadata.component).toMatchObject({ name: manifest.name, version: manifest.version });
  });

  test("it names every package that our sources import", () => {
    const imported = importedPackages();
    expect(imported).toContain("valibot");
    const named = built().components.map(({ name }) => name);
    expect(imported.filter((name) => !named.includes(name))).toEqual([]);
  });

  test("its packages are those whose licences are handed on, in their versions", () => {
    const notices = readFileSync(join(DIST, "third-party-notices.txt"), "utf8");
    for (const { name, version } of built().components) expect(notices).toContain(`\n${name} ${version} (`);
  });

  test("it names the engine and its digest if there is a native program", () => {
    const engine = built().components.find(({ name }) => name === ENGINE.name);
    expect(engine).toEqual(existsSync(join(DIST, "native")) ? expect.objectContaining(ENGINE) : undefined);
  });
});

test("every module's package is in the bill, once, with its licence and address", () => {
  const modules = ["valibot/dist/index.mjs", "valibot/dist/other.mjs", "@stricli/core/dist/index.js"];
  const parts = bundledPackages([...modules.map((path) => join(ROOT, "node_modules", path)), join(ROOT, "src/main.ts")]);
  const bill: Bill = JSON.parse(sbomText(manifest, [...parts, ...nativeParts()]));
  const version = (name: string) => manifest.devDependencies[name] as string;
  expect(bill.components.slice(0, 3)).toMatchObject([
    { name: "@stricli/core", licenses: [{ expression: "Apache-2.0" }], purl: `pkg:npm/%40stricli/core@${version("@stricli/core")}` },
    { name: "valibot", licenses: [{ expression: "MIT" }], purl: `pkg:npm/valibot@${version("valibot")}` },
    ENGINE,
  ]);
  expect(bill.dependencies[0]?.dependsOn).toEqual(bill.components.map(({ purl }) => purl));
});

const kept = join(BUILD_CACHE, `quickjs-ng-${RELEASED_ENGINE.version}-${RELEASED_ENGINE.digest.slice(0, 12)}`);

test.runIf(existsSync(kept))("the notices have every copyright line of the engine's sources", () => {
  const lines = readdirSync(kept).flatMap((name) => readFileSync(join(kept, name), "utf8").match(/Copyright (?:\(c\)|©) \d.*$/gm) ?? []);
  expect(lines.length).toBeGreaterThan(10);
  const notices = noticesText(nativeParts());
  expect(lines.filter((line) => !notices.includes(line))).toEqual([]);
});

/** Without what is imported as a type. */
function importedPackages(): readonly string[] {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const specifiers = files.flatMap((path) =>
    [
      ...readFileSync(join(ROOT, "src", path), "utf8").matchAll(
        /^(?:import|export) (?!type )[^;]*? from "([^."][^"]*)";|import\("([^."][^"]*)"\)/gm,
      ),
    ].map(([, first, second]) => first ?? second ?? ""),
  );
  const packages = specifiers.filter((one) => !isBuiltin(one) && !one.includes(":"));
  return [...new Set(packages.map((one) => /^(?:@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? one))];
}
