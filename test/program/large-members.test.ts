/** The native program parses a large member of a payload when a hook asks for it. What a hook sees, and what counts as valid, is as in Node. */

import { readFileSync, rmSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { type Answered, createHome, environmentOf, type Home, runProgram } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";

const LONG = "x".repeat(20_000);
const rows = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ({ id, 'a"b\\': [true, false, null, -1.5e-3, 0], é: "\u{1F600}" })));
const nested = (levels: number) => `${"[".repeat(levels)}"${LONG}"${"]".repeat(levels)}`;

/** The value of `tool_response`, and what may follow it. */
const VALID: Readonly<Record<string, string>> = {
  "a long text": `{"stdout":"${LONG}"}`,
  "a long text of escapes": `{"stdout":"${String.raw`\n\t\"\\\/\b\f\r\u00e9\ud83d\ude00`.repeat(1_000)}"}`,
  "a surrogate without its other half": `{"stdout":"${String.raw`\ud800`}${LONG}"}`,
  "many rows": rows,
  "many rows with space between": JSON.stringify(JSON.parse(rows), null, "\t\r\n "),
  "levels that are read": nested(1_900),
  "of two with one key the last, which is small": `{"stdout":"${LONG}"},"tool_response":{"stdout":"last"}`,
  "of two with one key the last, which is null": `{"stdout":"${LONG}"},"tool_response":null`,
  "of two with one key the last, which is large": `{"stdout":"first"},"tool_response":{"stdout":"${LONG}"}`,
  "beside another large member": `{"stdout":"a"},"__proto__":{"large":"${LONG}"},"other":["${LONG}"]`,
};

const INVALID: Readonly<Record<string, string>> = {
  "a line break in a text": `{"stdout":"${LONG}\n"}`,
  "an unknown escape": String.raw`{"stdout":"\x${LONG}"}`,
  "an escape of three digits": String.raw`{"stdout":"\u12g4${LONG}"}`,
  "a number with a zero in front": `["${LONG}",01]`,
  "a number without digits": `["${LONG}",-]`,
  "a number that ends with its dot": `["${LONG}",1.]`,
  "an exponent without digits": `["${LONG}",1e+]`,
  "a comma at the end": `["${LONG}",]`,
  "a key without a value": `{"stdout":"${LONG}","a"}`,
  "a word that JSON does not have": `["${LONG}",NaN]`,
  "a bracket too many": `["${LONG}"]]`,
  "another bracket": `["${LONG}"}`,
  "a null byte after it": `["${LONG}"]\0`,
  "levels without end": nested(2_100),
};

const FORMS = ["native-hook", "node-hook"] as const;

let home: Home;
beforeAll(async () => {
  home = await createHome(plugin("seer", hook("see", "PostToolUse"), { "see.sh": '#!/bin/sh\ncat > "$HOME/seen"\n' }));
});
afterAll(() => home[Symbol.asyncDispose]());

async function inEachForm(response: string): Promise<readonly { readonly answer: Answered; readonly seen: unknown }[]> {
  const call = {
    hook_event_name: "PostToolUse",
    session_id: "s",
    cwd: home.getPath("work"),
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const payload = `${JSON.stringify(call).slice(0, -1)},"tool_response":${response}}`;
  const found = [];
  for (const form of FORMS) {
    rmSync(home.getPath("seen"), { force: true });
    const answer = await runProgram(program(form), ["claude-code", "PostToolUse"], payload, environmentOf(home.path), home.getPath("work"));
    found.push({ answer, seen: seenBy() });
  }
  return found;
}

function seenBy(): unknown {
  try {
    return JSON.parse(readFileSync(home.getPath("seen"), "utf8"));
  } catch {
    return undefined;
  }
}

describe("RT-21 a large member of a payload", () => {
  test.each(Object.entries(VALID))("%s", async (_, response) => {
    const [native, node] = await inEachForm(response);
    expect(native?.seen).toMatchObject({ PostToolUse: {} });
    expect(native).toEqual(node);
  });

  test.each(Object.entries(INVALID))("invalid: %s", async (_, response) => {
    const [native, node] = await inEachForm(response);
    expect(native?.seen).toBeUndefined();
    expect(native).toEqual(node);
  });
});
