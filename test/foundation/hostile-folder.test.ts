import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { createFixture, type FsFixture } from "fs-fixture";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { programme, type ProgrammeName } from "./programmes.ts";

/** Whoever loads it leaves a mark; in the folder a hook is started in, and in every place a runtime looks for something to load. */
const EVIL = 'require("node:fs").writeFileSync(process.env.MARK, "loaded"); console.log("EVIL");\n';

const HANDLER = `#!/bin/sh
cat > /dev/null
env > "$HANDLER_ENV"
echo '{"additionalContext":"seen"}'
`;

const MANIFEST = `name = "watch"
crates = ["*"]

[[hooks]]
name = "look"
event = "PreToolUse"
script = "look.sh"
`;

let tree: FsFixture;

beforeEach(async () => {
  tree = await createFixture({
    "home/.symposium/config.toml": "[defaults]\nsymposium-recommendations = false\n",
    "home/.symposium/plugins/watch": { "SYMPOSIUM.toml": MANIFEST, "look.sh": HANDLER },
    folder: {
      "evil.cjs": EVIL,
      ".env": "SYMPOSIUM_HOME=/nowhere\nFROM_DOTENV=1\n",
      ".env.local": "FROM_DOTENV=1\n",
      "bunfig.toml": 'preload = ["./evil.cjs"]\n[run]\npreload = ["./evil.cjs"]\n',
      ".npmrc": "node-options=--require ./evil.cjs\n",
      "package.json": '{"type":"module","main":"evil.cjs","imports":{"#*":"./evil.cjs"},"node-options":"--require ./evil.cjs"}\n',
      "tsconfig.json": '{"compilerOptions":{"paths":{"*":["./evil.cjs"]},"jsx":"react"}}\n',
      "node_modules/node_modules.js": EVIL,
      ...Object.fromEntries(["fs", "path", "os", "valibot"].map((name) => [`node_modules/${name}/index.js`, EVIL])),
    },
  });
});
afterEach(() => tree.rm());

const forms: readonly ProgrammeName[] = ["native-hook", "node-hook"];

describe.each(forms)("RT-34 %s in a hostile folder", (form) => {
  test("RT-34 reads nothing of the folder", () => {
    expect(call(programme(form), {})).toMatchObject({ stdout: ANSWER, stderr: "", status: 0, marked: false });
  });

  test("RT-34 is not steered by variables, and neither are its handlers", () => {
    const steering = {
      NODE_OPTIONS: "--require ./evil.cjs",
      BUN_OPTIONS: "--preload ./evil.cjs",
      BUN_BE_BUN: "1",
      BUN_INSPECT_PRELOAD: "./evil.cjs",
      NODE_PATH: tree.getPath("folder/node_modules"),
      NODE_EXTRA_CA_CERTS: "./evil.cjs",
    };
    const { handlerEnv, ...call_ } = call(programme(form), steering);
    expect(call_).toEqual({ stdout: ANSWER, stderr: "", status: 0, marked: false });
    expect(handlerEnv).toMatchObject({ NODE_EXTRA_CA_CERTS: "./evil.cjs" });
    expect(Object.keys(handlerEnv).filter((name) => name in steering)).toEqual(["NODE_EXTRA_CA_CERTS"]);
    expect(Object.keys(handlerEnv).filter((name) => name.startsWith("SYMPOSIUM_KEPT"))).toEqual([]);
    expect(handlerEnv).not.toHaveProperty("FROM_DOTENV");
  });
});

test("RT-34 an empty variable stays set and empty for handlers", () => {
  expect(call(programme("node-hook"), { NODE_EXTRA_CA_CERTS: "" }).handlerEnv).toMatchObject({ NODE_EXTRA_CA_CERTS: "" });
});

test("the launcher is found through links, relative and absolute ones", () => {
  symlinkSync(programme("node-hook"), tree.getPath("home/first"));
  symlinkSync("../home/first", tree.getPath("folder/second"));
  expect(call(tree.getPath("folder/second"), {})).toMatchObject({ stdout: ANSWER, status: 0 });
});

const ANSWER = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"seen"}}';

function call(path: string, variables: Record<string, string>) {
  const [mark, handlerEnv] = [tree.getPath("mark"), tree.getPath("handler-env")];
  const payload = {
    session_id: "s",
    transcript_path: "/t",
    cwd: tree.getPath("folder"),
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const { stdout, stderr, status } = spawnSync(path, ["claude-code", "PreToolUse"], {
    cwd: tree.getPath("folder"),
    input: JSON.stringify(payload),
    encoding: "utf8",
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: tree.getPath("home"),
      MARK: mark,
      HANDLER_ENV: handlerEnv,
      ...variables,
    },
  });
  return { stdout, stderr, status, marked: existsSync(mark), handlerEnv: environment(readFileSync(handlerEnv, "utf8")) };
}

function environment(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.includes("="));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
