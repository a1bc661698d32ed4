/** Homes, configs, indexes and folders that are not as they should be: the built programs answer all the same. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";

import { describe, expect, test } from "vitest";

import { BUILT, createHome, environmentOf } from "../support/home.ts";
import { hook, plugin } from "../support/plugin.ts";
import { capturedPayload } from "../support/payloads.ts";
import { arranged, context, SHELL, SILENT, speaker } from "./calling.ts";
import { inTurns, times, turnsOf } from "../support/thoroughness.ts";

/** Mounts are made in a namespace of their own, where the machine gives us one. */
const MOUNTS = "unshare -rm sh -ec";
const canMount = spawnSync("sh", ["-c", `${MOUNTS} 'mount -t tmpfs -o size=64k none "$0"' "${tmpdir()}"`]).status === 0;

/** The folder its handler was started in. */
const WHERE = 'cat >/dev/null; printf \'{"PreToolUse":{"additionalContext":"%s"}}\' "$(pwd -P)"';

/** Bytes from one cut of an index to the next. */
const STEP = times({
  quick: { "native-hook": 300, "node-hook": 800 },
  sample: { "native-hook": 100, "node-hook": 400 },
  all: { "native-hook": 10, "node-hook": 150 },
  proof: { "native-hook": 10, "node-hook": 150 },
});

