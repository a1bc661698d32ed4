/** What the built programs make of a stdin, stdout or command line that is not as it should be (RT-21). */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readFileSync, writeSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { program } from "../foundation/programs.ts";
import { type Answered, BUILT, createHome, environmentOf, type Home } from "../support/home.ts";
import { inTurns, turnsOf } from "../support/thoroughness.ts";
import { arranged, type BuiltForm, context, SHELL, SILENT, speaker } from "./calling.ts";
import { says } from "../support/plugin.ts";

const PAYLOAD = JSON.stringify(SHELL);
const closedSpeaker = speaker(says({ additionalContext: "hello" }), 'on-failure = "closed"');
const hasPerl = spawnSync("perl", ["-MFcntl", "-e", "1"]).status === 0;
const hasTerminals = spawnSync("script", ["--version"]).error === undefined;

const denied = expect.stringMatching(/"permissionDecision":"deny".*speaker\/say.*could not be read/);

describe.concurrent.each(BUILT)("streams and arguments of the process %s", (form) => {
  const isTurn = turnsOf(form, BUILT);
  test.skipIf(!hasPerl)("RT-21 a stdin that does not block is waited for", async () => {
    await using home = await createHome(speaker(), { payload: PAYLOAD });
    const script = `cd ..; { head -c 30 payload; sleep 0.3; tail -c +31 payload; } | ${unblocked("STDIN")}`;
    expect(await arranged(home, form, script)).toEqual(context());
  });

  test.runIf(isTurn())("RT-21 a stdin that is never closed is done with when the payload is whole", async () => {
    await using home = await createHome(speaker());
    expect(await throughPipe(home, form, (fd) => writeSync(fd, PAYLOAD))).toEqual(context());
  });

  test.runIf(isTurn())(
    "RT-21 a stdin that is never closed and never whole is given up: closed hooks deny, and it is reported",
    async () => {
      await using home = await createHome(closedSpeaker);
      const answered = await throughPipe(home, form, (fd) => writeSync(fd, PAYLOAD.slice(0, -1)));
      expect(answered).toEqual({ stdout: denied, stderr: "symposium: the payload is not a JSON object\n", exitCode: 0 });
      expect(home.trace()[0]?.problems).toEqual(["the payload is not a JSON object"]);
    },
  );

  test.each(
    inTurns(
      [
        ["closed", '"$@" <&-'],
        ["empty", '"$@" </dev/null'],
        ["white space", 'echo "  " | "$@"'],
        ["a folder", '"$@" <.'],
        ["only to be written to", '"$@" 0>"$HOME/written"'],
        ["endless", 'yes "not JSON" | head -c 3000000 | "$@"'],
      ],
      form,
      BUILT,
    ),
  )("RT-21 a stdin that is %s: nothing on stdout and exit 0, but closed hooks deny", async (_, script) => {
    await using home = await createHome(speaker());
    const { stdout, stderr, exitCode } = await arranged(home, form, script);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(/^symposium: [^\n]*\n$/);
    expect(home.trace()).toMatchObject([{ problems: [expect.any(String)], ran: [], exit: 0 }]);
    await using guarded = await createHome(closedSpeaker);
    expect(await arranged(guarded, form, script)).toMatchObject({ stdout: denied, exitCode: 0 });
  });

  test.skipIf(!hasTerminals)("RT-21 a stdin that is a terminal is not waited for, and it is reported", async () => {
    await using home = await createHome(closedSpeaker);
    const inside = `'${program(form)}' claude PreToolUse >out 2>err; echo $? >code`;
    await arranged(home, form, `script -qec "$INSIDE" /dev/null </dev/null >/dev/null`, {
      env: { ...environmentOf(home.path), INSIDE: inside },
    });
    const said = (name: string) => readFileSync(home.getPath("work", name), "utf8");
    expect({ stdout: said("out"), stderr: said("err"), code: said("code") }).toEqual({
      stdout: denied,
      stderr: expect.stringMatching(/^symposium: stdin is a terminal[^\n]*\n$/),
      code: "0\n",
    });
  });

  test.each(
    inTurns(
      [
        ["closed", '"$@" >&-; echo $? >&2'],
        ["full", '"$@" >/dev/full; echo $? >&2'],
        ["without a reader", '{ "$@"; echo $? >&2; } | :'],
      ],
      form,
      BUILT,
    ),
  )("RT-21 a stdout that is %s costs neither the exit code nor the trace", async (_, script) => {
    await using home = await createHome(speaker());
    expect(await arranged(home, form, script)).toEqual({ ...SILENT, stderr: "0\n" });
    expect(home.trace()).toMatchObject([{ ran: [{ exit: 0 }], problems: [] }]);
  });

  test.skipIf(!hasPerl)("RT-21 an answer longer than a pipe that does not block is written whole to a slow reader", async () => {
    const command = "x".repeat(900_000);
    await using home = await createHome(speaker(says({ updatedInput: { command } })));
    const { stdout, stderr } = await arranged(home, form, `{ ${unblocked("STDOUT")}; echo $? >&2; } | { sleep 0.3; cat; }`);
    expect(JSON.parse(stdout).hookSpecificOutput.updatedInput.command).toBe(command);
    expect(stderr).toBe("0\n");
  });

  test.each(
    inTurns(
      [
        ["no argument", []],
        ["one argument", ["claude"]],
        ["an empty argument", ["", ""]],
        ["an option", ["--help"]],
        ["an unknown agent", ["nobody", "PreToolUse"]],
        ["the name of a property every object has", ["constructor", "__proto__"]],
        ["an unknown event", ["claude", "toString"]],
        ["an event of another agent", ["gemini", "PostToolBatch"]],
      ],
      form,
      BUILT,
    ),
  )("RT-21 %s on the command line: nothing on stdout, one line on stderr and in the trace, exit 0", async (_, call) => {
    await using home = await createHome(closedSpeaker);
    const { stdout, stderr, exitCode } = await arranged(home, form, '"$@"', { call });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 0 });
    expect(stderr).toMatch(/^symposium: (usage|unknown)[^\n]*\n$/);
    expect(home.trace()).toMatchObject([{ problems: [stderr.slice("symposium: ".length, -1)], exit: 0 }]);
  });
});

/** Runs `"$@"` with a descriptor that does not block; Node would make it block again for a child it starts. */
function unblocked(descriptor: "STDIN" | "STDOUT"): string {
  return `perl -MFcntl -e 'fcntl(${descriptor}, F_SETFL, fcntl(${descriptor}, F_GETFL, 0) | O_NONBLOCK) or die; exec @ARGV' "$@"`;
}

/** The answer of a program whose stdin is a pipe that this process keeps open. */
async function throughPipe(home: Home, form: BuiltForm, feed: (fd: number) => void): Promise<Answered> {
  execFileSync("mkfifo", [home.getPath("stdin")]);
  const fd = openSync(home.getPath("stdin"), constants.O_RDWR);
  try {
    const child = spawn(program(form), ["claude", "PreToolUse"], {
      env: environmentOf(home.path),
      cwd: home.path,
      stdio: [fd, "pipe", "pipe"],
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name]?.setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
    feed(fd);
    const exitCode = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { ...texts, exitCode: exitCode ?? -1 };
  } finally {
    closeSync(fd);
  }
}
