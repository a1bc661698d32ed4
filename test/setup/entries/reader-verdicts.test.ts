/** What an agent's own reader does with a user's file that has something unusual in it: told, while the file keeps its bytes. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { ReaderVerdict } from "../../../src/agents/agent.ts";
import { household } from "../../commands/command-line.ts";
import { isWithin } from "./is-within.ts";
import { ourEntries } from "./our-entries.ts";
import { hookFileOf } from "./user-files.ts";
import { sampled } from "../../support/thoroughness.ts";

type Oddity = "comment" | "trailing comma" | "byte-order mark" | "CRLF";

const TEXTS: Readonly<Record<Oddity, string>> = {
  comment: '{\n  // mine\n  "mine": [1]\n}\n',
  "trailing comma": '{\n  "mine": [\n    1,\n  ]\n}\n',
  "byte-order mark": '\uFEFF{\n  "mine": [1]\n}\n',
  CRLF: '{\r\n  "mine": [1]\r\n}\r\n',
};

const NAMED: Readonly<Record<Oddity, string>> = {
  comment: "the comment in line 2",
  "trailing comma": "the comma before a closing bracket in line 3",
  "byte-order mark": "the byte-order mark at its start",
  CRLF: "",
};

const works = "works" satisfies ReaderVerdict;
const ignored = "file-ignored" satisfies ReaderVerdict;
const stops = "agent-stops" satisfies ReaderVerdict;

/** As measured with the agents, or read in their documentation. */
const VERDICTS: readonly (readonly [agent: string, title: string, Readonly<Record<Oddity, ReaderVerdict>>])[] = [
  ["claude-code", "Claude Code", { comment: ignored, "trailing comma": ignored, "byte-order mark": works, CRLF: works }],
  ["codex", "Codex CLI", { comment: ignored, "trailing comma": ignored, "byte-order mark": ignored, CRLF: works }],
  ["copilot-cli", "Copilot CLI", { comment: ignored, "trailing comma": ignored, "byte-order mark": ignored, CRLF: works }],
  ["cursor", "Cursor", { comment: works, "trailing comma": ignored, "byte-order mark": ignored, CRLF: works }],
  ["gemini-cli", "Gemini CLI", { comment: works, "trailing comma": stops, "byte-order mark": stops, CRLF: works }],
  ["goose", "goose", { comment: ignored, "trailing comma": ignored, "byte-order mark": ignored, CRLF: works }],
  ["kiro", "Kiro", { comment: ignored, "trailing comma": ignored, "byte-order mark": ignored, CRLF: works }],
  ["qwen-code", "Qwen Code", { comment: works, "trailing comma": stops, "byte-order mark": works, CRLF: works }],
  ["windsurf", "Windsurf", { comment: ignored, "trailing comma": ignored, "byte-order mark": ignored, CRLF: works }],
];

const SENTENCES: Readonly<Record<ReaderVerdict, ((title: string, what: string) => string) | undefined>> = {
  works: undefined,
  "file-ignored": (title, what) => `not active: ${title} ignores this whole file because of ${what}`,
  "agent-stops": (title, what) => `not active: ${title} ends with an error because of ${what}`,
};

describe.each(VERDICTS)("%s", (agent, title, verdicts) => {
  test.each(sampled(Object.keys(TEXTS) as Oddity[], () => agent, "sample"))(
    "RG-23 %s: our entry is put in, the bytes stay, and what the agent makes of it is reported",
    async (oddity) => {
      const path = hookFileOf(agent, "user");
      await using house = await household({ home: { [path]: TEXTS[oddity] } });
      const { exitCode, stdout } = await house.run(["init", "--add-agent", agent]);
      expect(exitCode).toBe(0);
      const sentence = SENTENCES[verdicts[oddity]]?.(title, NAMED[oddity]);
      expect(
        stdout
          .split("\n")
          .filter((line) => line.includes("not active:"))
          .map((line) => line.trim()),
      ).toEqual(sentence === undefined ? [] : [sentence]);
      const status = (await house.run(["status"])).stdout;
      if (sentence === undefined) expect(status).toMatch(/^working: /);
      else expect(status).toMatch(new RegExp(`^not working: [^]*\\n  ${title}: ${sentence.replace("not active: ", "")}`));

      const registered = readFileSync(join(house.home, path), "utf8");
      expect(ourEntries(agent, registered).every(({ count }) => count === 1)).toBe(true);
      expect(isWithin(Buffer.from(TEXTS[oddity]), Buffer.from(registered))).toBe(true);
      await house.run(["uninstall"]);
      expect(readFileSync(join(house.home, path), "utf8")).toBe(TEXTS[oddity]);
    },
  );
});
