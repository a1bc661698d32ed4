import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";

import { describe, expect, test } from "vitest";

import { agentsUnderTest } from "../conformance/agents.ts";
import { BUILT, createHome } from "../support/home.ts";
import { inTurns, turnsOf } from "../support/thoroughness.ts";
import { hook, plugin, says } from "../support/plugin.ts";
import { context, SHELL, SILENT, speaker } from "./calling.ts";

const agents = await agentsUnderTest();
const starting = agents.flatMap(({ oracle, payloads }) => {
  const starts = payloads.filter(({ event, payload }) => oracle.means(event, payload) === "SessionStart");
  return starts.length === 0 ? [] : [{ oracle, starts }];
});

/** Prints what the shell makes of `text` as context. */
const tells = (text: string) => `cat >/dev/null; printf '{"PreToolUse":{"additionalContext":"%s"}}' "${text}"`;

describe.each(BUILT)("processes of a plugin through %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  const call = async (plugins: Parameters<typeof createHome>[0]) => {
    await using home = await createHome(plugins);
    return await home.call("claude", "PreToolUse", SHELL, { form });
  };

  test.runIf(isTurn())("F1 the JSON an inline script prints is context for the model", async () => {
    expect(await call(speaker())).toEqual(context());
  });

  test.runIf(isTurn())("F2 a command that names an installation runs it", async () => {
    const manifest = `
[[installations]]
name = "talk"
script = "talk.sh"

[[hooks]]
name = "say"
event = "PreToolUse"
command = "talk"
`;
    expect(await call(plugin("named", manifest, { "talk.sh": says({ additionalContext: "hello" }) }))).toEqual(context());
  });

  test.runIf(isTurn())("F4 arguments reach the script by position, whatever stands in them", async () => {
    const args = ["--strict", "two words", "", "$HOME `id` 'quoted'", "*", "é"];
    const manifest = `
[[hooks]]
name = "say"
event = "PreToolUse"
command = { script = "say.sh", args = ${JSON.stringify(args)} }
`;
    const script = tells("$#: $1|$2|$3|$4|$5|$6");
    expect(await call(plugin("args", manifest, { "say.sh": script }))).toEqual(context(`6: ${args.join("|")}`));
  });

  test.runIf(isTurn())("F7 an installation with nothing to run takes the hook's script", async () => {
    const manifest = `
[[installations]]
name = "bare"

[[hooks]]
name = "say"
event = "PreToolUse"
command = "bare"
script = "hooks/say.sh"
`;
    expect(await call(plugin("layers", manifest, { "hooks/say.sh": says({ additionalContext: "hello" }) }))).toEqual(context());
  });

  const helped = `
[[installations]]
name = "helper"
script = "tools/helper.sh"

[[hooks]]
name = "say"
event = "PreToolUse"
requirements = ["helper"]
command = { script = "hooks/say.sh" }
`;

  test.runIf(isTurn())("F8 RT-14 a requirement's variable holds an absolute path that runs", async () => {
    const script = 'cat >/dev/null; printf \'{"PreToolUse":{"additionalContext":"%s"}}\' "$SYMPOSIUM_helper|$(sh "$SYMPOSIUM_helper")"';
    await using home = await createHome(plugin("helped", helped, { "hooks/say.sh": script, "tools/helper.sh": "echo helps" }));
    const { stdout } = await home.call("claude", "PreToolUse", SHELL, { form });
    const [path = "", said] = JSON.parse(stdout).hookSpecificOutput.additionalContext.split("|");
    expect(isAbsolute(path)).toBe(true);
    expect({ path, said }).toEqual({ path: home.getPath("plugins/helped/tools/helper.sh"), said: "helps" });
  });

  test.runIf(isTurn())(
    "F20 RT-14 the folder of the command leads PATH, those of its requirements follow, then what was there",
    async () => {
      await using home = await createHome(plugin("helped", helped, { "hooks/say.sh": tells("$PATH"), "tools/helper.sh": "" }));
      const { stdout } = await home.call("claude", "PreToolUse", SHELL, { form });
      const folders = [home.getPath("plugins/helped/hooks"), home.getPath("plugins/helped/tools"), process.env["PATH"]];
      expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toMatch(new RegExp(`^${folders.join(":")}(:/[a-z/-]+)*$`));
    },
  );

  test.runIf(isTurn())("F31 a plugin gated on a package that is not there runs no hook, and the trace says why", async () => {
    const files = { "say.sh": says({ additionalContext: "hello" }) };
    await using home = await createHome({
      gated: { "SYMPOSIUM.toml": `name = "gated"\ncrates = ["no-such-crate"]\n${hook("say")}`, ...files },
    });
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(SILENT);
    const [line] = home.trace();
    expect(line?.ran).toEqual([]);
    expect(Object.entries(line?.skipped ?? {})).toEqual([[expect.stringMatching(/^inactive: .*no-such-crate/), ["gated/say"]]]);
  });
});

