import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { cargoHouse, configText, type House } from "../setup/cargo-house.ts";
import { skillPlugin, skillText } from "../support/plugin.ts";

const CONFIG = "sync-debounce-secs = 0\n";
const gated = (name: string, predicate: string) =>
  skillPlugin(name, { s: { "SKILL.md": skillText(name) } }, { gate: `crates = ["*"]\npredicates = ["${predicate}"]` });

const house = () =>
  cargoHouse({
    config: CONFIG,
    plugins: {
      serde: { "SKILL.md": skillText("serde-help", 'crates: "serde"'), "notes/deep/a.md": "one\n" },
      tokio: { "SKILL.md": skillText("tokio-help", 'crates: "tokio"') },
      variable: gated("by-variable", "env(WANTED)"),
      path: gated("by-path", "path_exists(flake.nix)"),
    },
  });

interface Change {
  readonly title: string;
  readonly make: (there: House) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** What has to be true after the next sync, and is not before. */
  readonly is: (there: House) => boolean;
}

const SETTINGS = "home/.claude/settings.json";
const COPY = "project/.claude/skills/serde-help";
const installs = (name: string) => (there: House) => there.installed().includes(name);

/** One after the other in the same house, each when everything is in place. */
const CHANGES: readonly Change[] = [
  {
    title: "a skill is edited",
    make: (there) => there.write("home/.symposium/plugins/serde/SKILL.md", skillText("serde-help", 'crates: "serde"', "Better.")),
    is: (there) => there.read(`${COPY}/SKILL.md`).includes("Better."),
  },
  {
    title: "a file deep inside a skill is edited",
    make: (there) => there.write("home/.symposium/plugins/serde/notes/deep/a.md", "two\n"),
    is: (there) => there.read(`${COPY}/notes/deep/a.md`) === "two\n",
  },
  {
    title: "a skill comes into the source",
    make: (there) => there.write("home/.symposium/plugins/group/new/SKILL.md", skillText("new", 'crates: "*"')),
    is: installs("new"),
  },
  { title: "a dependency comes", make: (there) => there.depend(["serde 1.0.219", "tokio 1.40.0"]), is: installs("tokio-help") },
  {
    title: "the user writes a shared skill",
    make: (there) => there.write("project/.agents/skills/mine/SKILL.md", "Mine.\n"),
    is: installs("mine"),
  },
  { title: "a copy is deleted", make: (there) => there.remove("project/.claude/skills/new"), is: installs("new") },
  {
    title: "a file of a copy is deleted",
    make: (there) => there.remove(`${COPY}/notes`),
    is: (there) => there.has(`${COPY}/notes/deep/a.md`),
  },
  { title: "a path that a predicate asks for comes", make: (there) => there.write("project/flake.nix", ""), is: installs("by-path") },
  {
    title: "our entries are taken out of the agent's settings",
    make: (there) => there.write(SETTINGS, "{}\n"),
    is: (there) => there.read(SETTINGS).includes("symposium-hook"),
  },
  {
    title: "the program is deleted",
    make: (there) => there.remove("home/.symposium/bin"),
    is: (there) => there.has("home/.symposium/bin/symposium-hook"),
  },
  {
    title: "an agent is added",
    make: (there) => there.write("home/.symposium/config.toml", configText(["claude", "kiro"], CONFIG)),
    is: (there) => there.has("project/.kiro/skills/serde-help/SKILL.md"),
  },
  {
    title: "a copy is edited",
    make: (there) => there.write(`${COPY}/SKILL.md`, "changed by hand\n"),
    is: (there) => !there.has(`${COPY}/.symposium`),
  },
  { title: "a variable that a predicate asks for is set", make: () => {}, env: { WANTED: "1" }, is: installs("by-variable") },
];

test(
  "PL-22 a sync that has nothing to do says the same again, and notices every change that it would have to act on",
  { timeout: 120_000 },
  async () => {
    await using there = await house();
    const sync = (env: Change["env"] = {}) => {
      const args = [program("symposium"), "sync"];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, {
        cwd: there.project,
        env: { ...there.env, ...env },
        encoding: "utf8",
      });
      expect({ stderr, status }, stdout).toEqual({ stderr: "", status: 0 });
      return stdout;
    };
    sync();
    const settled = sync();
    expect(sync()).toBe(settled);
    for (const { title, make, env, is } of CHANGES) {
      expect(sync(), title).toContain(" in place\n");
      make(there);
      expect(is(there), `before: ${title}`).toBe(false);
      sync(env);
      expect(is(there), `after: ${title}`).toBe(true);
    }
  },
);
