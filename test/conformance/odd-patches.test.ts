import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { partsOf } from "../../src/hook/shim/parts.ts";
import type { HookInput } from "../../src/model/input.ts";
import { isObject, type JsonObject } from "../../src/model/json.ts";
import { matchNames, toolCall } from "../../src/model/tool.ts";
import { ODD_PATCHES } from "../support/odd-patches.ts";
import { toolPayload } from "../support/tool-payload.ts";
import { agentsUnderTest } from "./agents.ts";

/** Where an agent's tool has the text of a patch. */
const INPUTS: Readonly<Record<string, (patch: string) => unknown>> = {
  codex: (patch) => ({ command: patch }),
  opencode: (patch) => ({ patchText: patch }),
  "copilot-cli": (patch) => patch,
  "vscode-copilot": (patch) => ({ input: patch, explanation: "" }),
};
const MEASURED = ["codex", "opencode", "copilot-cli"] as const;
const UNDER_TEST = await agentsUnderTest();

async function reader(agent: string, name = "apply_patch", inputs = INPUTS) {
  const under = UNDER_TEST.find(({ oracle }) => oracle.agent === agent);
  const hookTime = await loadHookTime(agent);
  if (under === undefined || hookTime === undefined) throw new Error(agent);
  return (patch: string) => {
    const { event, payload } = toolPayload(under, name, inputs[agent]?.(patch));
    const input = hookTime.read(payload as JsonObject, event);
    return { input, hookTime, files: isObject(input.toolInput) ? input.toolInput["files"] : undefined };
  };
}

describe.each(MEASURED)("RT-4 %s reads a patch as its own program does", (agent) => {
  test.each(ODD_PATCHES)("$name", async ({ text, isUnclear, [agent]: touched }) => {
    const { input, hookTime, files } = (await reader(agent))(text);
    expect(files).toEqual(expect.arrayContaining([...touched]));
    if (touched.length > 0) expect(isObject(input.toolInput) ? input.toolInput["file_path"] : undefined).toBe(touched[0]);
    if (isUnclear === true) expect(input.unclear).toMatch(/patch/);
    // A hook that was written for another agent is asked about each of them.
    const asked = partsOf(input, hookTime).map((part) => (isObject(part.input.toolInput) ? part.input.toolInput["file_path"] : undefined));
    expect(asked).toEqual(expect.arrayContaining([...touched]));
  });
});

test.each(ODD_PATCHES)("RT-4 an agent whose program is not known is read as any of them: $name", async ({ text, isUnclear, ...by }) => {
  const { input, files } = (await reader("vscode-copilot"))(text);
  const touched = MEASURED.flatMap((agent) => by[agent]).map((file) => file.trim());
  expect(files).toEqual(expect.arrayContaining(touched));
  if (isUnclear === true) expect(input.unclear).toMatch(/patch/);
});

test.each(Object.keys(INPUTS))("RT-4 %s: a heading in any disguise is a file or unclear", async (agent) => {
  const read = await reader(agent);
  const blank = fc.constantFrom("", " ", "\t", "\u00a0", "\u0085", "\ufeff", "\u200b", "  ");
  const heading = fc
    .tuple(blank, fc.constantFrom("***", "** *", "****"), blank, fc.constantFrom("Add", "update", "DELETE"), blank, blank, blank)
    .map(([front, stars, one, act, two, three, four]) => `${front}${stars}${one}${act}${two}File${three}:${four}.env`);
  fc.assert(
    fc.property(heading, (line) => {
      const { input, files } = read(`*** Begin Patch\n*** Add File: ok.txt\n+x\n${line}\n+y\n*** End Patch`);
      expect(JSON.stringify(files)).toContain(".env");
      const names = files as readonly string[];
      if (!names.some((name) => name.trim() === ".env")) expect(input.unclear).toMatch(/patch/);
    }),
  );
});

const inShell = async () => await reader("codex", "Bash", { codex: (command) => ({ command }) });

