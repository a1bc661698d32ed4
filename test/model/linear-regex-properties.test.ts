import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";

import { matches } from "../../src/model/match-pattern.ts";
import { parsePattern } from "../../src/model/pattern.ts";
import { times } from "../support/thoroughness.ts";
import { mixture, wellFormed } from "./linear-regex-patterns.ts";

const RUNS = times({ quick: 500, sample: 1_500, all: 4_000, proof: 40_000 });
const TEXTS_PER_PATTERN = 6;

describe("RT-10 the matcher agrees with re2js", () => {
  test("on well-formed patterns: same answer for every text", () => {
    fc.assert(
      fc.property(wellFormed(), texts(), (pattern, samples) => {
        expect(ours(pattern, samples)).toEqual(theirs(pattern, samples));
      }),
      { numRuns: RUNS },
    );
  });

  test("on any mixture of special characters: same answer, or refused for a stated reason", () => {
    const accepted = { count: 0 };
    fc.assert(
      fc.property(mixture(), texts(), (pattern, samples) => {
        const answer = ours(pattern, samples);
        if (typeof answer === "string" && isStricter(pattern, answer)) return;
        if (typeof answer !== "string") accepted.count += 1;
        expect(typeof answer === "string" ? undefined : answer).toEqual(theirs(pattern, samples));
      }),
      { numRuns: RUNS },
    );
    expect(accepted.count).toBeGreaterThan(RUNS / 10);
  });
});

describe("RT-10 named classes and escapes hold the characters they hold in re2js", () => {
  const posix = "alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit".split(" ");
  const sets = [..."dswDSWaftnrv"].map((letter) => `\\${letter}`).concat(posix.flatMap((name) => [`[[:${name}:]]`, `[[:^${name}:]]`]));
  const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)).concat("\u212a", "\u{1f600}");

  test.each(sets.concat(sets.map((set) => `(?i)${set}`)))("%s", (set) => {
    expect(ours(set, characters)).toEqual(theirs(set, characters));
  });
});

describe("RT-10 no pattern does harm", () => {
  test("any text is a pattern or a problem at a place inside it", () => {
    const anything = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }), mixture());
    fc.assert(
      fc.property(anything, fc.string({ unit: "binary" }), fc.boolean(), (pattern, text, foldDashes) => {
        const parsed = parsePattern(pattern, { foldDashes });
        if (parsed.ok) expect(typeof matches(parsed.pattern, text)).toBe("boolean");
        else expect(parsed.at >= 0 && parsed.at <= pattern.length && parsed.message !== "").toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test("folding dashes, a text matches with either of them", () => {
    fc.assert(
      fc.property(wellFormed(), texts(), (pattern, samples) => {
        const folded = parsePattern(pattern, { foldDashes: true });
        if (!folded.ok) return;
        for (const sample of samples) {
          const answer = matches(folded.pattern, sample);
          expect(matches(folded.pattern, sample.replaceAll("-", "_"))).toBe(answer);
          expect(matches(folded.pattern, sample.replaceAll("_", "-"))).toBe(answer);
        }
      }),
      { numRuns: RUNS / 4 },
    );
  });
});

/** What is refused here although RE2 takes it: Rust's regex reads it differently, or no one needs it for names of tools. */
const STRICTER = [
  /^`\{` that counts nothing/,
  /in a class must be escaped$/,
  /^`\\.+` has no meaning here$/s,
  /^back references/,
  /^Unicode classes/,
  /^no flags given$/,
  /^this kind of group/,
];

function isStricter(pattern: string, message: string): boolean {
  // RE2 lets `a(?i)*` repeat the `a`.
  return STRICTER.some((reason) => reason.test(message)) || /\(\?[imsU-]+\)[*+?{]/.test(pattern);
}

function ours(pattern: string, samples: readonly string[]): readonly boolean[] | string {
  const parsed = parsePattern(pattern);
  return parsed.ok ? samples.map((sample) => matches(parsed.pattern, sample)) : parsed.message;
}

function theirs(pattern: string, samples: readonly string[]): readonly boolean[] | undefined {
  try {
    const compiled = RE2JS.compile(pattern);
    return samples.map((sample) => compiled.test(sample));
  } catch {
    return undefined;
  }
}

function texts(): fc.Arbitrary<string[]> {
  const unit = fc.constantFrom(..."aaabbABk_-09 \n.", "K", "ſ", "é", "É", "😀");
  return fc.array(fc.string({ unit, maxLength: 12 }), { minLength: TEXTS_PER_PATTERN, maxLength: TEXTS_PER_PATTERN });
}
