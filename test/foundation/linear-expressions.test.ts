/**
 * An engine of regular expressions goes back, and nothing can interrupt it: a line of 1 MB in a clone's file would keep a guard from answering for hours. So no expression of
 * ours takes more than linear time, whatever text it is tried on.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseAst } from "rolldown/parseAst";
import { analyse } from "scslre";
import { expect, test, vi } from "vitest";

const SRC = join(import.meta.dirname, "../../src");

interface Expression {
  readonly source: string;
  readonly flags: string;
}

/** `Move`: each place of the text costs a way to its end. `Trade`, `Self`: two parts take the same characters in turns. */
function slownessOf({ source, flags }: Expression): readonly string[] {
  return analyse({ source, flags }, { reportTypes: { Move: true } }).reports.map(({ type }) => type);
}

function slowOnes(found: readonly (readonly [file: string, expression: Expression])[]): readonly string[] {
  return found.flatMap(([file, expression]) => {
    const slowness = slownessOf(expression);
    return slowness.length === 0 ? [] : [`${file}: /${expression.source}/${expression.flags}: ${slowness.join()}`];
  });
}

function literalsIn(node: unknown): readonly Expression[] {
  if (typeof node !== "object" || node === null) return [];
  const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
  return regex === undefined ? Object.values(node).flatMap(literalsIn) : [{ source: regex.pattern, flags: regex.flags }];
}

const SOURCES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((file) => [file, readFileSync(join(SRC, file), "utf8")] as const);

test("RT-28 every expression in the sources is linear", { timeout: 120_000 }, () => {
  const found = SOURCES.flatMap(([file, text]) => literalsIn(parseAst(text, { lang: "ts" })).map((one) => [file, one] as const));
  expect(found.length).toBeGreaterThan(800);
  expect(slowOnes(found)).toEqual([]);
});

test("RT-28 so is every expression that a file puts together when it is loaded", { timeout: 120_000 }, async () => {
  const made: [string, Expression][] = [];
  const construct = (target: typeof RegExp, [source, flags]: [string, string?]) => {
    const expression = new target(source, flags);
    const [, , caller = ""] = new Error().stack?.split("\n") ?? [];
    // Libraries limit what they read by other means.
    if (caller.includes("/src/")) made.push([caller.trim(), expression]);
    return expression;
  };
  vi.resetModules();
  vi.stubGlobal("RegExp", new Proxy(RegExp, { construct }));
  for (const [file, text] of SOURCES) if (text.includes("new RegExp(")) await import(join(SRC, file));
  vi.unstubAllGlobals();
  expect(made.length).toBeGreaterThan(10);
  expect(slowOnes(made)).toEqual([]);
});

test("a slow one is noticed", () => {
  for (const slow of [/\s+;/, /(?:a|a)*b/, /\/+$/, /^\s*\S*\s*$/]) expect(slownessOf(slow), slow.source).not.toEqual([]);
});
