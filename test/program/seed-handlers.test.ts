/** Handlers as the documentation of the original shows them: written once, they work on every agent. */

import { describe, expect, test } from "vitest";

import { agentsUnderTest, type AgentUnderTest } from "../conformance/agents.ts";
import { BUILT, createHome } from "../support/home.ts";
import { plugin } from "../support/plugin.ts";
import { shellCall } from "./shell-call.ts";
import { fewer, inTurns } from "../support/thoroughness.ts";

const agents = await agentsUnderTest();
const starting = agents.flatMap(({ oracle, payloads }) => {
  const start = payloads.find(({ event, payload }) => oracle.means(event, payload) === "SessionStart");
  return start === undefined ? [] : [{ oracle, start, takes: oracle.obeys(start.event, start.payload).context }];
});

const REFUSAL = "Destructive rm -rf commands are not allowed";
const ADVICE = "This project uses tokio 1.x for async. Prefer spawn over block_on.";

const DENIAL = JSON.stringify({ PreToolUse: { decision: "deny", additionalContext: REFUSAL } });

/** Blocks `rm -rf`, once as a shell would do it and once with a parser. */
const BLOCKERS = {
  "block.sh": `input=$(cat)
case $input in
  *'"tool_name":"Bash"'*'"command":"'*'rm -rf'*) echo '${DENIAL}' ;;
esac
`,
  "block.js": `let text = "";
process.stdin.on("data", (part) => (text += part)).on("end", () => {
  const event = JSON.parse(text).PreToolUse;
  if (event.tool_name === "Bash" && event.tool_input.command.includes("rm -rf")) console.log('${DENIAL}');
});
`,
};

describe.each(BUILT)("as processes of %s", (form) => {
  describe.each(Object.keys(BLOCKERS))("the example that blocks destructive commands, as %s", (script) => {
    const manifest = `[[hooks]]\nname = "block"\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = { script = "${script}" }\n`;

    test.each(fewer(inTurns(agents, form, BUILT), 2))("RT-1 RT-5 blocks rm -rf and nothing else: $oracle.agent", async (agent) => {
      await using home = await createHome(plugin("block-destructive", manifest, BLOCKERS));
      await home.prepare();
      const ask = async (command: string) => {
        const { event, payload } = shellCall(agent, command);
        return agent.oracle.read(event, payload, await home.call(agent.oracle.agent, event, payload, { form }));
      };
      expect(await ask("cd / && rm -rf *")).toEqual({ blocked: true, reason: `${REFUSAL} (block-destructive/block)`, ignored: false });
      expect(await ask("cargo test")).toEqual({ blocked: false, ignored: true });
    });
  });

  test.each(inTurns(starting, form, BUILT))(
    "RT-1 the example that injects context at session start: $oracle.agent",
    async ({ oracle, start, takes }) => {
      const manifest = '[[hooks]]\nname = "inject"\nevent = "SessionStart"\ncommand = { script = "inject.sh" }\n';
      const files = { "inject.sh": `cat >/dev/null\necho '${JSON.stringify({ SessionStart: { additionalContext: ADVICE } })}'\n` };
      await using home = await createHome(plugin("inject-context", manifest, files));
      await home.prepare();
      const answer = await home.call(oracle.agent, start.event, start.payload, { form });
      const heard = takes ? { blocked: false, context: ADVICE, ignored: false } : { blocked: false, ignored: true };
      expect(await oracle.read(start.event, start.payload, answer)).toEqual(heard);
      expect(home.trace().at(-1)?.losses).toEqual(takes ? [] : [{ code: expect.stringMatching(/^context-(held|lost)$/) }]);
    },
  );

  /** Byte for byte what the Rust SDK writes: one line of JSON, nothing at all without an opinion, exit 1 for an error. */
  const sdk = (line: string) => `cat >/dev/null; printf '%s\\n' '${line}'`;

  test.each([
    ["deny", sdk(DENIAL), { blocked: true, reason: expect.stringContaining(REFUSAL) }],
    ["context", sdk('{"PreToolUse":{"additionalContext":"careful"}}'), { blocked: false, context: "careful" }],
    [
      "with_updated_input",
      sdk('{"PreToolUse":{"updatedInput":{"command":"ls -la"}}}'),
      { rewrittenTo: expect.objectContaining({ command: "ls -la" }) },
    ],
    ["no opinion", "cat >/dev/null", { blocked: false, ignored: true }],
    [
      "an error",
      "cat >/dev/null; echo 'symposium-hook: handler error: no such table' >&2; exit 1",
      { blocked: false, userMessage: expect.stringContaining("sdk/say") },
    ],
  ])("RT-2 what the Rust SDK prints is understood: %s", async (_, script, effect) => {
    const manifest = '[[hooks]]\nname = "say"\nevent = "PreToolUse"\ncommand = { script = "say.sh" }\n';
    await using home = await createHome(plugin("sdk", manifest, { "say.sh": script }));
    await home.prepare();
    const claude = agents.find(({ oracle }) => oracle.agent === "claude-code") as AgentUnderTest;
    const { event, payload } = shellCall(claude, "ls");
    expect(await claude.oracle.read(event, payload, await home.call("claude", event, payload, { form }))).toMatchObject(effect);
  });
});
