import { spawnSync } from "node:child_process";

import { describe, expect, test } from "vitest";

import { HOOK_FILES } from "../../../src/agents/hook-files-list.ts";
import { type HookManifest, STRATEGIES } from "../../../src/model/hook-manifest.ts";
import { agentsUnderTest } from "../../conformance/agents.ts";
import type { Oracle } from "../../oracles/oracle.ts";
import { encoded } from "./encoded.ts";
import { vectorsOf } from "./vectors.ts";
import { type Entry, entriesIn } from "./what-runs.ts";

const UNDER_TEST = await agentsUnderTest();

describe.each(vectorsOf("capabilities"))("$name: $vector.rule $vector.title", ({ vector }) => {
  const cases = vector.rows.flatMap((row) =>
    HOOK_FILES.flatMap(({ agent }) => [...STRATEGIES, "default" as const].map((strategy) => ({ agent, strategy, ...row }))),
  );

  test.each(cases)("$capability on $agent, strategy $strategy", ({ capability, agent, strategy, supported, hook, default: usual }) => {
    const degradation = strategy === "default" ? {} : { degradation: { [capability]: strategy } };
    const manifest = { spec: "hooks/1.0", hooks: [{ ...hook, ...degradation }] } as unknown as HookManifest;
    const { files, losses } = encoded(manifest, agent);
    const told = losses.filter((loss) => loss.capability === capability);
    const entries = Object.values(files).flatMap(entriesIn);
    if (supported.includes(agent)) {
      expect(told).toEqual([]);
      expect(Object.keys(files)).toHaveLength(1);
      return;
    }
    const chosen = strategy === "default" ? usual : strategy;
    const effect = vector.exceptions[capability]?.[chosen] ?? vector.effects[chosen];
    expect(told.map((loss) => [loss.strategy, loss.effect])).toEqual([[chosen, effect]]);
    if (effect === "excluded") expect(files).toEqual({});
    else expect(entries.length).toBeGreaterThan(0);
    if (effect === "blocks") expect(entries.map((entry) => denies(agent, entry))).not.toContain(false);
  });
});

/** The agent's own judge, written from measurements, says whether the answer of this command denies. OpenCode's plugin reads the format's own answers. */
function denies(agent: string, { event, entry }: Entry): boolean {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", String(entry["command"])], { input: "{}", encoding: "utf8" });
  if (agent === "opencode") return status === 0 && (JSON.parse(stdout) as { decision: string }).decision === "deny";
  const { oracle, payloads } = UNDER_TEST.find((one) => one.oracle.agent === agent)!;
  const { payload } = payloads.find((one) => one.event === event) ?? expect.fail(`no payload of ${agent} for ${event}`);
  return (oracle as Oracle).read(event, payload, { stdout, stderr, exitCode: status ?? -1 }).blocked;
}
