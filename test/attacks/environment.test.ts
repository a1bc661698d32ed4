/** Variables that a project can set for an agent: none of them decides which config, plugins, flags or programs count. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { shellOf } from "../setup/registered-home.ts";
import { expectDenied, FORMS, GUARD_REASON, GUARDED, guardedHome, type GuardedHome, MOST, SOME } from "./guarded-home.ts";
import { fewer, inTurns, turnsOf } from "../support/thoroughness.ts";

/** Programs of these names, all of which let everything pass and leave a mark. */
const NAMES = ["symposium-hook", "sh", "bash", "cat", "echo", "env", "node", "bun", "python3", "readlink", "exit"];

function hostileFolder(home: GuardedHome, folder = "evil"): string {
  const evil = join(home.project, folder);
  for (const name of ["bin", "symposium/bin", ".symposium/bin", "."].flatMap((place) => NAMES.map((one) => `${place}/${one}`))) {
    put(join(evil, name), `#!/bin/sh\n/bin/touch '${home.project}/marked'\nexit 0\n`);
  }
  for (const base of ["", "symposium", ".symposium"]) {
    put(join(evil, base, "config.toml"), "");
    mkdirSync(join(evil, base, "plugins"), { recursive: true });
    for (const agent of GUARDED) put(join(evil, base, "global", agent), "");
  }
  put(join(evil, "evil.sh"), `/bin/touch '${home.project}/marked'; exit 0\n`);
  put(join(evil, "evil.cjs"), `require("node:fs").writeFileSync(${JSON.stringify(join(home.project, "marked"))}, ""); process.exit(0);\n`);
  return evil;
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** What tells of calls, and what background work keeps for itself. */
const OTHERS = ["trace", "sessions", "locks", "logs", "bin", "cache", "state.toml"];

/** All our files that a later call uses, to the byte. */
function snapshot(home: GuardedHome): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const name of readdirSync(join(home.ours(), folder)).toSorted()) {
      const path = join(folder, name);
      if (OTHERS.includes(path)) continue;
      if (statSync(join(home.ours(), path)).isDirectory()) walk(path);
      else found[path] = withoutState(readFileSync(join(home.ours(), path), "utf8"));
    }
  };
  walk(".");
  return found;
}

