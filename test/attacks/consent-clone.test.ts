/** A clone with plugins in every place that may have one: before the user agrees, no command and no session runs, asks or fetches anything of them. */

import { describe, expect, test } from "vitest";

import { hasCargo } from "../packages/cargo/real-cargo.ts";
import { hostileClone } from "./hostile-clone.ts";

const RUNS = (name: string) =>
  [
    `name = "${name}"`,
    'predicates = ["any(shell(TRAP gate), probe(), workspace_member())"]',
    '[[installations]]\nname = "tool"\nscript = "trap.sh"\ninstall_commands = ["TRAP install"]',
    '[[hooks]]\nname = "start"\nevent = "SessionStart"\ncommand = { executable = "TRAP" }',
    '[[hooks]]\nname = "guard"\nevent = "PreToolUse"\non-failure = "closed"\ncommand = "tool"',
    '[[predicate]]\nname = "probe"\ncommand = { executable = "TRAP" }',
    '[subcommand.demo]\ndescription = "x"\ncommand = { executable = "TRAP" }',
    '[[mcp_servers]]\nname = "s"\ncommand = "TRAP"',
    '[[skills]]\nsource.git = "EVIL/skills.git"',
    '[[skills]]\nsource.path = "skills"\npredicates = ["shell(TRAP group)"]',
    '[[skills]]\nsource = "crate"\ncrates = ["*"]',
    '[[plugins]]\nsource.cargo = "chained"',
  ].join("\n");

const SKILL = '---\nname: gated\ndescription: x\npredicates: "shell(TRAP skill)"\n---\n';

const FILES = {
  "Cargo.toml":
    '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nwidget = { path = "widget" }\nvendored = "1"\n[workspace]\nexclude = ["widget"]\n',
  "Cargo.lock":
    'version = 4\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["vendored", "widget"]\n[[package]]\nname = "vendored"\nversion = "1.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "00"\n[[package]]\nname = "widget"\nversion = "1.0.0"\n',
  ".cargo/config.toml": '[source.crates-io]\nreplace-with = "v"\n[source.v]\ndirectory = "vendor"\n',
  "SYMPOSIUM.toml": RUNS("own"),
  "skills/gated/SKILL.md": SKILL,
  ".agents/skills/gated/SKILL.md": SKILL,
  "widget/Cargo.toml": `[package]\nname = "widget"\nversion = "1.0.0"\n[[package.metadata.symposium.hooks]]\nname = "m"\nevent = "SessionStart"\ncommand = { executable = "TRAP" }\n`,
  "widget/SYMPOSIUM.toml": RUNS("widget"),
  "widget/skills/gated/SKILL.md": SKILL,
  "vendor/vendored/Cargo.toml": '[package]\nname = "vendored"\nversion = "1.0.0"\n',
  "vendor/vendored/SYMPOSIUM.toml": RUNS("vendored"),
  "vendor/vendored/skills/gated/SKILL.md": SKILL,
};

const ENABLED = '[defaults]\nsymposium-recommendations = false\n[plugins]\nuse = ["widget", "vendored"]\nauto-enable = ["*"]\n';

const COMMANDS: readonly (readonly string[])[] = [
  ["sync"],
  ["sync", "--update", "fetch"],
  ["sync", "--check"],
  ["sync", "--dry-run"],
  ["status"],
  ["plugin", "list"],
  ["plugin", "show", "own"],
  ["plugin", "show", "widget"],
  ["plugin", "validate", "."],
  ["plugin", "validate", "widget"],
  ["search", "widget"],
  ["use", "widget"],
  ["trust", "list"],
  ["trust", "show", "own"],
  ["crate-info", "widget"],
  ["doctor"],
];

interface Listed {
  readonly answer: { readonly plugins: readonly { readonly plugin: string; readonly state: string }[] };
}

describe.skipIf(!hasCargo())("PL-16 PL-32 a clone whose plugins wait for consent", { timeout: 240_000 }, () => {
  test.each([
    ["nothing is enabled but what `use` names", "", ["own", "widget"]],
    ["all of its packages are enabled", ENABLED, ["own", "vendored", "widget"]],
  ])("runs and fetches nothing where %s", async (_, config, waiting) => {
    await using clone = await hostileClone(FILES);
    if (config !== "") clone.write(".symposium/config.toml", `auto-update = "off"\n[[agent]]\nname = "claude"\n${config}`);
    await clone.open();
    await clone.call("PreToolUse");
    for (const args of COMMANDS) {
      await clone.inProcess(...args);
      expect({ args, sprung: clone.sprung(), requests: clone.requests }).toEqual({ args, sprung: "", requests: [] });
    }
    const { answer } = JSON.parse(clone.symposium("trust", "list", "--json").stdout) as Listed;
    const listed = answer.plugins.filter(({ state }) => state !== "candidate").map(({ plugin, state }) => `${plugin} ${state}`);
    expect(listed.toSorted()).toEqual(waiting.map((name) => `${name} waiting`));
    await clone.open();
    await clone.call("PreToolUse");
    expect({ sprung: clone.sprung(), requests: clone.requests }).toEqual({ sprung: "", requests: [] });
  });
});
