/** What we change in the engine of the native program (`scripts/native/engine`), in the engine alone. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { thisMachine } from "../../../src/host/machine.ts";
import { linkEngineAlone } from "../../../scripts/native/program.ts";
import { engineSources } from "../../../scripts/native/engine/sources.ts";
import { BUILD_CACHE, type Compiler, versionOf } from "../../../scripts/native/compiler.ts";

const compiler: Compiler = { command: process.env["CC"] ?? "cc", args: [], os: thisMachine().os };
const hasCompiler = process.platform !== "win32" && versionOf(compiler) !== undefined;
const engine = hasCompiler ? engineSources(BUILD_CACHE) : { missing: "a compiler" };

describe.skipIf("missing" in engine)("the engine", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "engine-"));
    if ("missing" in engine) return;
    const source = join(import.meta.dirname, "evaluate.c");
    await linkEngineAlone(engine, compiler, source, join(folder, "evaluate"));
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const evaluated = (script: string) => execFileSync(join(folder, "evaluate"), [script], { encoding: "utf8", timeout: 60_000 });

  test("finds a text that was put together in maps and sets, and its equal", () => {
    const script = `
      const found = [];
      const map = new Map(Array.from({ length: 1000 }, (_, at) => [at, at]));
      for (const letter of "abcdefgh") {
        const together = "x".repeat(5000) + letter.repeat(5000);
        const copy = JSON.parse(JSON.stringify(together));
        map.set(together, 1);
        found.push(map.get(copy), new Set([copy, ...map.keys()]).has("x".repeat(5000) + letter.repeat(5000)));
      }
      found.every(Boolean)`;
    expect(evaluated(script)).toBe("true");
  });

  const COLLIDING = `
    const [one, other] = [String.fromCharCode(0x4e01, 0x4e00), String.fromCharCode(0x4e00, 0x4e00 + 263)];
    const keys = Array.from({ length: 30000 }, (_, at) => Array.from({ length: 15 }, (_, bit) => (at >> bit & 1 ? one : other)).join(""));`;

  test("tells many keys of one hash apart, before and after it hashes them by chance", () => {
    const script = `${COLLIDING}
      const object = JSON.parse('{"usual":-1,' + keys.map((key, at) => JSON.stringify(key) + ":" + at) + "}");
      const map = new Map([["usual", -1], ...keys.map((key, at) => [key, at])]);
      for (let at = 0; at < keys.length; at += 2) {
        delete object[keys[at]];
        map.delete(keys[at]);
      }
      const right = (key, at) => at % 2 ? object[key] === at && map.get(key) === at : !(key in object) && !map.has(key);
      [keys.every(right), object.usual, map.get("usual"), map.size, Object.keys(object).length, Symbol.for("usual") === Symbol.for("usual")].join()`;
    expect(evaluated(script)).toBe("true,-1,-1,15001,15001,true");
  });

  test("takes no time to tell them apart", () => {
    const script = `${COLLIDING}
      const start = Date.now();
      JSON.parse("{" + keys.map((key) => JSON.stringify(key) + ":0") + "}");
      new Set(keys);
      Date.now() - start`;
    // It took ten seconds.
    expect(Number(evaluated(script))).toBeLessThan(3_000);
  });

  test("fills two objects of many keys in turns", () => {
    const script = `
      const [one, other] = [{}, {}];
      const start = Date.now();
      for (let at = 0; at < 30000; at++) one["k" + at] = other["k" + at] = at;
      Date.now() - start`;
    expect(Number(evaluated(script))).toBeLessThan(3_000);
  });
});
