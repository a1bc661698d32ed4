import { describe, expect, test } from "vitest";

import { judgeByPolicy, type Policy, POLICY_LEVELS, type PolicyItem, type PolicyLevel } from "../../../src/consent/policy/judge.ts";
import type { PolicyRules } from "../../../src/files/policy-schema.ts";

const KINDS = ["hook", "server", "subcommand", "predicate", "installation"] as const;

/** Each rule, and the kinds of things that it denies. */
const RULES: readonly { readonly name: string; readonly rules: PolicyRules; readonly denies: readonly (typeof KINDS)[number][] }[] = [
  { name: "disable-all-hooks", rules: { "disable-all-hooks": true }, denies: ["hook"] },
  { name: "allow-managed-only", rules: { "allow-managed-only": true }, denies: KINDS },
  { name: "sources", rules: { sources: ["https://example.com/allowed"] }, denies: KINDS },
  { name: 'events.before_tool_execute = "deny"', rules: { events: { before_tool_execute: "deny" } }, denies: ["hook"] },
  { name: 'events.PreToolUse = "managed-only"', rules: { events: { PreToolUse: "managed-only" } }, denies: ["hook"] },
  { name: 'capabilities.http_handler = "deny"', rules: { capabilities: { http_handler: "deny" } }, denies: ["hook"] },
  { name: 'capabilities.http_handler = "managed-only"', rules: { capabilities: { http_handler: "managed-only" } }, denies: ["hook"] },
];

const CASES = POLICY_LEVELS.flatMap((level) => RULES.flatMap((rule) => KINDS.map((kind) => ({ level, kind, ...rule }))));

/** A hook that every rule meets; other kinds have neither event nor capability. */
function item(kind: PolicyItem["kind"], more: Partial<PolicyItem> = {}): PolicyItem {
  const ofHook = kind === "hook" ? ({ event: "PreToolUse", capabilities: ["structured_output", "http_handler"] } as const) : {};
  return { kind, source: { ids: ["https://example.com/other"], name: "other" }, isOfProject: true, ...ofHook, ...more };
}

function policy(level: PolicyLevel, rules: PolicyRules): Policy {
  return { level, file: `/${level}.toml`, rules };
}

const MANAGED = policy("system", { managed: ["https://example.com/managed/*"] });
const managed = { source: { ids: ["https://example.com/managed/one"], name: "mine" } };

describe("IX-17 every level, every rule, every kind of thing that runs", () => {
  test.each(CASES)("$level: $name on a $kind of the project", ({ level, name, rules, denies, kind }) => {
    const denial = judgeByPolicy(item(kind), [policy(level, rules)]);
    if (!denies.includes(kind)) return expect(denial).toBeUndefined();
    expect(denial).toMatchObject({ level, file: `/${level}.toml`, rule: name });
    expect(denial?.reason).toBe(`is denied by the ${level} policy (\`${name}\` in /${level}.toml)`);
  });

  test.each(CASES)("$level: $name on a $kind of the user: a project has no say", ({ level, rules, denies, kind }) => {
    const denial = judgeByPolicy(item(kind, { isOfProject: false }), [policy(level, rules)]);
    expect(denial?.level).toBe(level !== "project" && denies.includes(kind) ? level : undefined);
  });

  test.each(CASES)("$level: $name on a managed $kind: only the system denies it, by deny or disable-all-hooks", (one) => {
    const { level, name, rules, kind, denies } = one;
    const policies = level === "system" ? [policy("system", { ...MANAGED.rules, ...rules })] : [MANAGED, policy(level, rules)];
    const isPlainDeny = name === "disable-all-hooks" || name.endsWith('"deny"');
    const denial = judgeByPolicy(item(kind, managed), policies);
    expect(denial?.level).toBe(level === "system" && isPlainDeny && denies.includes(kind) ? "system" : undefined);
  });
});