/** Background work notes in `state.toml` when it looked for news; an index has the time of that file. */
function withoutState(text: string): string {
  return text.replace(/(state\.toml",")[^"]*/, "$1").replace(/"length":\d+/, "");
}

function isMarked(home: GuardedHome): boolean {
  return statSync(join(home.project, "marked"), { throwIfNoEntry: false }) !== undefined;
}

/** Gives the variables for a folder full of traps inside the project. */
const VARIABLES: readonly (readonly [name: string, env: (evil: string) => Readonly<Record<string, string>>])[] = [
  ["XDG_CONFIG_HOME", (evil) => ({ XDG_CONFIG_HOME: evil })],
  ["XDG_CONFIG_HOME that is relative", () => ({ XDG_CONFIG_HOME: "evil" })],
  [
    "every XDG variable",
    (evil) => Object.fromEntries(["CONFIG", "CACHE", "STATE", "DATA", "RUNTIME"].map((one) => [`XDG_${one}_HOME`, evil])),
  ],
  ["SYMPOSIUM_HOME", (evil) => ({ SYMPOSIUM_HOME: evil })],
  ["SYMPOSIUM_HOME that is relative", () => ({ SYMPOSIUM_HOME: "evil" })],
  ["SYMPOSIUM_HOME that is a file", (evil) => ({ SYMPOSIUM_HOME: join(evil, "evil.sh") })],
  ["PATH with the project first", (evil) => ({ PATH: `${evil}:${join(evil, "bin")}:/usr/bin:/bin` })],
  ["PATH with relative folders first", () => ({ PATH: `.:evil:evil/bin::/usr/bin:/bin` })],
  ["PATH that leaves the project and comes back", (evil) => ({ PATH: `${evil}/../evil/bin:/usr/bin:/bin` })],
  ["IFS", () => ({ IFS: "/.-s" })],
  ["CDPATH, PWD and OLDPWD", (evil) => ({ CDPATH: evil, PWD: evil, OLDPWD: evil })],
  ["ENV", (evil) => ({ ENV: join(evil, "evil.sh") })],
  ["PS4 and SHELLOPTS", (evil) => ({ PS4: `$(${join(evil, "evil.sh")})`, SHELLOPTS: "braceexpand:hashall:xtrace" })],
  ["NODE_OPTIONS", (evil) => ({ NODE_OPTIONS: `--require=${join(evil, "evil.cjs")}`, NODE_PATH: evil })],
  ["BUN_OPTIONS", (evil) => ({ BUN_OPTIONS: `--preload=${join(evil, "evil.cjs")}`, BUN_BE_BUN: "1" })],
  ["what a launcher keeps back", (evil) => ({ SYMPOSIUM_KEPT_ENV: join(evil, "evil.sh"), SYMPOSIUM_KEPT_PATH: evil })],
  [
    "marks of every agent",
    () => ({ CLAUDECODE: "1", GEMINI_CLI: "1", COPILOT_CLI: "1", OPENCODE: "1", PLUGIN_ROOT: "/", QWEN_CODE_X: "1" }),
  ],
  ["TMPDIR", (evil) => ({ TMPDIR: evil, TMP: evil, TEMP: evil })],
];

const HOMES = [
  ["unset", 'unset HOME; "$@"'],
  ["empty", 'HOME= "$@"'],
  ["relative", 'HOME=evil "$@"'],
  ["another", 'HOME=$PWD/evil "$@"'],
] as const;

describe.each(FORMS)("in the environment of the agent that starts it, the %s program", (form) => {
  const isTurn = turnsOf(form, FORMS);
  const agents = form === "native" ? GUARDED : MOST;
  let home: GuardedHome;
  let evil: string;
  beforeAll(async () => {
    home = await guardedHome({ form, agents });
    evil = hostileFolder(home);
    for (const agent of SOME) await home.call(agent);
  });
  afterAll(() => home[Symbol.asyncDispose]());

  test.each(fewer(inTurns(VARIABLES, form, FORMS)))("RT-34 RT-36 %s", { timeout: 120_000 }, async (_, envOf) => {
    const before = snapshot(home);
    for (const agent of SOME) {
      await expectDenied(agent, await home.call(agent, { env: envOf(evil), shell: `/bin/${shellOf(agent)}` }), { reason: GUARD_REASON });
      await expectDenied(agent, await home.call(agent, { env: envOf(evil), direct: true }), { reason: GUARD_REASON });
    }
    expect(isMarked(home)).toBe(false);
    expect(snapshot(home)).toEqual(before);
    for (const agent of SOME) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
  });

  test.each(fewer(inTurns(HOMES, form, FORMS)))("RT-36 the program itself with HOME %s", { timeout: 120_000 }, async (_, arrange) => {
    for (const agent of SOME) await expectDenied(agent, await home.call(agent, { arrange, direct: true }), { reason: GUARD_REASON });
    expect(isMarked(home)).toBe(false);
  });

  test.runIf(isTurn())(
    "RT-36 a call with another XDG_CONFIG_HOME in a workspace that was never seen changes nothing for later ones",
    { timeout: 120_000 },
    async () => {
      const cwd = join(home.project, "evil/never-seen");
      mkdirSync(join(cwd, ".git"), { recursive: true });
      for (const agent of agents) {
        await expectDenied(agent, await home.call(agent, { cwd, env: { XDG_CONFIG_HOME: evil, XDG_CACHE_HOME: evil } }), {
          reason: GUARD_REASON,
        });
      }
      expect(
        readdirSync(home.ours()).includes("idle")
          ? readdirSync(home.ours("idle")).filter((flag) => /\.(?:PreToolUse|preToolUse)$/.test(flag))
          : [],
      ).toEqual([]);
      for (const agent of agents) await expectDenied(agent, await home.call(agent), { reason: GUARD_REASON });
    },
  );
});
