/** Patterns of the format find neutral names and the agent's own (IX-2, IX-6): the example of the format's own text guards files on every agent. */

import { describe, expect, test } from "vitest";

import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import { targetFor } from "../../src/interchange/target.ts";
import type { ManifestHook } from "../../src/model/hook-manifest.ts";
import { createHome } from "../support/home.ts";
import { UNDER_TEST } from "../support/native-guards.ts";
import { vectorsOf } from "./conformance/vectors.ts";
import { entriesIn, runs } from "./conformance/what-runs.ts";

const EXAMPLE: ManifestHook = {
  event: "before_tool_execute",
  matcher: { pattern: "file_(read|write|edit)" },
  handler: { type: "command", command: "echo NOT HERE >&2; exit 2" },
  blocking: true,
};
const MANIFEST = { spec: "hooks/1.0", hooks: [EXAMPLE] } as const;

const selects = vectorsOf("tools")[0]!.vector.selects;
const agents = UNDER_TEST.map(({ oracle }) => oracle.agent);
const WORDS = ["file_read", "file_write", "file_edit"];

describe("IX-6 the format's own example of a pattern", () => {
  test.each(agents)("runs on %s for every tool that reads, writes or edits, or is refused without the shim", (agent) => {
    const target = targetFor(agent)!;
    for (const options of [{}, { shim: {} }]) {
      const { files, losses } = encodeHooks(MANIFEST, target, options);
      const isRefused = losses.some(({ severity }) => severity === "error");
      expect(isRefused && "shim" in options).toBe(false);
      if (isRefused) continue;
      const entries = files.flatMap(({ content }) => entriesIn(documentIn(content, target.form)));
      for (const name of WORDS.flatMap((word) => selects[agent]?.[word] ?? []))
        expect([name, entries.some((entry) => runs(agent, entry, { name }))]).toEqual([name, true]);
    }
  });

  test.each(UNDER_TEST.map((one) => [one.oracle.agent, one] as const))(
    "IX-10 denies on %s as a plugin's hook",
    async (_, { oracle, payloads }) => {
      await using home = await createHome({ house: { "hooks.json": JSON.stringify(MANIFEST) } });
      const before = payloads.filter(({ event, payload }) => oracle.means(event, payload) === "PreToolUse");
      const kinds = { read: true, write: true, edit: true, shell: false, mcp: false };
      for (const [kind, isDenied] of Object.entries(kinds))
        for (const { name, event, payload } of before.filter((file) => file.name === `${file.event}.${kind}`))
          expect([name, (await oracle.read(event, payload, await home.call(oracle.agent, event, payload))).blocked]).toEqual([
            name,
            isDenied,
          ]);
    },
  );
});

describe("IX-6 a strategy that blocks without a rewrite", () => {
  const REWRITING: ManifestHook = { ...EXAMPLE, matcher: "shell", degradation: { input_rewrite: "block" } };

  test.each(agents)("is honoured on %s without `capabilities`", (agent) => {
    const target = targetFor(agent)!;
    const listed = { ...REWRITING, capabilities: ["input_rewrite"] };
    const effects = (hook: ManifestHook) =>
      encodeHooks({ spec: "hooks/1.0", hooks: [hook] }, target).losses.flatMap(({ capability, effect }) =>
        capability === undefined ? [] : [effect],
      );
    expect(effects(REWRITING)).toEqual(effects(listed));
  });
});
