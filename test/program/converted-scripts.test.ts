/** A guard whose command names its script by a relative path denies wherever it is converted to: the script is run, from the project. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { targetFor } from "../../src/interchange/target.ts";
import { type Household, household } from "../commands/command-line.ts";
import { inFolder } from "../conformance/agents.ts";
import { entriesIn } from "../interchange/conformance/what-runs.ts";
import { agreeToInstall } from "../support/agree-to-install.ts";
import { createHome, environmentOf, runProgram } from "../support/home.ts";
import { callOf, UNDER_TEST } from "../support/native-guards.ts";
import { sampled } from "../support/thoroughness.ts";
import { placeProgram } from "./converted-entry.ts";

const SCRIPT = "#!/bin/sh\ncat >/dev/null\necho NOT HERE >&2\nexit 2\n";

/** As people write it in an agent's file, where it is found from the project; the script is `hooks/guard.sh`. */
const COMMANDS = ["./hooks/guard.sh", "hooks/guard.sh --strict", "hooks/../hooks/guard.sh", "sh hooks/guard.sh"];

/** Where a manifest is written, and read again; `-` for stdout, put into another folder. */
const PLACES = ["hooks.json", "out/hooks.json", "with blank/hooks.json", "hooks/", "-"];

const TARGETS = ["claude-code", "gemini-cli"];

const claudes = (command: string) => JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });
const manifest = (command: string) =>
  JSON.stringify({ spec: "hooks/1.0", hooks: [{ event: "before_tool_execute", blocking: true, handler: { type: "command", command } }] });

