/** A guard with a matcher of its own agent, on another: where it ran for a tool of the one, it runs for the same tool of the other, or is an error. */

import { describe, expect, test } from "vitest";

import { decodeHooks } from "../../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../../src/interchange/encode.ts";
import { documentOf, matchersOf, PAIRS, toolsOf } from "../../support/native-matchers.ts";
import { targetOf } from "./encoded.ts";
import { entriesIn, runs } from "./what-runs.ts";

/** Tools for which the guard ran, and runs no more. */
function unguarded(from: string, to: string, matcher: string): readonly string[] {
  const document = documentOf(from, matcher, "check");
  const decoded = decodeHooks(document, targetOf(from));
  if (!decoded.ok) return expect.fail(decoded.message);
  const { files, losses } = encodeHooks(decoded.manifest, targetOf(to), { shim: {} });
  if ([...decoded.losses, ...losses].some(({ severity }) => severity === "error")) return [];
  const entries = files.flatMap(({ content }) => entriesIn(documentIn(content, targetOf(to).form)));
  const [own] = entriesIn(document);
  const guarded = new Set(toolsOf(from).flatMap(({ word, tool }) => (runs(from, own!, tool) ? [word] : [])));
  return toolsOf(to).flatMap(({ word, tool }) => (guarded.has(word) && !entries.some((entry) => runs(to, entry, tool)) ? [tool.name] : []));
}

describe("IX-6 a guard with a matcher of its own agent", () => {
  test.each(PAIRS)("$from runs on $to for the same tools, or is an error", ({ from, to }) => {
    const lost = matchersOf(from).map((matcher) => ({ matcher, unguarded: unguarded(from, to, matcher) }));
    expect(lost.filter((one) => one.unguarded.length > 0)).toEqual([]);
  });
});
