import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { atomList, hookFiles } from "../../../src/agents/opencode/hook-files.ts";
import type { Json } from "../../../src/model/json.ts";
import { times } from "../../support/thoroughness.ts";
import { form, loaded } from "./generated-plugin.ts";
import { CORPUS, tryCorpus, tryDocuments } from "./hook-file-cases.ts";

tryDocuments(hookFiles, [
  {
    name: "a matcher is a list in the document, and a text in a hook",
    document: { hooks: { "tool-execute-before": [{ matcher: ["bash", { mcp: { server: "github" } }], command: "./a", blocking: true }] } },
    hooks: [{ event: "tool-execute-before", matcher: '["bash",{"mcp":{"server":"github"}}]', entry: { command: "./a", blocking: true } }],
  },
  {
    name: "every field has a key",
    document: {
      hooks: {
        "session-idle": [
          {
            name: "n",
            command: "a",
            windows: "b",
            linux: "c",
            darwin: "d",
            cwd: "e",
            env: { F: "g" },
            timeout: 1.5,
            timeout_action: "block",
            async: true,
            status_message: "h",
            blocking: false,
          },
        ],
      },
    },
    hooks: [
      {
        event: "session-idle",
        entry: {
          name: "n",
          command: "a",
          windows: "b",
          linux: "c",
          darwin: "d",
          cwd: "e",
          env: { F: "g" },
          timeout: 1.5,
          timeout_action: "block",
          async: true,
          status_message: "h",
          blocking: false,
        },
      },
    ],
  },
]);

test.each([
  [[{ kind: "tool", name: "bash" }], '["bash"]'],
  [[{ kind: "any-mcp" }], '[{"mcp":{"server":"*"}}]'],
  [[{ kind: "mcp", server: "a", tool: "b" }], '[{"mcp":{"server":"a","tool":"b"}}]'],
  [[{ kind: "pattern", text: "^web" }], '[{"pattern":"^web"}]'],
] as const)("IX-5 the matcher of %j is %s", (atoms, text) => {
  expect(atomList.write(atoms)).toBe(text);
  expect(atomList.read(text)).toEqual(atoms);
});

test("IX-6 a pattern that JavaScript does not read has no matcher", () => {
  expect(atomList.write([{ kind: "pattern", text: "(?i)bash" }])).toBeUndefined();
});

tryCorpus(hookFiles, "opencode");

const HOSTILE = [
  '"',
  "'",
  "`",
  "${process.exit(9)}",
  "</script><script>",
  "\u2028\u2029",
  "\n\r\n",
  "\0",
  "*/ process.exit(9) /*",
  "//",
  "\\",
  "\\u0022);process.exit(9);//",
  '");process.exit(9);JSON.parse("',
  "\ud800",
  "$&$1$`",
  'const DOCUMENT = JSON.parse("{}");',
];
const hostile = fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string())).map((parts) => parts.join(""));

describe("IX-18 no value becomes code", () => {
  const wrap = (document: Json) => form.code?.wrap(document) ?? "";
  const LINE = /^const DOCUMENT = JSON\.parse\("(?:[ !#-[\]-~]|\\["\\nrtbf]|\\u[0-9a-f]{4})*"\);$/;
  const [before = [], after = []] = (() => {
    const lines = wrap({ hooks: {} }).split("\n");
    const at = lines.findIndex((line) => LINE.test(line));
    return [lines.slice(0, at), lines.slice(at + 1)];
  })();

  test("whatever the hooks are, only one string of the file differs, and it is found again", () => {
    fc.assert(
      fc.property(hostile, hostile, fc.jsonValue(), (name, command, more) => {
        const document = {
          hooks: { "tool-execute-before": [{ name, command, env: { [name]: command }, more: more as Json }], [name]: [] },
        } as Json;
        const text = wrap(document);
        const lines = text.split("\n");
        expect(lines.slice(0, before.length)).toEqual(before);
        expect(lines[before.length]).toMatch(LINE);
        expect(lines.slice(before.length + 1)).toEqual(after);
        expect(form.code?.unwrap(text)).toEqual(JSON.parse(JSON.stringify(document)));
      }),
      { numRuns: times({ sample: 100, all: 500, proof: 5000 }) },
    );
  });

  test("Node's parser takes every file", () => {
    const folder = mkdtempSync(join(tmpdir(), "symposium-plugins-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "hooks.mjs");
    for (const text of [HOSTILE.join(""), HOSTILE.toReversed().join("\n")]) {
      writeFileSync(
        file,
        wrap({ hooks: { "chat-message": [{ name: text, command: text }], [text]: [{ matcher: [text], command: text }] } }),
      );
      expect(spawnSync(process.execPath, ["--check", file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    }
  });

  test.each(HOSTILE.filter((text) => !/[\0\ud800]/.test(text)))("the command that runs is the one that was given: %j", async (text) => {
    const command = `printf %s '${text.replaceAll("'", "'\\''")}' > said; printf %s "$VALUE" > env`;
    const { hooks, read } = await loaded({ hooks: { "tool-execute-before": [{ name: text, command, env: { VALUE: text } }] } });
    await hooks["tool.execute.before"]?.({ tool: "bash", sessionID: "s", callID: "c" }, { args: {} });
    expect({ said: read("said"), env: read("env") }).toEqual({ said: text, env: text });
  });

  test("a hostile reason is thrown word for word, and a name with it", async () => {
    const reason = HOSTILE.filter((text) => text !== "\0" && text !== "\ud800").join("");
    const answer = JSON.stringify({ decision: "deny", reason }).replaceAll("'", String.raw`\u0027`);
    const { hooks } = await loaded({ hooks: { "tool-execute-before": [{ command: `printf %s '${answer}'` }] } });
    await expect(hooks["tool.execute.before"]?.({ tool: "bash", sessionID: "s", callID: "c" }, { args: {} })).rejects.toThrow(
      new Error(reason),
    );
  });

  test("a command that no system can run only warns", async () => {
    const { hooks, warnings } = await loaded({ hooks: { "tool-execute-before": [{ name: "n", command: "a\0b", blocking: true }] } });
    await hooks["tool.execute.before"]?.({ tool: "bash", sessionID: "s", callID: "c" }, { args: {} });
    expect(warnings).toEqual([expect.stringMatching(/^n: .*null bytes/)]);
  });

  test("a file that Symposium did not generate has no hooks to read", () => {
    const other = readFileSync(join(import.meta.dirname, "../../../src/agents/opencode/plugin.js"), "utf8");
    expect(form.code?.unwrap(other)).toBeUndefined();
  });
});

test.each(readdirSync(join(CORPUS, "opencode")))("IX-5 the plugin of corpus/opencode/%s contains it", (name) => {
  const document = JSON.parse(readFileSync(join(CORPUS, "opencode", name), "utf8")) as Json;
  expect(form.code?.unwrap(form.code.wrap(document))).toEqual(document);
});
