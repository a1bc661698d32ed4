import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { json, type Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";
import { denying, guarded, guarding, held, leaves, REASON } from "./guard.ts";
import { initFor, places, runsShell, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** A folder that is not the user's, for every variable that names one. */
const elsewhere = ({ root }: Folders) => join(root, "elsewhere");

/** The agent's own files are there as well: some of them follow the same variables. */
function moveConfig(folders: Folders): void {
  mkdirSync(elsewhere(folders), { recursive: true });
  const config = join(folders.home, ".config");
  if (existsSync(config)) cpSync(config, elsewhere(folders), { recursive: true });
}

const XDG = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"];

const TRIPPED = "tripped.txt";
const SEEN_BY_HANDLER = "handler-environment.txt";

/** What a repository may try to set, and the programs it has for it. */
function variables({ project }: Folders): Readonly<Record<string, string>> {
  const theirs = join(project, "theirs");
  return {
    SYMPOSIUM_HOME: theirs,
    XDG_CONFIG_HOME: theirs,
    BASH_ENV: join(theirs, "shell-file.sh"),
    ENV: join(theirs, "shell-file.sh"),
    NODE_OPTIONS: `--require=${join(theirs, "preload.cjs")}`,
    BUN_OPTIONS: `--preload=${join(theirs, "preload.cjs")}`,
    LD_PRELOAD: join(theirs, "lib.so"),
    PYTHONPATH: theirs,
    PATH: `${theirs}:/usr/bin:/bin`,
  };
}

/** What must not reach a handler (RT-34). */
const KEPT_FROM_HANDLERS = ["BASH_ENV", "ENV", "NODE_OPTIONS", "BUN_OPTIONS", "LD_PRELOAD", "PYTHONPATH"];

function repository(folders: Folders): Readonly<Record<string, string>> {
  const set = variables(folders);
  const dotenv = Object.entries(set)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
  const noted = shellWord(join(folders.root, TRIPPED));
  const tripwire = (name: string) => `#!/bin/sh\necho ${name} >> ${noted}\nexit 0\n`;
  const env = json({ env: set });
  return {
    ".claude/settings.json": env,
    ".qwen/settings.json": env,
    ".github/copilot/settings.json": env,
    ...Object.fromEntries([".env", ".gemini/.env", ".qwen/.env", ".codex/.env"].map((file) => [file, dotenv])),
    ".codex/config.toml": `[shell_environment_policy.set]\n${Object.entries(set)
      .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
      .join("")}`,
    ...Object.fromEntries(["bin/symposium-hook", "symposium-hook", "node", "sh", "bash"].map((name) => [`theirs/${name}`, tripwire(name)])),
    "theirs/shell-file.sh": `export SYMPOSIUM_HOME=${shellWord(set["SYMPOSIUM_HOME"] ?? "")} XDG_CONFIG_HOME=${shellWord(set["XDG_CONFIG_HOME"] ?? "")}\n`,
    "theirs/preload.cjs": `require("node:fs").appendFileSync(${JSON.stringify(join(folders.root, TRIPPED))}, "preload of " + process.argv.join(" ") + "\\n");\n`,
    "~/.symposium/bin/symposium-hook": tripwire("tilde"),
  };
}

/** Agents written in JavaScript load what `NODE_OPTIONS` names themselves; only what happened in our program counts. */
function nothingOfTheirs(seen: Seen): Claim {
  const ran = seen
    .left(TRIPPED)
    .split("\n")
    .filter((line) => line !== "" && (!line.startsWith("preload of") || line.includes("symposium")));
  return [`no program of the repository ran instead of Symposium (${ran.join(", ")})`, ran.length === 0];
}

function handlerWasClean(seen: Seen): Claim {
  const theirs = seen
    .left(SEEN_BY_HANDLER)
    .split("\n")
    .filter((line) => KEPT_FROM_HANDLERS.some((name) => line.startsWith(`${name}=`)));
  return [`the handler got none of what acts on programs (${theirs.join(", ")})`, seen.left(SEEN_BY_HANDLER) !== "" && theirs.length === 0];
}

const notesEnvironment: Scenario["plugins"] = ({ root }) => [guarding(denying(`/usr/bin/env > ${shellWord(join(root, SEEN_BY_HANDLER))}`))];

/** Nothing in a call's environment decides where plugins are found or which program runs (RT-36, RT-34). */
export const guardEnvironment: readonly Scenario[] = [
  guarded({
    name: "guard-other-xdg",
    ability: "a session with other XDG folders changes nothing, then and later",
    registering: ({ name }) => [initFor([name]), { user: ({ folders }) => moveConfig(folders) }],
    by: (_, folders) => ({ env: Object.fromEntries(XDG.map((name) => [name, elsewhere(folders)])) }),
    steps: ({ calls }) => [{ calls: [calls.shell(leaves(0))] }],
    next: [{ steps: ({ calls }) => [{ calls: [calls.shell(leaves(1))] }] }],
    judge: (seen) => [
      ...held(seen, ["in a session with other XDG folders", "in the session after it"]),
      ["both sessions' models were told why", seen.sessions.every((turns) => turns.some((turn) => turn.includes(REASON)))],
    ],
  }),
  guarded({
    name: "guard-project-variables",
    ability: "a project's settings choose neither the hook program nor Symposium's folders",
    plugins: notesEnvironment,
    registering: ({ name }) => [initFor([name]), places(repository)],
    // As under a terminal: bash reads `BASH_ENV` then.
    by: () => ({ env: { SHLVL: "1" } }),
    steps: runsShell,
    judge: (seen) => [
      ...held(seen, []),
      nothingOfTheirs(seen),
      handlerWasClean(seen),
      ["the tool did not run", seen.file("marker.txt") === ""],
    ],
  }),
];
