/** The Node launcher, which takes the place of a native program that does not answer; and what goes wrong on the way. */

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { TYPESCRIPT } from "../../../scripts/run-typescript.ts";
import { placesOf } from "../../../src/host/places.ts";
import { placeProgram } from "../../../src/setup/program/place-program.ts";
import { planProgram } from "../../../src/setup/program/plan-program.ts";
import { programPaths, removeProgram } from "../../../src/setup/program/program-files.ts";
import { capturedPayload } from "../../support/payloads.ts";
import { answering, createPackage, place, run, textOf } from "./program-package.ts";
import { hook, manifestText } from "../../support/plugin.ts";
import { generator } from "../../support/random.ts";
import { fewer, times } from "../../support/thoroughness.ts";

const ARM = Buffer.from(`7f454c46020101000000000000000000${"0200b700".padEnd(96, "0")}`, "hex");
const RISCV = Buffer.from(`7f454c46020101000000000000000000${"0200f300".padEnd(96, "0")}`, "hex");
const OTHER = process.arch === "arm64" ? RISCV : ARM;

/** Mounts are made in a namespace of their own, where the machine gives us one. */
const MOUNTS = "unshare -rm sh -ec";
const canMount = spawnSync("sh", ["-c", `${MOUNTS} 'mount -t tmpfs -o size=64k none "$0"' "${tmpdir()}"`]).status === 0;
const isRoot = process.getuid?.() === 0;

describe("the Node launcher takes the place of a native program that", () => {
  test.each<[string, string | Uint8Array | undefined, RegExp]>(
    fewer([
      ["is not in the package", undefined, /has no native program/],
      ["is built for another processor", OTHER, /is built for linux (arm64|riscv64), and this is linux/],
      ["is built for another system", Buffer.from("cffaedfe0c000001", "hex"), /is built for macos arm64, and this is linux/],
      ["is garbage", "touch marked; echo 'symposium-hook 1+a'\n", /is not a program that this system can run/],
      ["is empty", "", /is not a program/],
      ["is killed", "#!/bin/sh\nkill -KILL $$\n", /was ended by SIGKILL/],
      ["needs what the processor lacks", "#!/bin/sh\nkill -ILL $$\n", /instructions that this processor lacks/],
      ["fails", "#!/bin/sh\necho no such library >&2\nexit 127\n", /ended with exit code 127: no such library/],
      ["says something else", "#!/bin/sh\necho hello\n", /gave an unexpected answer/],
      ["has an interpreter that is not there", "#!/no/such/interpreter\n", /could not be started/],
    ]),
  )("RG-1 %s, and the reason is reported", async (_, native, why) => {
    await using ours = await createPackage(native);
    const placed = await place(ours.wish);
    expect(placed).toMatchObject({
      form: "node",
      change: "created",
      notNative: expect.stringMatching(why),
      version: expect.stringContaining("+"),
    });
    expect(placed.trouble).toBeUndefined();
    expect(run(ours.called)).toEqual({ status: 0, stdout: `symposium-hook ${placed.version}\n` });
    expect(existsSync(join(ours.bin, "marked")) || existsSync(join(ours.dist, "native/marked"))).toBe(false);
    const before = statSync(ours.called);
    expect(await place(ours.wish)).toEqual({ ...placed, change: "none" });
    expect(statSync(ours.called)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
    expect(readdirSync(ours.bin)).toEqual([expect.stringMatching(/^node-[0-9a-f]{16}$/), "symposium-hook"]);
  });

  test("RG-1 answers where it lies, but not from our directory", async () => {
    await using ours = await createPackage(`#!/bin/sh\ncase $0 in */native/*) echo "symposium-hook 1+a" ;; *) exit 126 ;; esac\n`);
    const plan = await planProgram(ours.wish);
    expect(plan.form).toBe("native");
    expect(await placeProgram(plan)).toMatchObject({
      form: "node",
      change: "created",
      notNative: expect.stringContaining("exit code 126"),
    });
  });

  test.skipIf(!canMount)("RG-1 may not be run, because the folder is mounted noexec: hooks will not run, and it is reported", async () => {
    await using ours = await createPackage(answering("1+a"));
    mkdirSync(ours.bin, { recursive: true });
    const script = `${MOUNTS} 'mount -t tmpfs -o noexec none "$0"; exec "$@"' "${ours.bin}" "$@"`;
    const tell = [process.execPath, ...TYPESCRIPT, join(import.meta.dirname, "place-and-tell.ts"), ours.dist];
    const { stdout } = spawnSync("sh", ["-c", script, "sh", ...tell], { env: ours.context.env as NodeJS.ProcessEnv, encoding: "utf8" });
    const [first, second] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ form: "node", change: "created", trouble: expect.stringContaining("noexec") });
    expect(second).toMatchObject({ form: "node", change: "none", trouble: expect.stringContaining("noexec") });
  });
});