describe.concurrent.each(BUILT)("files of the system that %s meets when it starts", (form) => {
  const isTurn = turnsOf(form, BUILT);
  const names = [
    ["spaces and a dash", "-my  home "],
    ["quotes", `it's "mine"`],
    ["what a shell would expand", "$HOME `id` $(id) * [x] ? ~ ! & ; | #"],
    ["a backslash and a percent sign", "back\\slash %s %20"],
    ["a line break and a tab", "line\nbreak\ttab"],
    ["characters of other scripts", "Üñï 名前 🏠"],
    ["TOML and JSON", `"]}'''=#`],
  ] as const;

  test.each(inTurns(names, form, BUILT))("RT-12 RT-14 a home with %s in its name", async (_, name) => {
    const script = 'cat >/dev/null; [ -f "$SYMPOSIUM_say" ] && say.sh 2>/dev/null; echo \'{"PreToolUse":{"additionalContext":"hello"}}\'';
    await using home = await createHome(speaker(script));
    const awkward = home.getPath(name);
    mkdirSync(awkward);
    cpSync(home.getPath("plugins"), `${awkward}/plugins`, { recursive: true });
    const env = { HOME: awkward, SYMPOSIUM_HOME: awkward };
    for (const index of ["rebuilt", "fresh"]) {
      expect(await home.call("claude", "PreToolUse", { ...SHELL, cwd: awkward }, { form, env, cwd: awkward })).toEqual(context());
      expect(JSON.parse(readFileSync(`${awkward}/trace/trace.jsonl`, "utf8").trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
        index,
        cwd: awkward,
      });
    }
  });

  test.runIf(isTurn())("RT-21 a home that is a file: silence and a line on stderr", async () => {
    await using home = await createHome({}, { file: "" });
    const { stdout, stderr, exitCode } = await home.call("claude", "PreToolUse", SHELL, {
      form,
      env: { SYMPOSIUM_HOME: home.getPath("file") },
    });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(/^symposium: [^\n]*file\/places\.json [^\n]*\n$/);
  });

  test.runIf(isTurn())("RT-12 a home named relative to the folder we are started in works for handlers in other folders", async () => {
    await using home = await createHome(speaker());
    for (const index of ["rebuilt", "fresh"]) {
      expect(await home.call("claude", "PreToolUse", { ...SHELL, cwd: "/" }, { form, env: { SYMPOSIUM_HOME: ".." } })).toEqual(context());
      expect(home.trace().at(-1)).toMatchObject({ index });
    }
  });

  test.runIf(isTurn())("RT-21 a home that is not there yet", async () => {
    await using home = await createHome();
    expect(await home.call("claude", "PreToolUse", SHELL, { form, env: { SYMPOSIUM_HOME: home.getPath("a/b/c") } })).toEqual(SILENT);
    expect(readFileSync(home.getPath("a/b/c/trace/trace.jsonl"), "utf8")).toContain('"PreToolUse"');
  });

  test.runIf(isTurn())("RT-21 without HOME, but with SYMPOSIUM_HOME", async () => {
    await using home = await createHome(speaker());
    expect(await arranged(home, form, 'unset HOME; "$@"')).toEqual(context());
    expect(await arranged(home, form, 'HOME= "$@"')).toEqual(context());
  });

  test.skipIf(!canMount)("RT-21 without any home in the environment the user's is asked for", async () => {
    await using home = await createHome({}, { ".symposium/plugins": speaker() });
    const user = process.getuid?.() ?? 0;
    writeFileSync(home.getPath("passwd"), `someone:x:0:0::${home.path}:/bin/sh\nother:x:${user || 1}:${user || 1}::${home.path}:/bin/sh\n`);
    const script = `${MOUNTS} 'mount --bind "$HOME/passwd" /etc/passwd; unset HOME SYMPOSIUM_HOME; exec "$@"' sh "$@"`;
    expect(await arranged(home, form, script)).toEqual(context());
    expect(readFileSync(home.getPath(".symposium/trace/trace.jsonl"), "utf8")).toContain("speaker/say");
  });

  test.each(
    inTurns(
      [
        ["a folder", (file: string) => mkdirSync(file)],
        ["a link to itself", (file: string) => symlinkSync(file, file)],
        ["a pipe no one writes to", (file: string) => execFileSync("mkfifo", [file])],
        ["not UTF-8", (file: string) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00, 0x80]))],
      ],
      form,
      BUILT,
    ),
  )("RT-21 RT-37 a config.toml that is %s: the last good one goes on, and it is reported", async (_, spoil) => {
    await using home = await createHome(speaker(), { "config.toml": "" });
    await home.call("claude", "PreToolUse", SHELL, { form });
    rmSync(home.getPath("config.toml"));
    spoil(home.getPath("config.toml"));
    const { stderr, stdout, exitCode } = await home.call("claude", "PreToolUse", SHELL, { form });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      systemMessage: expect.stringContaining("config.toml"),
      hookSpecificOutput: { additionalContext: "hello" },
    });
    expect(stderr).toMatch(/^symposium: [^\n]*config\.toml[^\n]*\n$/);
    expect(home.trace().at(-1)).toMatchObject({ index: "rebuilt", problems: [expect.stringContaining("config.toml")] });
  });

  test.runIf(isTurn())("RT-28 a manifest that is a pipe costs that plugin only", async () => {
    await using home = await createHome({ ...speaker(), odd: {} });
    execFileSync("mkfifo", [home.getPath("plugins/odd/SYMPOSIUM.toml")]);
    expect(await home.call("claude", "PreToolUse", SHELL, { form })).toEqual(context());
  });

  test.each(inTurns(["trace", "sessions", "index", "locks"], form, BUILT))(
    "RT-24 RT-25 RT-28 a file where the folder %s should be costs no answer",
    async (name) => {
      const failing = plugin("fails", hook("fail"), { "fail.sh": "exit 1" });
      await using home = await createHome({ ...speaker(), ...failing }, { [name]: "in the way" });
      const { stdout, exitCode } = await home.call("claude", "PreToolUse", SHELL, { form });
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        systemMessage: expect.stringContaining("fails/fail"),
        hookSpecificOutput: { additionalContext: "hello" },
      });
    },
  );

  /** Code 99 says that the place can be written to after all. What is filled is bounded, should it be the machine's own disk. */
  const probe = (folder: string) => `if echo x >${folder}/probe; then exit 99; fi; exec "$@"`;
  const mounted = [
    ["a trace folder that cannot be written to", `mkdir ../trace; mount -t tmpfs -o ro none ../trace; ${probe("../trace")}`],
    [
      "a trace folder on a full disk",
      `mkdir ../trace; mount -t tmpfs -o size=16k none ../trace; head -c 20000 /dev/zero >../trace/fill || :; ${probe("../trace")}`,
    ],
    ["a home that cannot be written to", `mount --bind "$HOME" "$HOME"; mount -o remount,ro,bind "$HOME"; cd "$HOME"; ${probe(".")}`],
    [
      "a home on a full disk",
      `mount -t tmpfs -o size=256k none "$HOME/work"; cd "$HOME/work"; cp -r ../plugins .; head -c 300000 /dev/zero >fill || :; SYMPOSIUM_HOME=$PWD; ${probe(".")}`,
    ],
  ] as const;

  test.skipIf(!canMount).each(inTurns(mounted, form, BUILT))("RT-24 RT-25 RT-28 %s costs no answer", async (_, inside) => {
    const failing = plugin("fails", hook("fail"), { "fail.sh": "exit 1" });
    await using home = await createHome({ ...speaker(), ...failing });
    const { stdout, exitCode } = await arranged(home, form, `${MOUNTS} "$INSIDE" sh "$@"`, {
      env: { ...environmentOf(home.path), INSIDE: inside },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      systemMessage: expect.stringContaining("fails/fail"),
      hookSpecificOutput: { additionalContext: "hello" },
    });
  });

  // One call after the other, each of which makes the index again, while all tests of this file run.
  test.runIf(isTurn())("RT-28 an index torn at any byte is rebuilt", { timeout: 180_000 }, async () => {
    await using home = await createHome(speaker());
    await home.call("claude", "PreToolUse", SHELL, { form });
    const file = home.getPath("index/no-workspace");
    const whole = readFileSync(file);
    for (let cut = 0; cut < whole.length; cut += STEP[form]) {
      writeFileSync(file, whole.subarray(0, cut));
      expect(await home.call("claude", "PreToolUse", SHELL, { form }), `cut at ${cut}`).toEqual(context());
      expect(home.trace().at(-1)).toMatchObject({ index: "rebuilt", problems: [] });
    }
  });

  test.runIf(isTurn())("RT-28 an index that kept its length and lost its content in a crash is rebuilt", { timeout: 180_000 }, async () => {
    await using home = await createHome(speaker());
    await home.call("claude", "PreToolUse", SHELL, { form });
    const file = home.getPath("index/no-workspace");
    const whole = readFileSync(file);
    const lines = [0, whole.indexOf("\n") + 1, whole.lastIndexOf("\n", -2) + 1];
    for (const kept of inTurns(
      lines.flatMap((start) => [start, start + 5]),
      form,
      BUILT,
    )) {
      writeFileSync(file, Buffer.concat([whole.subarray(0, kept), Buffer.alloc(whole.length - kept)]));
      expect(await home.call("claude", "PreToolUse", SHELL, { form }), `kept ${kept}`).toEqual(context());
      await home.call("claude", "UserPromptSubmit", capturedPayload("claude-code", "UserPromptSubmit"), { form });
      expect(readFileSync(file).includes(0)).toBe(false);
    }
  });

  const folders: readonly (readonly [what: string, cwd: unknown])[] = [
    ["is not there", "/no/such/folder"],
    ["is a file", "/etc/passwd"],
    ["is empty", ""],
    ["is not a path", "a\0b"],
    ["is too long", `/${"x".repeat(100_000)}`],
    ["is not a text", 5],
  ];

  test.each(inTurns(folders, form, BUILT))("RT-12 a payload whose cwd %s: the handler runs where we were started", async (_, cwd) => {
    await using home = await createHome(speaker(WHERE));
    expect(await home.call("claude", "PreToolUse", { ...SHELL, cwd }, { form })).toEqual(context(realpathSync(home.getPath("work"))));
  });

  test.runIf(isTurn())("RT-12 a folder of the payload that is gone: the handler runs in its workspace", async () => {
    await using home = await createHome(speaker(WHERE), { "project/.git/HEAD": "" });
    const cwd = home.getPath("project/src/gone");
    expect(await home.call("claude", "PreToolUse", { ...SHELL, cwd }, { form })).toEqual(context(realpathSync(home.getPath("project"))));
    expect(home.trace()[0]).toMatchObject({ cwd, workspace: home.getPath("project") });
  });
});

describe.each(BUILT)("%s in a folder that was deleted before it is started there", (form) => {
  const inDeleted = 'mkdir gone; cd gone; rmdir ../gone; "$@"';

  test("RT-12 RT-21 the handler runs in the payload's folder, else at the root", async () => {
    await using home = await createHome(speaker(WHERE));
    const { stdout } = await arranged(home, form, inDeleted, { input: JSON.stringify({ ...SHELL, cwd: home.getPath("work") }) });
    expect(stdout).toBe(context(realpathSync(home.getPath("work"))).stdout);
    expect((await arranged(home, form, inDeleted)).stdout).toBe(context("/").stdout);
  });
});
