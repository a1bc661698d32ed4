import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { isEventName } from "../../src/model/event.ts";

const SRC = join(import.meta.dirname, "../../src");

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("agents/"));

describe("what is special about an event is a column of the event table", () => {
  test("no code outside the table and the agents' folders names an event", () => {
    expect(files.filter((path) => namesEvent(readFileSync(join(SRC, path), "utf8")))).toEqual([]);
  });

  test("the search sees comparisons, lists and types, and not prose", () => {
    expect(namesEvent('if (event === "Stop") stop();')).toBe(true);
    expect(namesEvent('const EDGES = ["SessionStart"];')).toBe(true);
    expect(namesEvent('type Field<Event> = Event extends "SessionEnd" ? never : string;')).toBe(true);
    expect(namesEvent('text("The event, for example PreToolUse.")')).toBe(false);
  });
});

const LITERAL_OR_COMMENT = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/.*/g;

/** A text that is an event's name and nothing else. */
function namesEvent(source: string): boolean {
  return [...source.matchAll(LITERAL_OR_COMMENT)].some(([, literal = ""]) => isEventName(literal.slice(1, -1)));
}