describe.each(BUILT)("stdout, stderr and exit code of %s for each agent", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.each(inTurns(starting, form, BUILT))(
    "F15 context of a plugin at session start, and a line in the trace: $oracle.agent",
    async ({ oracle, starts }) => {
      await using home = await createHome(
        plugin("greets", hook("greet", "SessionStart"), { "greet.sh": says({ additionalContext: "welcome" }, "SessionStart") }),
      );
      for (const { event, payload } of starts) {
        const takes = oracle.obeys(event, payload).context;
        const answer = await home.call(oracle.agent, "session-start", payload, { form });
        expect(await oracle.read(event, payload, answer)).toMatchObject(takes ? { context: "welcome" } : { ignored: true });
        expect(home.trace().at(-1)).toMatchObject({
          event: { neutral: "SessionStart" },
          ran: [{ hook: "greets/greet", exit: 0 }],
          losses: takes ? [] : [{ code: expect.stringMatching(/^context-(held|lost)$/) }],
        });
      }
    },
  );

  test.each(inTurns(agents, form, BUILT))(
    "F23–F25 without plugins there is nothing to say before a tool, after it and at a prompt: $oracle.agent",
    async ({ oracle, payloads }) => {
      await using home = await createHome();
      for (const neutral of ["PreToolUse", "PostToolUse", "UserPromptSubmit"]) {
        const file = payloads.find(({ event, payload }) => oracle.means(event, payload) === neutral);
        expect(await home.call(oracle.agent, file?.event ?? "", file?.payload ?? "", { form }), neutral).toEqual(SILENT);
      }
      expect(home.trace().map(({ event, problems }) => [event.neutral, problems])).toEqual([
        ["PreToolUse", []],
        ["PostToolUse", []],
        ["UserPromptSubmit", []],
      ]);
    },
  );

  test.runIf(isTurn())("F26 F27 RT-22 in our own format an answer with context is written with it, an empty one not at all", async () => {
    const said = { "SessionStart.sh": says({ additionalContext: "tokio 1.x" }, "SessionStart"), "PreToolUse.sh": says({}) };
    await using home = await createHome(plugin("notes", hook("SessionStart", "SessionStart") + hook("PreToolUse"), said));
    const input = (event: string) => ({ [event]: { tool_name: "Bash", tool_input: { command: "ls" }, session_id: null, cwd: home.path } });
    const started = await home.call("symposium", "session-start", input("SessionStart"), { form });
    expect(JSON.parse(started.stdout)).toEqual({ SessionStart: { additionalContext: "tokio 1.x" } });
    expect(await home.call("symposium", "pre-tool-use", input("PreToolUse"), { form })).toEqual(SILENT);
  });

  test.runIf(isTurn())("RT-25 SYMPOSIUM_HOOK_TRACE keeps what went in and out, on request", async () => {
    await using home = await createHome(speaker());
    const file = home.getPath("full trace.jsonl");
    await home.call("claude", "PreToolUse", SHELL, { form, env: { SYMPOSIUM_HOOK_TRACE: file } });
    await home.call("claude", "PreToolUse", SHELL, { form });
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: "PreToolUse", agent: "claude-code", input: SHELL, output: JSON.parse(context().stdout) },
    ]);
  });
});