describe("the launcher in our directory", () => {
  test.each(fewer(["home", "-a b", `it's "$HOME" \`id\``, "back\\slash %s", "line\nbreak", "名前", "deep/er/still"]))(
    "RG-1 answers a captured payload from %j",
    async (name) => {
      await using ours = await createPackage(undefined, name);
      await place(ours.wish);
      mkdirSync(ours.getPath(name, "plugins/p"), { recursive: true });
      writeFileSync(ours.getPath(name, "plugins/p/SYMPOSIUM.toml"), MANIFEST);
      writeFileSync(ours.getPath(name, "plugins/p/deny.sh"), "echo not today >&2; exit 2\n");
      const payload = JSON.stringify(capturedPayload("claude-code", "PreToolUse.shell"));
      const { status, stdout } = run(ours.called, ["claude-code", "PreToolUse"], payload, ours.context.env);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    },
  );

  test("RG-1 a directory that is named relative to where we are is meant from there", async () => {
    await using ours = await createPackage(answering("1+a"));
    const places = placesOf({ ...ours.context, env: { SYMPOSIUM_HOME: "rel/ative" } });
    expect(await place({ ...ours.wish, places })).toMatchObject({ program: ours.getPath("rel/ative/bin/symposium-hook") });
  });

  test("RG-1 uses the Node that ran us before any on PATH, and those on PATH once that one is gone", async () => {
    await using ours = await createPackage();
    const fake = (name: string) => {
      mkdirSync(ours.getPath(dirname(name)), { recursive: true });
      writeFileSync(ours.getPath(name), `#!/bin/sh\necho "symposium-hook ${name.replaceAll("/", "-")} \${1##*/}"\n`, { mode: 0o755 });
      return ours.getPath(name);
    };
    const node = fake("it's mine/node");
    fake("path/node");
    await place({ ...ours.wish, node });
    const env = { PATH: `${ours.getPath("path")}:/usr/bin:/bin` };
    expect(run(ours.called, [], "", env).stdout).toBe("symposium-hook it's mine-node hook.cjs\n");
    rmSync(node);
    expect(run(ours.called, [], "", env).stdout).toBe("symposium-hook path-node hook.cjs\n");
    expect(run(ours.called, [], "", { PATH: "/no/such/folder" })).toEqual({ status: 0, stdout: "" });
  });

  test("RG-1 never starts scripts of another version: those of the upgrade get a folder of their own", async () => {
    await using ours = await createPackage();
    await place(ours.wish);
    const [first] = readdirSync(ours.bin);
    writeFileSync(join(ours.dist, "bin/node/hook-new.cjs"), "");
    await place(ours.wish);
    const [one, other] = readdirSync(ours.bin).filter((name) => name.startsWith("node-"));
    expect([one, other]).toContain(first);
    expect(textOf(ours.called)).toContain(`symposium_scripts=${one === first ? other : one}\n`);
    writeFileSync(join(ours.dist, "bin/node/hook-newer.cjs"), "");
    await place(ours.wish);
    expect(readdirSync(ours.bin)).not.toContain(first);
  });
});