describe("RT-4 Codex applies a patch in a shell command as it applies any other", () => {
  const heredoc = (text: string, word = "'END'") => `apply_patch <<${word}\n${text}\nEND`;
  const HARMLESS = "*** Begin Patch\n*** Add File: x.txt\n+x\n*** End Patch";
  const pathIn = (input: HookInput) => (isObject(input.toolInput) ? input.toolInput["file_path"] : undefined);

  test.each(ODD_PATCHES)("$name", async ({ text, isUnclear, codex: touched }) => {
    for (const folder of ["", "sub/"]) {
      const command = folder === "" ? `${heredoc(text)}\n` : `cd sub && ${heredoc(text)}`;
      const { input, hookTime, files } = (await inShell())(command);
      const expected = touched.map((file) => folder + file);
      expect(matchNames(input.tool ?? toolCall("", undefined))).toEqual(expect.arrayContaining(["Bash"]));
      expect(files).toEqual(expect.arrayContaining(expected));
      if (expected.length > 0) expect(pathIn(input)).toBe(expected[0]);
      if (isUnclear === true) expect(input.unclear).toMatch(/patch/);
      const asked = partsOf(input, hookTime).map((part) => pathIn(part.input));
      expect(asked).toEqual(expect.arrayContaining(expected));
    }
  });

  test.each([
    ["a quoted word", heredoc(HARMLESS), ["x.txt"]],
    ["a word in double quotes", heredoc(HARMLESS, '"END"'), ["x.txt"]],
    ["a bare word, and nothing to put in", heredoc(HARMLESS, "END"), ["x.txt"]],
    ["the other name", heredoc(HARMLESS).replace("apply_patch", "applypatch"), ["x.txt"]],
    ["a folder in quotes", `cd 'my sub' && ${heredoc(HARMLESS)}`, ["my sub/x.txt"]],
    ["an absolute file behind a folder", `cd sub && ${heredoc(HARMLESS.replace("x.txt", "/etc/x"))}`, ["/etc/x"]],
  ])("it is followed: %s", async (_name, command, expected) => {
    const { input, files } = (await inShell())(command);
    expect(input.unclear).toBeUndefined();
    expect(files).toEqual(expected);
  });

  test.each([
    ["a value in a name", heredoc(HARMLESS.replace("x.txt", "$NAME"), "END")],
    ["a value among the lines", heredoc(HARMLESS.replace("+x", "$(cat more)"), "END")],
    ["a shell in a shell", `bash -lc "${heredoc(HARMLESS)}"`],
    ["an argument", `apply_patch '${HARMLESS}'`],
    ["an argument in one line", `apply_patch $'${HARMLESS.replaceAll("\n", "\\n")}'`],
    ["a pipe", `cat <<'EOF' | apply_patch\n${HARMLESS}\nEOF`],
    ["a folder of which only the shell knows", `cd "$OTHER" && ${heredoc(HARMLESS)}`],
    ["two folders", `cd a && cd b && ${heredoc(HARMLESS)}`],
    ["more behind it", `${heredoc(HARMLESS)}\ncat more | apply_patch`],
    ["a heredoc that ends early", heredoc(`*** Begin Patch\nEND\ncat more | apply_patch\n: <<'END'\n${HARMLESS}`)],
    ["a heredoc without an end", `apply_patch <<'OTHER'\n${HARMLESS}`],
  ])("a shell decides what it is, so guards deny: %s", async (_name, command) => {
    const { input } = (await inShell())(command);
    expect(input.unclear).toMatch(/apply_patch/);
    expect(matchNames(input.tool ?? toolCall("", undefined))).toEqual(expect.arrayContaining(["Bash", "Edit", "Write"]));
  });

  test("other commands are not edits", async () => {
    const { input, files } = (await inShell())("cat apply_patch.md");
    expect([files, input.unclear, input.tool?.also]).toEqual([undefined, undefined, undefined]);
  });

  test("a rewrite changes the command, and never the files beside it", async () => {
    const { input, hookTime } = (await inShell())(heredoc(HARMLESS));
    expect(hookTime.changedInput(input, { ...(input.toolInput as JsonObject), command: "true" })).toEqual({ command: "true" });
    expect(hookTime.changedInput(input, { file_path: "other.txt" })).toBeUndefined();
    expect(hookTime.changedInput(input, { files: ["other.txt"] })).toBeUndefined();
  });
});
