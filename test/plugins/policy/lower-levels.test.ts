import { writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { answer, decide, repositoryHome } from "../../support/consented.ts";
import { policyHome } from "./policy-home.ts";

const ALL = ["open", "closed", "server", "subcommand", "predicate", "shell", "installation"];

/** What a lower level writes to undo each rule of a higher one, and the place of the attempt. */
const ATTEMPTS = [
  { stricter: "disable-all-hooks = true", weaker: "disable-all-hooks = false", at: "2:1", says: "`disable-all-hooks = false` loosens" },
  { stricter: "allow-managed-only = true", weaker: "allow-managed-only = false", at: "2:1", says: "`allow-managed-only = false` loosens" },
  {
    stricter: 'events.before_tool_execute = "deny"',
    weaker: 'events.PreToolUse = "allow"',
    at: "2:8",
    says: '`PreToolUse = "allow"` allows an event',
  },
  {
    stricter: 'capabilities.structured_output = "deny"',
    weaker: 'capabilities.structured_output = "managed-only"',
    at: "2:14",
    says: '`structured_output = "managed-only"` allows a capability',
  },
  { stricter: 'sources = ["npm:*"]', weaker: 'sources = ["workspace"]', at: "2:1", says: "`workspace` allows a source" },
] as const;

describe("IX-17 a lower level only tightens", () => {
  test.each(ATTEMPTS)(
    "$weaker under $stricter: refused and reported, by a project and by the user",
    async ({ stricter, weaker, at, says }) => {
      await using home = await policyHome({ isClosed: false });
      home.set("system", stricter);
      const before = [home.runs("mine"), home.runs("house")];
      expect(home.problems()).toEqual([]);
      for (const level of ["project", "user"] as const) {
        home.set(level, weaker);
        const place = level === "user" ? `${home.file(level)}:${Number(at[0]) + 2}${at.slice(1)}` : `${home.file(level)}:${at}`;
        expect(home.problems()).toEqual([
          `${place}: ${says}${says.endsWith("loosens") ? " the policy" : ""}, but the system policy forbids it, so this has no effect`,
        ]);
        expect([home.runs("mine"), home.runs("house")]).toEqual(before);
        home.set(level, undefined);
      }
    },
  );

  test("a project names neither a scanner nor managed sources; the user names no managed ones", async () => {
    await using home = await policyHome({ isClosed: false });
    home.set("user", 'allow-managed-only = true\nmanaged = ["*"]');
    home.set("project", 'scanner = "touch /tmp/never"\nmanaged = ["workspace"]');
    const { policies } = home.load().policy;
    expect(policies.map(({ level, rules }) => [level, rules])).toEqual([
      ["user", { "allow-managed-only": true }],
      ["project", {}],
    ]);
    expect(home.runs("house")).toEqual([]);
    expect(home.problems()).toEqual([
      `${home.file("user")}:5:1: \`managed\` is refused in a user's policy`,
      `${home.file("project")}:3:1: \`managed\` is refused in a project's policy`,
      `${home.file("project")}:2:1: \`scanner\` is refused in a project's policy`,
    ]);
  });

  test("the user's policy never reaches managed sources, and the names of sources count for the user alone", async () => {
    await using home = await policyHome({ isClosed: false });
    home.set("system", `managed = [${JSON.stringify(home.getPath("plugins"))}, "user-plugin"]`);
    home.set("user", "disable-all-hooks = true\nsources = []");
    expect(home.runs("mine")).toEqual(ALL);
    expect(home.runs("house")).toEqual([]);
    expect(home.problems()).toEqual([expect.stringContaining("`user-plugin` names no source: users choose the names of their sources")]);
  });

  test("a project cannot disarm a closed hook that the user agreed to: it still denies, and the attempt is reported", async () => {
    await using guarded = await policyHome();
    guarded.set("project", 'events.PreToolUse = "deny"');
    expect(guarded.runs("house")).toContain("closed");
    expect(guarded.problems()).toEqual([
      `${guarded.file("project")}: \`events.PreToolUse = "deny"\` would disarm hook \`closed\` of plugin \`house\`, which you agreed to; it still runs`,
    ]);
  });

  test.each(["disable-all-hooks = true", "allow-managed-only = true", "sources = []", "not TOML"])(
    "its denial comes with %s",
    async (rule) => {
      await using home = await repositoryHome();
      decide(home, "accepted");
      writeFileSync(home.getPath("work/symposium-policy.toml"), `[policy]\n${rule}\n`);
      expect(await answer(home)).toMatch(/^deny: .*Not here/);
    },
  );

  test("before the user agrees, a project's policy keeps its own hooks from asking", async () => {
    await using home = await policyHome({ isAccepted: false });
    home.set("project", "allow-managed-only = true");
    expect(home.runs("house")).toEqual([]);
    expect(home.problems()).toEqual([]);
  });
});
