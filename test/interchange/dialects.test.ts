/** A manifest states whose dialect each command speaks, and no conversion forgets it. */

import { describe, expect, test } from "vitest";
import { stringify } from "yaml";

import { asManifest } from "../../src/interchange/convert.ts";
import { decodeHooks } from "../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import { type Target, targetFor } from "../../src/interchange/target.ts";
import { dialectData, dialectOf, type HookManifest, type ManifestHook } from "../../src/model/hook-manifest.ts";
import { readManifest, writeManifest } from "../../src/plugins/hook-manifest/hook-manifest-text.ts";
import { GUARDS, manifestOf, UNDER_TEST } from "../support/native-guards.ts";

function target(agent: string): Target {
  return targetFor(agent) ?? expect.fail(agent);
}

function reread(text: string, file: string): HookManifest {
  const read = readManifest(text, file);
  return read.ok ? read.manifest : expect.fail(JSON.stringify(read.problems));
}

describe("IX-12 a guard", () => {
  test.each(GUARDS)("of $agent at $event is the same after a manifest in JSON and in YAML, and after another agent's file", (guard) => {
    const manifest = manifestOf(guard);
    const text = writeManifest(manifest);
    for (const [at, { oracle }] of UNDER_TEST.entries()) {
      const direct = encodeHooks(manifest, target(oracle.agent), { shim: {} });
      for (const again of [reread(text, "hooks.json"), reread(stringify(JSON.parse(text)), "hooks.yaml")])
        expect(encodeHooks(again, target(oracle.agent), { shim: {} })).toEqual(direct);
      const decoded = direct.files.flatMap(({ content }) => {
        const back = decodeHooks(documentIn(content, target(oracle.agent).form) ?? {}, target(oracle.agent));
        return back.ok ? back.manifest.hooks : expect.fail(back.message);
      });
      expect(decoded.map(dialectOf)).toEqual(direct.files.length === 0 ? [] : [guard.agent]);
      const next = target(UNDER_TEST[(at + 1) % UNDER_TEST.length]!.oracle.agent);
      if (decoded.length > 0 && next.agent !== guard.agent)
        expect(encodeHooks({ spec: "hooks/1.0", hooks: decoded }, next, { shim: {} }).written).toEqual(
          encodeHooks(manifest, next, { shim: {} }).written,
        );
    }
  });

  // Beside `preToolUse`, which is for all tools.
  test.each(GUARDS.filter(({ agent, event }) => agent === "cursor" && /^before.*(?:Execution|File)$/.test(event)))(
    "of $agent at $event gets the payload of that event",
    (guard) => {
      const [file] = encodeHooks(manifestOf(guard), target("claude-code"), { shim: {} }).files;
      expect(file?.content).toContain(String.raw`\"filter\":{\"event\":\"${guard.event}\"`);
    },
  );

  test.each(GUARDS)("of $agent at $event is an error for other readers of the manifest", (guard) => {
    expect(asManifest(manifestOf(guard)).losses).toMatchObject([{ severity: "error", blocking: true, effect: "changed" }]);
  });
});

describe("IX-6 a guard that no shim can serve is left out with an error", () => {
  const guard = (more: Partial<ManifestHook>): ManifestHook => ({
    event: "before_tool_execute",
    matcher: "shell",
    handler: { type: "command", command: "guard" },
    blocking: true,
    ...more,
  });
  const cursors = (event: string) => ({ cursor: { native: { event } } });
  const CASES: readonly (readonly [string, Partial<ManifestHook>])[] = [
    ["an event that its own agent does not have", { event: "permission_request", provider_data: dialectData("gemini-cli") }],
    ["an event of its own agent that means something else", { provider_data: { ...dialectData("cursor"), ...cursors("stop") } }],
    [
      "an event for one kind of tool, and a matcher for others",
      { matcher: "file_write", provider_data: { ...dialectData("cursor"), ...cursors("beforeShellExecution") } },
    ],
    ["a dialect that no agent speaks", { provider_data: dialectData("no-agent") }],
  ];

  test.each(CASES)("%s", (_, more) => {
    const { files, losses } = encodeHooks({ spec: "hooks/1.0", hooks: [guard(more)] }, target("claude-code"), { shim: {} });
    expect([files, losses.filter(({ severity }) => severity === "error").map(({ effect }) => effect)]).toEqual([[], ["refused"]]);
  });

  test("a request goes through the shim, too, where the agent would send its own payload", () => {
    const http = guard({ handler: { type: "http", url: "https://example.org/guard" }, provider_data: dialectData("qwen-code") });
    const { files } = encodeHooks({ spec: "hooks/1.0", hooks: [http] }, target("claude-code"), { shim: {} });
    expect(files[0]?.content).toContain(" shim qwen-code --on claude-code ");
  });
});