describe("IX-17 the order of evaluation", () => {
  const everything: PolicyRules = {
    "disable-all-hooks": true,
    "allow-managed-only": true,
    sources: [],
    events: { PreToolUse: "deny" },
    capabilities: { structured_output: "deny", http_handler: "deny" },
  };
  const steps = ["disable-all-hooks", "allow-managed-only", "sources", "events", "capabilities"] as const;

  test.each(steps.map((step, at) => ({ step, without: steps.slice(0, at) })))("$step comes after $without", ({ step, without }) => {
    const rules = Object.fromEntries(Object.entries(everything).filter(([key]) => !(without as readonly string[]).includes(key)));
    expect(judgeByPolicy(item("hook"), [policy("system", rules)])?.rule.split(".")[0]).toBe(step);
  });

  test("a higher level gives the reason, and what no level denies runs", () => {
    const all = POLICY_LEVELS.map((level) => policy(level, { "disable-all-hooks": true }));
    expect(judgeByPolicy(item("hook"), all)?.level).toBe("system");
    expect(judgeByPolicy(item("hook"), all.slice(1))?.level).toBe("user");
    expect(judgeByPolicy(item("hook"), [policy("system", { events: { agent_stop: "deny" }, sources: ["*"] })])).toBeUndefined();
  });

  test("an allow of a lower level does not undo a denial above it", () => {
    const loosening: PolicyRules = {
      "disable-all-hooks": false,
      "allow-managed-only": false,
      sources: ["*"],
      events: { PreToolUse: "allow" },
    };
    const policies = [
      policy("system", { events: { before_tool_execute: "deny" } }),
      policy("user", loosening),
      policy("project", loosening),
    ];
    expect(judgeByPolicy(item("hook"), policies)?.level).toBe("system");
  });

  test("a closed hook that the user agreed to is beyond a project's policy, not beyond the user's", () => {
    const guard = item("hook", { isGuard: true });
    expect(judgeByPolicy(guard, [policy("project", everything)])).toBeUndefined();
    expect(judgeByPolicy(guard, [{ ...policy("project", {}), isUnread: true }])).toBeUndefined();
    expect(judgeByPolicy(guard, [policy("user", everything)])?.level).toBe("user");
  });

  test("an unreadable policy denies all that it governs", () => {
    const unread = (level: PolicyLevel): Policy => ({ level, file: "/f", rules: {}, isUnread: true });
    for (const kind of KINDS) expect(judgeByPolicy(item(kind), [unread("system")])).toMatchObject({ isUnread: true, level: "system" });
    expect(judgeByPolicy(item("server", { isOfProject: false }), [unread("project")])).toBeUndefined();
    expect(judgeByPolicy(item("hook", managed), [MANAGED, unread("user")])).toBeUndefined();
  });
});

describe("IX-17 how a policy names sources", () => {
  const allows = (entry: string, id: string, name?: string, level: PolicyLevel = "system") =>
    judgeByPolicy(item("server", { source: { ids: [id], ...(name === undefined ? {} : { name }) } }), [
      policy(level, { sources: [entry] }),
    ]) === undefined;

  test.each([
    ["https://github.com/My-Org/Plugins.git", "https://github.com/my-org/plugins"],
    ["my-org/plugins", "https://github.com/my-org/plugins"],
    ["https://github.com/my-org/*", "https://github.com/my-org/plugins"],
    ["git@example.com:team/plugins.git", "ssh://git@example.com/team/plugins"],
    ["/opt/company/plugins/", "/opt/company/plugins"],
    ["/opt/company/*", "/opt/company/plugins"],
    ["npm:*", "npm:left-pad"],
    ["npm:@my-org/*", "npm:@my-org/tool"],
    ["go:github.com/my-org/*", "go:github.com/my-org/tool"],
    ["cargo:my_crate", "cargo:my-crate"],
    ["workspace", "workspace"],
    ["*", "anything"],
  ])("%s is %s", (entry, id) => expect(allows(entry, id)).toBe(true));

  test.each([
    ["https://github.com/my-org*", "https://github.com/my-org-evil/plugins"],
    ["https://github.com/my-org/*", "https://github.com/my-org-evil/plugins"],
    ["https://github.com/my-org/*", "http://github.com/my-org/plugins"],
    ["/opt/company/*", "/opt/company-evil"],
    ["npm:@my-org/*", "npm:@my-org-evil/tool"],
    ["npm:left", "npm:left-pad"],
    ["npm:*", "cargo:left-pad"],
    ["", "workspace"],
  ])("%s is not %s", (entry, id) => expect(allows(entry, id)).toBe(false));

  test("a name counts in the user's policy alone, because the user chose it", () => {
    expect(allows("team", "https://example.com/x", "team", "user")).toBe(true);
    expect(allows("team", "https://example.com/x", "team", "system")).toBe(false);
    expect(allows("team", "https://example.com/x", "team", "project")).toBe(false);
  });
});
