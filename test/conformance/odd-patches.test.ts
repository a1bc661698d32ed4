import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/hook-time.ts";
import { isObject, type JsonObject } from "../../src/canonical/json.ts";
import { partsOf } from "../../src/runtime/shim-parts.ts";
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

async function reader(agent: string) {
  const under = UNDER_TEST.find(({ oracle }) => oracle.agent === agent);
  const hookTime = await loadHookTime(agent);
  if (under === undefined || hookTime === undefined) throw new Error(agent);
  return (patch: string) => {
    const { event, payload } = toolPayload(under, "apply_patch", INPUTS[agent]?.(patch));
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

test.each(Object.keys(INPUTS))("RT-4 %s: a heading in any disguise is a file or a unclear", async (agent) => {
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
