import { describe, expect, test } from "vitest";

import { NATIVE_EVENTS } from "../../../src/agents/native-events.ts";
import type { EventFacts } from "../../../src/agents/agent.ts";
import { entriesOf, lookUp, tableOf } from "../../../src/lookup.ts";
import { agentsUnderTest, inFolder, onePerEvent } from "../../conformance/agents.ts";
import { skillText } from "../../support/plugin.ts";
import { cargoHouse } from "../cargo-house.ts";
import { callHook } from "../hook-calls.ts";

const agents = await agentsUnderTest();

describe.each(agents)("$oracle.agent", ({ oracle, payloads }) => {
  const facts = lookUp(NATIVE_EVENTS, oracle.agent) ?? tableOf<EventFacts>({});
  const hearsLater = entriesOf(facts).some(([, { can }]) => can.context);
  const afterTools = entriesOf(facts).flatMap(([native, { event }]) => (event === "PostToolUse" ? [native] : []));
  const files = onePerEvent(payloads).filter(({ event }) => afterTools.includes(event));

  test.each(files)("PL-23 $event brings the skill of a dependency that just came, and tells the model where it listens", async (file) => {
    await using there = await cargoHouse({
      agents: [oracle.agent],
      dependencies: [],
      plugins: { tokio: { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') } },
    });
    await there.sync();
    there.depend(["tokio 1.40.0"]);
    const payload = inFolder(file.payload, there.project);
    const { stdout, stderr, trace } = await callHook(there, file.event, { agent: oracle.agent, whole: payload });
    const folders = [".claude/skills", ".agents/skills", ".kiro/skills", ".cursor/skills", ".windsurf/skills"];
    expect(folders.flatMap((folder) => (there.has(`project/${folder}`) ? there.installed(folder) : []))).toEqual(["tokio-help"]);
    const reading = await oracle.read(file.event, payload, { stdout, stderr, exitCode: 0 });
    const { context } = oracle.obeys(file.event, payload);
    if (context) expect(reading.context).toContain("tokio-help");
    else expect(trace.losses?.map(({ code }) => code) ?? []).toEqual(hearsLater ? ["context-held"] : []);
  });
});
