/** A guard whose matcher its target cannot say denies the tools that it is for: our shim tests the matcher, by the names of the guard's own agent. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { describe, expect, test } from "vitest";

import { loadHookTime } from "../../src/agents/find-agent.ts";
import { decodeHooks } from "../../src/interchange/decode.ts";
import { documentIn, encodeHooks } from "../../src/interchange/encode.ts";
import { targetFor } from "../../src/interchange/target.ts";
import { entriesIn, runs } from "../interchange/conformance/what-runs.ts";
import { createHome, type Home } from "../support/home.ts";
import { UNDER_TEST } from "../support/native-guards.ts";
import { documentOf, matchersOf, PAIRS, toolsOf } from "../support/native-matchers.ts";
import { sampled } from "../support/thoroughness.ts";
import { toolPayload } from "../support/tool-payload.ts";
import { placeProgram, runEntry } from "./converted-entry.ts";

const GUARD = "cat >/dev/null; echo NOT HERE >&2; exit 2";

const cases = PAIRS.filter(({ to }) => UNDER_TEST.some(({ oracle }) => oracle.agent === to)).flatMap(({ from, to }) =>
  matchersOf(from).flatMap((matcher) => {
    const document = documentOf(from, matcher, GUARD);
    const [own] = entriesIn(document);
    const guarded = new Set(toolsOf(from).flatMap(({ word, tool }) => (tool.mcp !== undefined && runs(from, own!, tool) ? [word] : [])));
    // Payloads of any tool of a server can be made.
    return toolsOf(to).flatMap(({ word, tool }) => (guarded.has(word) ? [{ from, to, matcher, document, tool }] : []));
  }),
);

describe("IX-6 IX-12 the process of our shim, before a guard,", () => {
  test.each(sampled(cases, ({ from, to }) => `${from} ${to}`))(
    "of $from for $matcher denies $tool.name on $to, or is an error",
    async (one) => {
      const target = targetFor(one.to) ?? expect.fail(one.to);
      const decoded = decodeHooks(one.document, targetFor(one.from)!);
      if (!decoded.ok) return expect.fail(decoded.message);
      const { files, losses } = encodeHooks(decoded.manifest, target, { shim: {} });
      if ([...decoded.losses, ...losses].some(({ severity }) => severity === "error")) return;
      const entries = files.flatMap(({ content }) => entriesIn(documentIn(content, target.form)));
      const found = entries.find((entry) => runs(one.to, entry, one.tool));
      const command = String(found?.entry[target.form.fields.command] ?? found?.entry["bash"] ?? expect.fail("no entry runs"));
      const { oracle, ...rest } = UNDER_TEST.find((each) => each.oracle.agent === one.to)!;
      const server = one.tool.mcp!.server;
      const { event, payload } = toolPayload({ oracle, ...rest }, one.tool.name, { a: 1 }, server);
      await using home = await createHome();
      await configureServer(home, one.to, server);
      placeProgram(home, "native-hook");
      expect((await oracle.read(event, payload, await runEntry(home, command, payload))).blocked).toBe(true);
    },
  );
});

/** Where a tool's name does not say which server it is of, the agent's own file of servers does. */
async function configureServer({ path: home, getPath }: Home, agent: string, server: string): Promise<void> {
  const file = (await loadHookTime(agent))?.mcpServerFiles?.({ home, env: {} }, getPath("work")).at(-1);
  if (file === undefined) return;
  mkdirSync(dirname(file.path), { recursive: true });
  writeFileSync(file.path, JSON.stringify({ [file.key]: { [server]: { command: "server" } } }));
}