async function house(files: Readonly<Record<string, string>>): Promise<Household> {
  const there = await household({
    home: { ".symposium": { "config.toml": TARGETS.map((name) => `[[agent]]\nname = "${name}"\n`).join("") } },
  });
  mkdirSync(join(there.project, "with blank"));
  for (const [path, text] of Object.entries(files)) write(join(there.project, path), text);
  placeProgram({ path: there.home } as Parameters<typeof placeProgram>[0], "native-hook");
  return there;
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** Converts to a manifest at this place, and gives its path. */
async function converted(there: Household, files: readonly string[], place: string): Promise<string> {
  const output = place === "-" ? [] : ["-o", place];
  const { stdout, stderr, exitCode } = await there.run(["hooks", "convert", "--to", "hooks", ...output, ...files]);
  expect([exitCode, stderr.includes("error")]).toEqual([0, false]);
  if (place === "-") write(join(there.project, "far/away.json"), stdout);
  return place === "-" ? "far/away.json" : place.endsWith("/") ? `${place}hooks.json` : place;
}

/** Whether the first entry of this agent's file denies, as the agent runs it. */
async function denies(there: Household, agent: string, file: string, folder = there.project): Promise<boolean> {
  const one = UNDER_TEST.find(({ oracle }) => oracle.agent === agent) ?? expect.fail(agent);
  const { event, payload } = callOf(one, { means: "PreToolUse", tool: "shell" }) ?? expect.fail(agent);
  const [entry] = entriesIn(JSON.parse(readFileSync(file, "utf8")));
  const command = String(entry?.entry[targetFor(agent)!.form.fields.command]);
  const env = { ...environmentOf(there.home), HOME: there.home };
  const sent = JSON.stringify(inFolder(payload, folder));
  return (await one.oracle.read(event, payload, await runProgram("/bin/sh", ["-c", command], sent, env, folder))).blocked;
}

const PATHS: Readonly<Record<string, string>> = { "claude-code": ".claude/settings.json", "gemini-cli": ".gemini/settings.json" };

/** By each way from a manifest to an agent. */
async function deniesFrom(there: Household, from: string): Promise<Readonly<Record<string, boolean>>> {
  const found: Record<string, boolean> = {};
  for (const scope of ["global", "project"]) {
    expect((await agreeToInstall(there.run, [from, "--hook-scope", scope])).exitCode).toBe(0);
    const folder = scope === "global" ? there.home : there.project;
    for (const agent of TARGETS) found[`${agent} ${scope}`] = await denies(there, agent, join(folder, PATHS[agent]!));
    await there.run(["hooks", "remove", from, "--yes"]);
  }
  for (const agent of TARGETS) {
    await there.run(["hooks", "convert", "--to", agent, "-o", `made/${agent}.json`, from]);
    found[`${agent} converted`] = await denies(there, agent, join(there.project, `made/${agent}.json`));
  }
  return found;
}

const everywhere = Object.fromEntries(
  ["global", "project", "converted"].flatMap((way) => TARGETS.map((agent) => [`${agent} ${way}`, true])),
);

describe("IX-9 a guard with a relative script, in the folder where an agent starts it,", () => {
  const ways = COMMANDS.flatMap((command) => PLACES.map((place) => [command, place] as const));
  test.each(sampled(ways, ([, place]) => place))("%j of an agent's file denies by way of a manifest at %s", async (command, place) => {
    await using there = await house({ "hooks/guard.sh": SCRIPT, "own/settings.json": claudes(command) });
    const from = await converted(there, ["own/settings.json", "--from", "claude"], place);
    expect(await deniesFrom(there, from)).toEqual(everywhere);
  });

  test.each(COMMANDS)("%j of an agent's file denies as a plugin's hook, which is in another folder", async (command) => {
    await using there = await house({ "own/settings.json": claudes(command) });
    const from = await converted(there, ["own/settings.json", "--from", "claude"], "-");
    const text = readFileSync(join(there.project, from), "utf8");
    await using home = await createHome({ house: { "hooks.json": text } });
    write(home.getPath("work", "hooks/guard.sh"), SCRIPT);
    for (const one of UNDER_TEST) {
      const call = callOf(one, { means: "PreToolUse", tool: "shell" });
      if (call === undefined) continue;
      const payload = inFolder(call.payload, home.getPath("work"));
      const answer = await home.call(one.oracle.agent, call.event, payload);
      expect([one.oracle.agent, (await one.oracle.read(call.event, payload, answer)).blocked]).toEqual([one.oracle.agent, true]);
    }
  });

  test.each(COMMANDS)("%j of an agent's file denies in another agent's file, in whatever folder", async (command) => {
    await using there = await house({ "hooks/guard.sh": SCRIPT, ".claude/settings.json": claudes(command) });
    for (const agent of TARGETS) {
      const { exitCode } = await there.run(["hooks", "convert", "--to", agent, "-o", `far/${agent}.json`, ".claude/settings.json"]);
      expect([exitCode, await denies(there, agent, join(there.project, `far/${agent}.json`))]).toEqual([0, true]);
    }
  });

  test.each(["team/hooks.json", "with blank/guards.json"])("of the manifest %s denies below the project's root", async (from) => {
    await using there = await house({ [join(dirname(from), "guard.sh")]: SCRIPT, [from]: manifest("./guard.sh"), "below/it/x": "" });
    expect((await agreeToInstall(there.run, [from, "--hook-scope", "project"])).exitCode).toBe(0);
    for (const agent of TARGETS)
      expect([agent, await denies(there, agent, join(there.project, PATHS[agent]!), join(there.project, "below/it"))]).toEqual([
        agent,
        true,
      ]);
  });

  test.each(["team/hooks.json", "with blank/guards.json"].flatMap((from) => PLACES.slice(0, -1).map((place) => [from, place] as const)))(
    "beside the manifest %s denies when the manifest is written to %s",
    async (source, place) => {
      await using there = await house({ [join(dirname(source), "guard.sh")]: SCRIPT, [source]: manifest("./guard.sh") });
      expect(await deniesFrom(there, await converted(there, [source], place))).toEqual(everywhere);
    },
  );

  test("beside each of several manifests denies, in one file", async () => {
    await using there = await house({
      "one/guard.sh": SCRIPT,
      "one/hooks.json": manifest("./guard.sh"),
      "two/other.sh": "#!/bin/sh\nexit 0\n",
      "two/hooks.json": manifest("./other.sh"),
    });
    await there.run(["hooks", "convert", "--to", "gemini", "-o", "made.json", "one/hooks.json", "two/hooks.json"]);
    expect(await denies(there, "gemini-cli", join(there.project, "made.json"))).toBe(true);
    expect(await deniesFrom(there, await converted(there, ["one/hooks.json", "two/hooks.json"], "out/"))).toEqual(everywhere);
  });
});
