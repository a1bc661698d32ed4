/** Scripts of Claude Code, unmodified and as real processes, called as each agent calls them; the agent's oracle says what it does then. */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { agentsUnderTest, type AgentUnderTest, inFolder, type PayloadFile } from "../conformance/agents.ts";
import { type Payload, withToolInput } from "../oracles/oracle.ts";
import { BUILT, createHome, type Form } from "../support/home.ts";
import { manifestText } from "../support/plugin.ts";
import { copyScripts, shimTables } from "./fixtures.ts";

const agents = (await agentsUnderTest()).map((agent) => ({ name: agent.oracle.agent, agent }));
const canRun = ["jq", "python3", "node"].every((program) => spawnSync(program, ["--version"]).status === 0);

interface Call {
  readonly script: string;
  readonly agent: AgentUnderTest;
  readonly file: PayloadFile;
  readonly change?: (payload: Payload) => Payload;
  readonly form?: Form;
}

/** What the agent makes of the answer, and what Symposium recorded as lost. */
async function reading({ script, agent: { oracle }, file, change = (payload) => payload, form = "in-process" }: Call) {
  await using home = await createHome();
  const project = home.getPath("work");
  copyScripts(script, project);
  mkdirSync(home.getPath("plugins", "scripts"), { recursive: true });
  writeFileSync(home.getPath("plugins", "scripts", "SYMPOSIUM.toml"), manifestText("scripts", shimTables(script, project)));
  if (form !== "in-process") await home.prepare();
  const payload = change(inFolder(file.payload, project));
  const answer = await home.call(oracle.agent, file.event, JSON.stringify(payload), { form });
  const losses = home.trace().flatMap((line) => [...line.losses, ...line.ran.flatMap((one) => one.losses ?? [])].map(({ code }) => code));
  return { ...(await oracle.read(file.event, payload, answer)), losses };
}

/** The plainest: its name is the shortest. */
function fileOf({ oracle, payloads }: AgentUnderTest, event: string, kind = ""): PayloadFile | undefined {
  return payloads
    .toSorted((one, other) => one.name.length - other.name.length)
    .find((file) => oracle.means(file.event, file.payload) === event && file.name.endsWith(kind));
}

const running =
  ({ oracle }: AgentUnderTest, command: string) =>
  (payload: Payload) => {
    const input = oracle.toolInput(payload) as Payload;
    return withToolInput(oracle, payload, { ...input, [oracle.commandField ?? "command"]: command });
  };

/** Scripts that speak at an event whatever it is about. */
const TEXTS = [
  { script: "session-notes", event: "SessionStart", effect: "context", says: "Release freeze: no schema changes before Friday." },
  { script: "ticket-context", event: "UserPromptSubmit", effect: "context", says: "The open ticket is SYM-42" },
  { script: "tests-before-stop", event: "Stop", effect: "block", says: "Run them before you stop." },
] as const;

const LOST = { context: /^context-(?:held|lost)$/, block: /^deny-unsupported$/ };

describe.skipIf(!canRun).each(agents)("IX-15 unmodified, as a process, on $name", ({ agent }) => {
  const shell = fileOf(agent, "PreToolUse", ".shell") as PayloadFile;
  const force = running(agent, "git push --force origin main");

  test.each(["in-process", ...BUILT] as const)("exit code 2 blocks, with the reason from stderr (%s)", async (form) => {
    const read = await reading({ script: "force-push", agent, file: shell, change: force, form });
    expect(read).toMatchObject({ blocked: true, reason: expect.stringContaining("Push to a new branch instead.") as string });
  });

  test("what the script does not mind goes on", async () => {
    const read = await reading({ script: "force-push", agent, file: shell, change: running(agent, "git push origin main") });
    expect(read).toMatchObject({ blocked: false, ignored: true });
  });

  test("the older form of an answer blocks", async () => {
    const read = await reading({ script: "remove-guard", agent, file: shell, change: running(agent, "rm -rf build") });
    expect(read).toMatchObject({ blocked: true, reason: expect.stringContaining("rm -rf is off limits") as string });
  });

  test("a rewrite is taken, or the call is denied with the wanted form", async () => {
    const read = await reading({ script: "terraform-plan", agent, file: shell, change: running(agent, "terraform apply") });
    if (agent.oracle.obeys(shell.event, shell.payload).rewrite)
      expect(read.rewrittenTo).toMatchObject({ [agent.oracle.commandField ?? "command"]: "terraform plan" });
    else expect(read).toMatchObject({ blocked: true, reason: expect.stringContaining("terraform plan") as string });
  });

  const texts = TEXTS.flatMap((text) => {
    const file = fileOf(agent, text.event);
    return file === undefined ? [] : [{ ...text, file }];
  });

  test.each(texts)("$script: its text reaches the model, or is a loss", async ({ script, effect, says, file }) => {
    const read = await reading({ script, agent, file });
    const told = effect === "context" ? read.context : read.reason;
    if (agent.oracle.obeys(file.event, file.payload)[effect]) expect(told).toContain(says);
    else expect(read).toMatchObject({ ignored: true, losses: expect.arrayContaining([expect.stringMatching(LOST[effect])]) as string[] });
  });

  const again = fileOf(agent, "Stop", ".again");
  test.skipIf(again === undefined)("a script that looks at stop_hook_active lets the second stop pass", async () => {
    expect(await reading({ script: "tests-before-stop", agent, file: again as PayloadFile })).toMatchObject({ blocked: false });
  });
});
