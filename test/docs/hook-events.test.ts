/** The page about hook events shows real inputs and outputs: each is read and written back by the runtime's own code. */

import { describe, expect, test } from "vitest";

import { hookTime } from "../../src/agents/symposium/payload.ts";
import { EVENT_NAMES, type EventName, EVENTS, isEventName } from "../../src/model/event.ts";
import { readSymposiumOutput, symposiumInput } from "../../src/model/handler-formats.ts";
import { isObject, type JsonObject } from "../../src/model/json.ts";
import type { Answer, Outcome } from "../../src/model/outcome.ts";
import { blocksOf, readPage } from "./markdown.ts";

interface Example {
  readonly at: string;
  readonly event: EventName;
  readonly value: JsonObject;
}

const page = "docs/reference/hook-events.md";
const examples = blocksOf(page)
  .filter(({ language, notRun }) => language === "json" && notRun === undefined)
  .map(({ line, text }) => exampleFrom(`line ${line}`, JSON.parse(text) as JsonObject));
const inputs = examples.filter(isInput);
const outputs = examples.filter((example) => !isInput(example));

describe("docs/reference/hook-events.md", () => {
  test("F18 has an input of every event, and outputs", () => {
    expect(new Set(inputs.map(({ event }) => event))).toEqual(new Set(EVENT_NAMES));
    expect(outputs.length).toBeGreaterThanOrEqual(4);
  });

  test.each(inputs)("F18 the input at $at is read and written back", ({ event, value }) => {
    const written = symposiumInput({ ...hookTime.read(value, event), event });
    expect(withoutCaller(written, event)).toEqual(withoutCaller(value, event));
  });

  test.each(outputs)("F18 the output at $at is read and written back", ({ event, value }) => {
    const reading = readSymposiumOutput(JSON.stringify(value), event);
    if (reading.kind !== "answer") throw new Error("it is not understood");
    const { stdout } = hookTime.encode(answerOf(reading.outcome), hookTime.read({}, event));
    expect(JSON.parse(stdout)).toEqual(value);
  });

  test("lists every event with its word", () => {
    const rows = [...readPage(page).matchAll(/^\| `(\w+)` \| `([\w-]+)` \|/gm)].map(([, name, word]) => [name, word]);
    expect(rows).toEqual(EVENT_NAMES.map((name) => [name, EVENTS[name].word]));
  });
});

function exampleFrom(at: string, value: JsonObject): Example {
  const [event = "", ...others] = Object.keys(value);
  if (!isEventName(event) || others.length > 0) throw new Error(`${page}, ${at}: neither an input nor an output of one event`);
  return { at, event, value };
}

function isInput({ event, value }: Example): boolean {
  const body = value[event];
  return isObject(body) && "session_id" in body;
}

/** The host adds these fields when it reads the example. */
function withoutCaller(value: JsonObject, event: EventName): JsonObject {
  const { agent: _agent, native: _native, ...body } = value[event] as JsonObject;
  return body;
}

function answerOf({ updatedInput, stop, ...outcome }: Outcome): Answer {
  return {
    ...outcome,
    ...(updatedInput === undefined ? {} : { toolInput: updatedInput }),
    ...(stop === undefined ? {} : { stop: { reason: stop.reason ?? "" } }),
  };
}
