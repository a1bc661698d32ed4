/** A team: a guard, a skill and a server in one repository, three agents, two people with homes and clones of their own, one change of each part. */

import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";

import { expect, test } from "vitest";

import { agentsUnderTest, inFolder } from "../conformance/agents.ts";
import { createHome, type Home } from "../support/home.ts";
import { says, skillText } from "../support/plugin.ts";
import { runInProcess } from "../support/run-in-process.ts";

const MANIFEST = `name = "house-rules"

[[hooks]]
name = "guard"
event = "PreToolUse"
matcher = "shell"
on-failure = "closed"
command = { script = "guard.sh" }

[[skills]]
source.path = "skills"

[[mcp_servers]]
name = "docs"
command = "node"
args = ["server.mjs"]
`;

const WORK = {
  ".git": { HEAD: "ref: refs/heads/main\n" },
  "SYMPOSIUM.toml": MANIFEST,
  "guard.sh": says({ decision: "deny", reason: "Not here." }),
  "server.mjs": "// one\n",
  skills: { deploy: { "SKILL.md": skillText("deploy") } },
};

const NAMES = { "claude-code": "claude", codex: "codex", "gemini-cli": "gemini" } as const;
const CONFIG = `${Object.values(NAMES)
  .map((name) => `[[agent]]\nname = "${name}"\n`)
  .join("")}[defaults]\nsymposium-recommendations = false\n`;

const person = () => createHome({}, { work: WORK, "config.toml": CONFIG });

function run(home: Home, ...args: string[]) {
  return runInProcess({ args, context: { ...home.services().context, cwd: home.getPath("work") } });
}

interface Shown {
  readonly digest: string;
  readonly runs: readonly { readonly name: string; readonly state: string }[];
}

async function shown(home: Home): Promise<Shown> {
  const { stdout } = await run(home, "trust", "show", "house-rules", "--json");
  return (JSON.parse(stdout) as { answer: { plugins: [Shown] } }).answer.plugins[0];
}

const states = async (home: Home) => Object.fromEntries((await shown(home)).runs.map(({ name, state }) => [name, state]));

const accept = async (home: Home) => run(home, "trust", "accept", "house-rules", "--digest", (await shown(home)).digest);

const UNDER_TEST = (await agentsUnderTest()).filter(({ oracle }) => oracle.agent in NAMES);

/** What each agent does with a shell command: the reason of the denial, or `allowed`. */
async function shell(home: Home): Promise<ReadonlySet<string>> {
  const reasons = new Set<string>();
  for (const { oracle, payloads } of UNDER_TEST) {
    const at = payloads.find(({ name, event, payload }) => name.endsWith(".shell") && oracle.means(event, payload) === "PreToolUse");
    if (at === undefined) throw new Error(`${oracle.agent} has no call of the shell`);
    const payload = inFolder(at.payload, home.getPath("work"));
    const { blocked, reason } = await oracle.read(at.event, payload, await home.call(oracle.agent, at.event, payload));
    reasons.add(blocked ? String(reason).replace(/^.*?(?=Not here|The hook)/s, "") : "allowed");
  }
  return reasons;
}

const BY_GUARD = new Set([expect.stringMatching(/^Not here\./)]);
const CHANGED = new Set([
  "The hook house-rules/guard denies this call: it changed since you accepted it (guard.sh); run `symposium trust accept house-rules` in a terminal",
]);

test("PL-17 PL-26 PL-27 a guard, a skill and a server of one repository, three agents, two people, one change of each", async () => {
  expect(UNDER_TEST).toHaveLength(3);
  await using ann = await person();
  await using ben = await person();
  await using ci = await person();
  const pull = (path: string, text: string) => {
    for (const home of [ann, ben, ci]) appendFileSync(home.getPath("work", path), text);
  };

  // Before a decision nothing runs, and `sync` names what waits.
  for (const home of [ann, ben]) {
    expect((await run(home, "sync")).stderr).toContain("`house-rules` waits for your consent");
    expect(await shell(home)).toEqual(new Set(["allowed"]));
  }
  const [ofAnn, ofBen] = [await shown(ann), await shown(ben)];
  expect(ofAnn.digest).toBe(ofBen.digest);
  for (const home of [ann, ben]) {
    expect(await accept(home)).toMatchObject({ exitCode: 0 });
    expect(await shell(home)).toEqual(BY_GUARD);
  }

  // Ann commits the digests: the runner, where nothing was decided, passes.
  await run(ann, "trust", "lock");
  const lock = () => {
    for (const home of [ben, ci]) copyFileSync(ann.getPath("work/symposium-trust.lock"), home.getPath("work/symposium-trust.lock"));
  };
  lock();
  expect(await run(ci, "sync", "--check")).toMatchObject({ exitCode: 0 });

  // The skill: nothing waits, and nothing denies.
  pull("skills/deploy/SKILL.md", "More.\n");
  for (const home of [ann, ben]) {
    expect(await states(home)).toEqual({ guard: "accepted", docs: "accepted" });
    expect(await shell(home)).toEqual(BY_GUARD);
  }
  expect(await run(ci, "sync", "--check")).toMatchObject({ exitCode: 0 });

  // The server: it waits alone, and the guard goes on.
  pull("server.mjs", "// two\n");
  for (const home of [ann, ben]) {
    expect(await states(home)).toEqual({ guard: "accepted", docs: "changed" });
    expect(await shell(home)).toEqual(BY_GUARD);
    expect((await run(home, "sync")).stderr).toContain(
      "server `docs` changed since you accepted it (server.mjs); run `symposium trust accept",
    );
  }
  expect(await run(ci, "sync", "--check")).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("server `docs`") });
  const text = (await run(ann, "trust", "show", "house-rules")).stdout;
  expect(text).toMatch(/changed\n +MCP server docs[^]*files +server\.mjs\n[^]*as you accepted it\n +hook guard/);
  await accept(ann);
  expect([await states(ann), await states(ben)]).toEqual([
    { guard: "accepted", docs: "accepted" },
    { guard: "accepted", docs: "changed" },
  ]);
  await run(ann, "trust", "lock");
  lock();
  expect(await run(ci, "sync", "--check")).toMatchObject({ exitCode: 0 });

  // The guard: it denies what it guarded on every agent of both, until each decides.
  pull("guard.sh", "# stricter\n");
  for (const home of [ann, ben]) expect(await shell(home)).toEqual(CHANGED);
  expect([await states(ann), await states(ben)]).toEqual([
    { guard: "changed", docs: "accepted" },
    { guard: "changed", docs: "changed" },
  ]);
  await accept(ann);
  expect(await shell(ann)).toEqual(BY_GUARD);
  expect(await shell(ben), "Ann's consent is not Ben's").toEqual(CHANGED);
  expect(await run(ben, "trust", "revoke", "house-rules", "--yes")).toMatchObject({ exitCode: 0 });
  expect(await shell(ben)).toEqual(new Set(["allowed"]));

  // Taking the guard out of the manifest disarms it for those who say so.
  writeFileSync(
    ann.getPath("work/SYMPOSIUM.toml"),
    readFileSync(ann.getPath("work/SYMPOSIUM.toml"), "utf8").replace(/\[\[hooks\]\][^[]*/, ""),
  );
  expect(await shell(ann)).toEqual(new Set([expect.stringContaining("it was removed or renamed since you accepted it")]));
  expect(await states(ann)).toEqual({ docs: "accepted" });
  await accept(ann);
  expect(await shell(ann)).toEqual(new Set(["allowed"]));
});
