import { describe, expect, test } from "vitest";

import type { HookFilePaths } from "../../src/agents/agent.ts";
import { answeringEntry } from "../../src/hook/answering-entry.ts";
import { temporaryHome } from "../support/temporary-home.ts";

const files: HookFilePaths = {
  user: [".caller/hooks/*.json"],
  project: [".caller/hooks.json", ".shared/*.json", ".claude/settings.json"],
  relocatedBy: [{ variable: "CALLER_HOME", from: ".caller", to: "." }],
};
const calling = (agent: string) =>
  JSON.stringify({ command: `[ ! -x "$1/bin/symposium-hook" ] || "$1/bin/symposium-hook" ${agent} PreToolUse || :` });

async function answering(tree: Record<string, string>, env: Record<string, string> = {}): Promise<string | undefined> {
  await using there = await temporaryHome({ files: tree });
  const moved = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, there.at(path)]));
  return answeringEntry("caller", files, { home: there.home, env: moved }, there.project);
}

describe("RT-23 the entry that answers an agent which reads the files of others", () => {
  const claudes = { "project/.claude/settings.json": calling("claude-code") };

  test("is its own, in the project or for the user, wherever else we are called", async () => {
    expect(await answering({ ...claudes, "project/.caller/hooks.json": calling("caller") })).toBe("caller");
    expect(await answering({ ...claudes, "home/.caller/hooks/a.json": "{}", "home/.caller/hooks/b.json": calling("caller") })).toBe(
      "caller",
    );
  });

  test("is another's where it has none", async () => {
    expect(await answering(claudes)).toBe("claude-code");
  });

  test("is the first in the order of its files where several are another's", async () => {
    expect(await answering({ ...claudes, "project/.shared/hooks.json": calling("sibling") })).toBe("sibling");
  });

  test("is none where there is no such file, or none of our calls in it", async () => {
    expect(await answering({})).toBeUndefined();
    const tree = { "project/.caller/hooks.json": '{"command":"lint"}', "home/.caller/hooks/notes.txt": calling("caller") };
    expect(await answering(tree)).toBeUndefined();
  });

  test("is read where a variable has moved the folder", async () => {
    const tree = { "home/.caller/hooks/a.json": calling("caller"), "moved/hooks/keep": "" };
    expect(await answering(tree, { CALLER_HOME: "moved" })).toBeUndefined();
    expect(await answering({ "moved/hooks/a.json": calling("caller") }, { CALLER_HOME: "moved" })).toBe("caller");
  });

  test("is read in the forms of other shells and systems", async () => {
    const text = JSON.stringify({ powershell: '& "$d\\bin\\symposium-hook.exe" caller preToolUse' });
    expect(await answering({ "project/.caller/hooks.json": text })).toBe("caller");
  });
});
