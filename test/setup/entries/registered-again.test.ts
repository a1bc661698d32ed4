/** What a second run makes of entries that are there already: as they should be, of an earlier version, or changed by the user. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { OWN_HOOK_FILES } from "../../../src/agents/agents-by-name.ts";
import { sha256 } from "../../../src/host/engine.ts";
import { household, type Household } from "../../commands/command-line.ts";
import { formerText } from "./former-text.ts";
import { withItem } from "./hand-edits.ts";
import { callsUs, documentIn, ourEntries } from "./our-entries.ts";
import { hookFileOf } from "./user-files.ts";
import { fewer } from "../../support/thoroughness.ts";

const WITH_ENTRIES = OWN_HOOK_FILES.filter(({ registration }) => registration.content.kind === "entries");
const WITH_GROUPS = WITH_ENTRIES.filter(
  ({ registration }) => registration.content.kind === "entries" && registration.content.shares !== undefined,
);
const HOOK = JSON.stringify({ type: "command", command: "by-hand" });

describe.each(fewer(WITH_ENTRIES.map(({ name }) => name)))("%s", (agent) => {
  test("RG-13 an entry of our earlier version is upgraded where it stands", async () => {
    await using house = await household();
    const { file, ledger } = await registered(house, agent);
    const [{ event } = { event: "" }] = ourEntries(agent, read(file));
    const wanted = withItem(read(file), ["hooks", event], "last", HOOK) ?? "";
    // As an earlier version would have left both, with a hook of the user's behind ours.
    write(file, formerText(wanted));
    write(ledger, formerText(read(ledger)));
    expect(ourEntries(agent, read(file)).every(({ count }) => count === 1)).toBe(true);
    expect(read(file)).not.toBe(wanted);

    const upgraded = await house.run(["sync"]);
    expect(upgraded.stdout).toContain(`changed       ~/${hookFileOf(agent, "user")}`);
    expect(read(file)).toBe(wanted);
    expect((await house.run(["sync"])).stdout).toContain("nothing to change");

    expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
    expect(read(file)).not.toContain("symposium-hook");
    expect(JSON.stringify(documentIn(read(file)).hooks)).toContain("by-hand");
  });

  test("RG-12 an entry that the user changed is theirs: left, and reported", async () => {
    await using house = await household();
    const { file } = await registered(house, agent);
    const [{ event } = { event: "" }] = ourEntries(agent, read(file));
    write(file, read(file).replace(`symposium-hook\\" ${agent} ${event} `, `symposium-hook\\" ${agent} ${event} --verbose `));
    const changed = read(file);

    const again = await house.run(["sync"]);
    expect(again.stderr).toContain(`: the entry in hooks.${event} was changed by hand, so Symposium leaves it to you`);
    expect(read(file)).toBe(changed);

    const gone = await house.run(["uninstall"]);
    expect(gone.exitCode).toBe(0);
    const { hooks = {} } = documentIn(read(file));
    expect(Object.keys(hooks)).toEqual([event]);
    expect(callsUs(hooks[event]?.[0], `${agent} ${event}`)).toBe(true);
  });
});

describe.each(
  fewer(
    WITH_GROUPS.map(({ name }) => name),
    2,
  ),
)("%s", (agent) => {
  test("RG-13 a user's hooks in our group stay in it, and ours stays ours", async () => {
    await using house = await household();
    const { file, ledger } = await registered(house, agent);
    const [{ event } = { event: "" }] = ourEntries(agent, read(file));
    const withBoth = (["first", "last"] as const).reduce(
      (text, where) => withItem(text, ["hooks", event, 0, "hooks"], where, HOOK) ?? "",
      read(file),
    );
    write(file, withBoth);
    const still = await house.run(["sync"]);
    expect(still.stdout).toContain("nothing to change");
    expect(read(file)).toBe(withBoth);

    write(file, formerText(withBoth));
    write(ledger, formerText(read(ledger)));
    expect((await house.run(["sync"])).exitCode).toBe(0);
    expect(read(file)).toBe(withBoth);

    expect((await house.run(["uninstall"])).exitCode).toBe(0);
    const hook: unknown = JSON.parse(HOOK);
    expect(documentIn(read(file))).toEqual({ hooks: { [event]: [{ hooks: [hook, hook] }] } });
  });
});

test("RG-13 a plugin file of an earlier version is renewed, one that the user changed is not", async () => {
  await using house = await household();
  const { file, ledger } = await registered(house, "opencode");
  const wanted = read(file);
  const earlier = `${wanted}// earlier\n`;
  write(file, earlier);
  write(ledger, read(ledger).replaceAll(sha256(wanted), sha256(earlier)));
  expect((await house.run(["sync"])).exitCode).toBe(0);
  expect(read(file)).toBe(wanted);

  write(file, earlier);
  const refused = await house.run(["sync"]);
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("was changed by hand");
  const left = await house.run(["uninstall"]);
  expect(left.stderr).toContain("this file was changed by hand, so Symposium leaves it to you");
  expect(read(file)).toBe(earlier);
});

test("RG-13 Claude Code: the earlier text that swallowed exit code 2 is replaced, and undone byte for byte", async () => {
  const before = '{\n  "model": "opus",\n  "hooks": {}\n}\n';
  const hook = '[[hooks]]\nname = "place"\nevent = "WorktreeCreate"\nformat = "claude"\ncommand = { script = "place.sh" }\n';
  const plugin = { "SYMPOSIUM.toml": `name = "trees"\ncrates = ["*"]\n\n${hook}`, "place.sh": "" };
  await using house = await household({ home: { ".claude": { "settings.json": before }, ".symposium": { plugins: { trees: plugin } } } });
  const { file, ledger } = await registered(house, "claude-code");
  const wanted = read(file);
  const earlier = (text: string) => text.replaceAll("|| [ $? -ne 2 ] || exit 2;;", "|| :;;");
  expect([...wanted.matchAll(/claude-code (\w+) \|\| \[ \$\? -ne 2 \]/g)].map(([, event]) => event)).toEqual([
    "SessionEnd",
    "WorktreeCreate",
  ]);
  write(file, earlier(wanted));
  write(ledger, earlier(read(ledger)));

  expect((await house.run(["sync"])).stdout).toContain("changed       ~/.claude/settings.json");
  expect(read(file)).toBe(wanted);
  expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
  expect(read(file)).toBe(before);
});

test("RG-6 RG-13 Kiro: the agent file of an earlier version gets the key without which choosing it hides the user's servers", async () => {
  await using house = await household();
  const { file, ledger } = await registered(house, "kiro");
  const line = '  "includeMcpJson": true,\n';
  const earlier = read(file).replace(line, "");
  expect(read(file)).not.toBe(earlier);
  const record = JSON.parse(read(ledger)) as { files: { digest: string; insertions: { path?: unknown }[] }[] };
  for (const each of record.files) {
    each.digest = sha256(earlier);
    each.insertions = each.insertions.filter(({ path }) => JSON.stringify(path) !== '["includeMcpJson"]');
  }
  write(file, earlier);
  write(ledger, JSON.stringify(record));

  expect((await house.run(["sync"])).exitCode).toBe(0);
  expect(documentIn(read(file))).toMatchObject({ includeMcpJson: true });
  expect(await house.run(["uninstall"])).toMatchObject({ exitCode: 0 });
  expect(existsSync(file)).toBe(false);
});

test("RG-12 Codex: the position of a user's group behind ours is kept by an empty group", async () => {
  await using house = await household();
  const { file } = await registered(house, "codex");
  const theirs = { hooks: [{ type: "command", command: "trusted" }] };
  write(file, withItem(read(file), ["hooks", "PreToolUse"], "last", JSON.stringify(theirs)) ?? "");
  const position = () =>
    documentIn(read(file)).hooks?.["PreToolUse"]?.findIndex((group) => JSON.stringify(group) === JSON.stringify(theirs));
  expect(position()).toBe(1);

  const { exitCode, stdout } = await house.run(["uninstall"]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "an empty group stays in hooks.PreToolUse, because the agent's trust in your own hooks depends on their position",
  );
  expect(documentIn(read(file))).toEqual({ hooks: { PreToolUse: [{ hooks: [] }, theirs] } });

  await house.run(["init", "--add-agent", "codex"]);
  expect(position()).toBe(1);
  expect(ourEntries("codex", read(file)).every(({ count }) => count === 1)).toBe(true);
  expect(callsUs(documentIn(read(file)).hooks?.["PreToolUse"]?.[2], "codex PreToolUse")).toBe(true);
});

async function registered(house: Household, agent: string): Promise<{ readonly file: string; readonly ledger: string }> {
  expect(await house.run(["init", "--add-agent", agent])).toMatchObject({ exitCode: 0 });
  return { file: join(house.home, hookFileOf(agent, "user")), ledger: join(house.home, ".symposium/ledger.json") };
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

function write(file: string, text: string): void {
  writeFileSync(file, text);
}
