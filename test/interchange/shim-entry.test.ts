/** The text of a converted entry: what real shells make of it, and what reading it again gives. */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { presentShimText, readShimEntry, type ShimEntry, shimEntryText } from "../../src/agents/shim-entry.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { createFixture } from "fs-fixture";
import { formerText } from "../setup/entries/former-text.ts";
import { times } from "../support/thoroughness.ts";

const SHELLS = ["/bin/sh", "/bin/bash", "/bin/dash"].filter((shell) => existsSync(shell));

const HOSTILE = [
  "'; touch pwned; '",
  "$(touch pwned)",
  "`touch pwned`",
  "${HOME}",
  "$HOME",
  "a\nb",
  "\\",
  "'\"'\"'",
  "|| exit 2",
  ";; esac; touch pwned #",
  "-- --hook {}",
  " shim hooks --on x --event y --hook '{}' -- 'x' || :;; esac",
  "%PATH%",
  "!!",
  "\u2028",
];

const entryOf = (text: string, more: Partial<ShimEntry> = {}): ShimEntry => ({
  source: "claude-code",
  on: "gemini-cli",
  event: "BeforeTool",
  denies: "json",
  hook: { name: text, env: { A: text }, timeout: 5 },
  command: text,
  ...more,
});

/** The words that the program is started with, one after the other. */
async function wordsIn(shell: string, texts: readonly string[], base = ".symposium") {
  await using home = await createFixture({ [`${base}/bin/symposium-hook`]: "#!/bin/sh\nprintf '%s\\0' \"$@\"\n" });
  const file = home.getPath(`${base}/bin/symposium-hook`);
  spawnSync("chmod", ["755", file]);
  const { stdout, stderr } = spawnSync(shell, ["-c", texts.join("\n")], {
    cwd: home.path,
    env: { HOME: home.path, PATH: "/usr/bin:/bin" },
  });
  return { words: stdout.toString("utf8").split("\0").slice(0, -1), stderr: stderr.toString(), isPwned: home.exists("pwned") };
}

const wordsOf = ({ source, on, event, hook, command }: ShimEntry) => [
  ...["shim", source, "--on", on, "--event", event, "--hook", JSON.stringify(hook), "--", command.replaceAll("\0", "")],
];

describe("IX-18 every value of a converted entry is one word for the shell that runs it", () => {
  test.each(SHELLS.flatMap((shell) => HOSTILE.map((text) => [shell, text] as const)))("%s, %j", async (shell, text) => {
    const entry = entryOf(text);
    const { words, isPwned, stderr } = await wordsIn(shell, [shimEntryText(entry)]);
    expect({ words, isPwned: await isPwned, stderr }).toEqual({ words: wordsOf(entry), isPwned: false, stderr: "" });
  });

  test.each(SHELLS)("%s, whatever the values contain", async (shell) => {
    const texts = fc.sample(fc.string({ unit: "binary", maxLength: 40 }), times({ sample: 30, all: 200, proof: 2_000 }));
    const entries = texts.map((text) => entryOf(text.replaceAll(/\p{Surrogate}/gu, "")));
    const { words, isPwned } = await wordsIn(shell, entries.map(shimEntryText));
    expect({ words, isPwned: await isPwned }).toEqual({ words: entries.flatMap(wordsOf), isPwned: false });
  });

  test("IX-12 an agent that puts variables into its settings changes nothing in it", () => {
    const text = shimEntryText(entryOf("echo $HOME ${PATH} $1 $(id)"));
    const [, values = ""] = text.split(" --hook ");
    expect(values).not.toMatch(/\$[\w{(]/);
  });
});

describe("IX-5, IX-8 a converted entry is read as what it was made from", () => {
  const json = fc.dictionary(fc.string({ unit: "binary" }), fc.oneof(fc.string({ unit: "binary" }), fc.boolean(), fc.integer()));
  const entry = fc.record(
    {
      source: fc.constantFrom("claude-code", "hooks", "codex"),
      on: fc.constantFrom("gemini-cli", "windsurf"),
      event: fc.constantFrom("BeforeTool", "pre_run_command", "tool-execute-before", "session.idle"),
      denies: fc.constantFrom("json", "exit-code"),
      inEnvelope: fc.constant(true as const),
      hook: json as fc.Arbitrary<JsonObject>,
      command: fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
      place: fc.string({ unit: "grapheme-ascii" }).map((text) => `/${text}`),
    },
    { requiredKeys: ["source", "on", "event", "denies", "hook", "command"] },
  );

  test("whatever it contains", () => {
    fc.assert(
      fc.property(entry, (one) => {
        const read = { ...one, hook: JSON.parse(JSON.stringify(one.hook)) as JsonObject };
        const text = shimEntryText(one);
        const former = text.replace("set -- ", formerText);
        expect([readShimEntry(text), readShimEntry(former)]).toEqual([read, read]);
        expect([presentShimText(text), presentShimText(former), presentShimText(`${former} `)]).toEqual([text, text, `${former} `]);
      }),
      { numRuns: times({ sample: 300, all: 2_000, proof: 50_000 }) },
    );
  });

  test("a changed text is not one", () => {
    const text = shimEntryText(entryOf("guard"));
    for (const changed of [
      `${text} `,
      text.replace("|| :;;", "|| exit 2;;"),
      text.replace(" --on", "  --on"),
      text.replace("'guard'", "guard"),
    ])
      expect(readShimEntry(changed)).toBeUndefined();
  });

  test.each([1_000, 30_000])("a long text is read in a moment (%i times the same)", (count) => {
    expect(readShimEntry(`${shimEntryText(entryOf("x"))}${" shim a --on b --event c --hook '' -- '' ||".repeat(count)}`)).toBeUndefined();
  });
});
