/** A lock file twice as long, asked twice as often, costs twice as many steps. A step is a call of a method of texts: no reader does anything without. */

import { expect, test } from "vitest";

import { readBunLock, readPackageLock } from "../../../src/packages/npm/json-locks.ts";
import type { Asked, ReadLock } from "../../../src/packages/npm/lock.ts";
import { readPnpmLock } from "../../../src/packages/npm/pnpm-lock.ts";
import { readSettings } from "../../../src/packages/npm/settings-yaml.ts";
import { readYarnLock } from "../../../src/packages/npm/yarn-lock.ts";

const COUNTED = [
  "slice",
  "indexOf",
  "lastIndexOf",
  "startsWith",
  "endsWith",
  "charCodeAt",
  "trim",
  "split",
  "replace",
  "includes",
] as const;

/** Calls, and letters that they copy or may have to look at. */
function stepsOf(work: () => void): number {
  const methods = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const before = COUNTED.map((name) => [name, methods[name]!] as const);
  let steps = 0;
  for (const [name, method] of before) {
    methods[name] = function counted(this: string, ...args: unknown[]) {
      steps += 1;
      const made = method.apply(this, args);
      if (typeof made === "string") steps += made.length;
      return made;
    };
  }
  try {
    work();
  } finally {
    for (const [name, method] of before) methods[name] = method;
  }
  return steps;
}

const numbers = (size: number) => Array.from({ length: size }, (_, n) => n);

function ask(read: ReadLock, asks: readonly (Partial<Asked> & { readonly key: string })[]): void {
  if (!read.ok) throw new Error(read.message);
  for (const asked of asks)
    read.lock.find({ place: "", member: undefined, name: asked.key, requirement: "*", meets: () => false, ...asked });
}

const deep = (size: number) =>
  numbers(size)
    .map(() => "d")
    .join("/");
const versions = (size: number) => numbers(size).map((n) => `p${n}`);
const patched = (n: number) => `"p${n}@patch:p${n}@npm%3A1#./p.patch::version=1":\n  version: 1\n  resolution: "p${n}@npm:1"\n`;

const READERS: Readonly<Record<string, (size: number) => () => void>> = {
  "package-lock.json: names that are nowhere, asked for in a deep folder": (size) => {
    const text = JSON.stringify({ lockfileVersion: 3, packages: { "": {}, "node_modules/x": { version: "1.0.0" } } });
    return () =>
      ask(
        readPackageLock(text),
        versions(size).map((key) => ({ key, place: deep(size) })),
      );
  },
  "package-lock.json: folders of packages at each level": (size) => {
    const places = numbers(size).map((n) => [
      `${numbers(n)
        .map(() => "d/")
        .join("")}node_modules/x${n}`,
      { version: "1.0.0" },
    ]);
    const text = JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(places) });
    // The names of the places are themselves as long as the square of their number.
    return () =>
      ask(
        readPackageLock(text),
        versions(size * size).map((key) => ({ key, place: deep(size) })),
      );
  },
  "yarn.lock: patches": (size) => {
    const text = `__metadata:\n  version: 8\n\n${numbers(size).map(patched).join("\n")}`;
    return () =>
      ask(
        readYarnLock(text),
        versions(size).map((key) => ({ key, requirement: `patch:${key}@npm%3A2#./p.patch` })),
      );
  },
  "yarn.lock: many descriptors of one long package": (size) => {
    const names = versions(size)
      .map((name) => `${name}@1`)
      .join(", ");
    const fields = numbers(size)
      .map((n) => `  f${n} "x"\n`)
      .join("");
    const text = `# yarn lockfile v1\n\n${names}:\n${fields}`;
    return () =>
      ask(
        readYarnLock(text),
        versions(size).map((key) => ({ key, requirement: "1" })),
      );
  },
  "yarn.lock: many quoted descriptors in one line": (size) => {
    const names = versions(size)
      .map((name) => `"${name}@1"`)
      .join(", ");
    return () => ask(readYarnLock(`# yarn lockfile v1\n\n${names}:\n  version "1"\n`), []);
  },
  "pnpm-lock.yaml": (size) => {
    const listed = versions(size)
      .map((name) => `      ${name}:\n        specifier: 1\n        version: 1.0.0\n`)
      .join("");
    const packages = versions(size)
      .map((name) => `  ${name}@1.0.0:\n    resolution: {integrity: x}\n`)
      .join("");
    const text = `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n${listed}packages:\n${packages}`;
    return () =>
      ask(
        readPnpmLock(text),
        versions(size).map((key) => ({ key, requirement: "1" })),
      );
  },
  "bun.lock": (size) => {
    const packages = Object.fromEntries(versions(size).map((name) => [name, [`${name}@1.0.0`, "", {}, "sha512-x"]]));
    const text = JSON.stringify({ lockfileVersion: 1, workspaces: { "": {} }, packages });
    return () =>
      ask(
        readBunLock(text),
        versions(size).map((key) => ({ key })),
      );
  },
  "settings: a list in brackets": (size) => () => void readSettings(`packages: [${versions(size).join(", ")}]\n`, new Set(["packages"])),
  "settings: quoted texts in a line with a comment": (size) => {
    const quoted = versions(size)
      .map((name) => `"${name}"`)
      .join(", ");
    return () => void readSettings(`packages: [${quoted}] # all\n`, new Set(["packages"]));
  },
};

test.each(Object.entries(READERS))("RT-28 %s", (_, reader) => {
  const [small, large] = [stepsOf(reader(40)), stepsOf(reader(160))];
  const factor = 4 * (_.includes("each level") ? 4 : 1);
  expect(large).toBeLessThanOrEqual(small * factor * 1.5);
});