describe("faults", () => {
  test("RG-16 killed at any moment: the old program or the new one is there, whole", { timeout: 180_000 }, async () => {
    await using ours = await createPackage(answering("1+a"));
    await using others = await createPackage(answering("2+b"));
    await using plain = await createPackage();
    const file = join(import.meta.dirname, "place-over-and-over.ts");
    const answers = new Set<string>();
    const random = generator();
    for (let kills = 0; kills < times({ quick: 3, sample: 10, all: 25, proof: 25 }); kills++) {
      const child = spawn(process.execPath, [...TYPESCRIPT, file, ours.dist, others.dist, plain.dist], {
        env: ours.context.env as NodeJS.ProcessEnv,
      });
      const ended = new Promise((resolve) => child.on("exit", resolve));
      // After so many placings, and somewhere within the next.
      for (let placed = kills % 5; placed >= 0; placed--) await new Promise((resolve) => child.stdout.once("data", resolve));
      await pause(random() * 10);
      child.kill("SIGKILL");
      await ended;
      const { status, stdout } = run(ours.called);
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^symposium-hook (1\+a|2\+b|0\.1\.0\+[0-9a-f]+)\n$/) });
      answers.add(stdout);
    }
    expect(answers.size).toBeGreaterThan(1);
    expect((await place({ ...plain.wish, places: ours.wish.places })).trouble).toBeUndefined();
    expect((await place(ours.wish)).change).toBe("replaced");
    expect(readdirSync(ours.bin).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test.skipIf(!canMount && isRoot)("RG-10 a folder that is read-only: what, where and what to do", async () => {
    await using ours = await createPackage(answering("1+a"));
    mkdirSync(ours.bin, { recursive: true });
    chmodSync(ours.bin, 0o555);
    const script = `${MOUNTS} 'mount -t tmpfs -o ro none "$0"; exec "$@"' "${ours.bin}" "$@"`;
    const tell = [process.execPath, ...TYPESCRIPT, join(import.meta.dirname, "place-and-tell.ts"), ours.dist];
    const { stdout } = spawnSync("sh", ["-c", canMount ? script : '"$@"', "sh", ...tell], {
      env: ours.context.env as NodeJS.ProcessEnv,
      encoding: "utf8",
    });
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toEqual({
      error: "UserError",
      code: "NOT-PLACED",
      message: expect.stringContaining(`cannot write the hook program to ${ours.called}: E`),
      hint: expect.stringMatching(/^(?:run `chmod u\+wx .*`, or|the file system is read-only:) set SYMPOSIUM_HOME to a writable folder$/),
    });
  });

  test("RG-10 something else where our folder or the program should be is left alone", async () => {
    await using ours = await createPackage(answering("1+a"));
    writeFileSync(ours.getPath("home"), "a file");
    await expect(place(ours.wish)).rejects.toMatchObject({ code: "NOT-PLACED", hint: expect.stringContaining("in the way") });
    rmSync(ours.getPath("home"));
    mkdirSync(join(ours.called, "mine"), { recursive: true });
    await expect(place(ours.wish)).rejects.toMatchObject({ code: "NOT-PLACED", hint: expect.stringContaining("in the way") });
    expect(readdirSync(ours.bin)).toEqual(["symposium-hook"]);
    expect(removeProgram(ours.wish.places)).toEqual([]);
    expect(existsSync(join(ours.called, "mine"))).toBe(true);
  });

  test("RG-10 a package without the hook program is said to be incomplete", async () => {
    await using ours = await createPackage(answering("1+a"));
    rmSync(join(ours.dist, "bin"), { recursive: true });
    await expect(planProgram(ours.wish)).rejects.toMatchObject({ code: "PACKAGE", hint: "install Symposium again" });
  });
});

test("RG-14 removal takes every form and what was left behind, the folder when it is empty, and nothing else", async () => {
  await using ours = await createPackage();
  await place(ours.wish);
  writeFileSync(join(ours.bin, ".symposium-hook.new.1.abc"), "");
  expect(programPaths(ours.wish.places)).toHaveLength(4);
  expect(existsSync(ours.called)).toBe(true);
  writeFileSync(join(ours.bin, "mine"), "");
  expect(removeProgram(ours.wish.places)[0]).toBe(ours.called);
  expect(readdirSync(ours.bin)).toEqual(["mine"]);
  rmSync(join(ours.bin, "mine"));
  expect(removeProgram(ours.wish.places)).toEqual([ours.bin]);
  expect(removeProgram(ours.wish.places)).toEqual([]);
});

const MANIFEST = manifestText("p", hook("deny"));
