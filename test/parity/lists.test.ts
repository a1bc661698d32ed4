/** The lists of rule and acceptance IDs are complete, well formed and free of repeats. */

import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

interface Entry {
  readonly id: string;
  readonly says: string;
  readonly mark?: string;
}

const rules = read("rules.json");
const acceptance = read("acceptance.json");

const COUNTS: Readonly<Record<string, number>> = {
  ...{ RT: 40, PL: 32, RG: 26, PG: 20, MC: 12, IX: 20, AP: 8, DG: 16, RL: 17 },
  ...{ A: 25, B: 39, C: 2, D: 8, E: 38, F: 35, G: 17, H: 116, I: 87, J: 62, K: 44, L: 21, M: 24 },
};

describe("lists of IDs", () => {
  test("number every page from 1 without gaps or repeats", () => {
    const expected = Object.entries(COUNTS).flatMap(([page, count]) =>
      Array.from({ length: count }, (_, index) => (page.length === 1 ? `${page}${index + 1}` : `${page}-${index + 1}`)),
    );
    expect([...rules, ...acceptance].map(({ id }) => id)).toEqual(expected);
  });

  test("say each thing once, in one plain phrase", () => {
    const phrases = [...rules, ...acceptance].map(({ says }) => says);
    expect(new Set(phrases).size).toBe(phrases.length);
    expect(phrases.filter((phrase) => phrase.length < 12 || phrase.endsWith(".") || phrase.includes("\n"))).toEqual([]);
  });

  test("mark where an acceptance behaviour comes from", () => {
    expect(acceptance.filter(({ mark }) => !["seed", "S", "new"].includes(mark ?? ""))).toEqual([]);
  });
});

function read(name: string): Entry[] {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")) as Entry[];
}
