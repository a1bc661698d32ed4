/** The library's functions for hooks (IX-19): data in, data out. */

import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../src/agents/hook-files-list.ts";
import { UserError } from "../../src/errors.ts";
import {
  decodeHooks,
  encodeHooks,
  explainHooks,
  type HookManifest,
  sentenceOf,
  validateHooks,
  verifyHooks,
  writeHooks,
} from "../../src/index.ts";

const MANIFEST: HookManifest = {
  spec: "hooks/1.0",
  hooks: [
    {
      name: "guard",
      event: "before_tool_execute",
      matcher: "shell",
      handler: { type: "command", command: "guard", timeout: 5 },
      blocking: true,
    },
    { event: "agent_stop", handler: { type: "command", command: "npm test" } },
  ],
};

const SETTINGS = '{\n  // comments are read\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "npm test"}]}]}\n}\n';

describe("IX-19 the library", () => {
  test("decodes an agent's file, whose it is by its path or as told", () => {
    const hooks = [{ event: "agent_stop", handler: { type: "command", command: "npm test" }, blocking: false }];
    expect(decodeHooks(SETTINGS, "auto", ".claude/settings.json")).toMatchObject({
      agent: "claude-code",
      manifest: { spec: "hooks/1.0", hooks },
    });
    expect(decodeHooks(SETTINGS, "claude")).toMatchObject({ agent: "claude-code", losses: [], manifest: { hooks } });
    expect(decodeHooks(JSON.stringify(MANIFEST))).toEqual({ manifest: MANIFEST, losses: [], warnings: [] });
  });

  test.each(HOOK_FILES.map(({ agent }) => agent))("encodes for %s, verifies, and reads it again", (agent) => {
    const { files, losses, written } = encodeHooks(MANIFEST, agent);
    expect(verifyHooks(MANIFEST, agent, files)).toBeUndefined();
    for (const loss of losses) expect(sentenceOf(loss)).toMatch(/^(?:guard|Hook 2) on .+\.$/);
    const commands = files.flatMap(({ path, content }) =>
      decodeHooks(content, agent, path).manifest.hooks.map(({ handler }) => handler.command),
    );
    for (const index of written) expect(commands).toContain(MANIFEST.hooks[index]?.handler.command);
  });

  test("verification says what differs", () => {
    const { files } = encodeHooks(MANIFEST, "claude", { noShim: true });
    const changed = files.map(({ path, content }) => ({ path, content: content.replace('"guard"', '"other"') }));
    expect(verifyHooks(MANIFEST, "claude", changed, { noShim: true })).toContain("are not the same when they are read again");
  });

  test("IX-8 verification says what differs behind the shim", () => {
    const { files } = encodeHooks(MANIFEST, "claude");
    expect(verifyHooks(MANIFEST, "claude", files)).toBeUndefined();
    const changed = files.map(({ path, content }) => ({ path, content: content.replace("'guard'", "'other'") }));
    expect(verifyHooks(MANIFEST, "claude", changed)).toContain("are not the same when they are read again");
  });

  test("validates JSON and YAML, and writes either version", () => {
    expect(validateHooks("{}").ok).toBe(false);
    const read = validateHooks(
      "spec: hooks/0.1\nhooks:\n  - event: agent_stop\n    handler: {type: command, command: x, platform: {darwin: y}}\n",
      "hooks.yaml",
    );
    if (!read.ok) throw new Error("not valid");
    expect(JSON.parse(writeHooks(read.manifest, { spec: "hooks/1.0" }))).toMatchObject({
      spec: "hooks/1.0",
      hooks: [{ handler: { platform: { osx: "y" } } }],
    });
  });

  test("explains every hook on every agent, or on some", () => {
    const all = explainHooks(MANIFEST);
    expect(all.map(({ hook }) => hook)).toEqual(["guard", "Hook 2"]);
    expect(all.every(({ agents }) => agents.length === HOOK_FILES.length)).toBe(true);
    const [guard] = explainHooks(MANIFEST, { to: ["claude", "windsurf"] });
    expect(guard?.agents.map(({ agent, entries }) => [agent, entries[0]?.event])).toEqual([
      ["claude-code", "PreToolUse"],
      ["windsurf", "pre_run_command"],
    ]);
  });

  test("an unknown agent is an error of the user's", () => {
    expect(() => encodeHooks(MANIFEST, "no-such-agent")).toThrow(UserError);
    expect(() => decodeHooks("{", "claude")).toThrow(UserError);
    expect(() => decodeHooks('{"spec": "hooks/1.0"}', "hooks")).toThrow(/`hooks` is missing/);
  });
});
