import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { type GitSandbox, gitSandbox } from "../plugins/sources/git-sandbox.ts";
import { manifestText } from "../support/plugin.ts";
import { runInProcess } from "../support/run-in-process.ts";

async function sync(sandbox: GitSandbox, ...args: string[]) {
  const ended = await runInProcess({ args: ["plugin", "sync", ...args], context: sandbox.context, dist: sandbox.at("dist") });
  const plain = (text: string) => text.replaceAll(sandbox.root, "~");
  return { ...ended, stdout: plain(ended.stdout), stderr: plain(ended.stderr) };
}

const short = (text: string) => text.replaceAll(/[0-9a-f]{12}/g, "<commit>");

describe("PL-25 plugin sync", () => {
  test("PL-3 fetches the sources with auto-update, and a named one whatever it says", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("r");
    const still = sandbox.repository("s");
    sandbox.configure('name = "r"\ngit = "../../r"', 'name = "s"\ngit = "../../s"\nauto-update = false');
    const first = await sync(sandbox);
    expect({ ...first, stdout: short(first.stdout) }).toEqual({
      stdout: "Synced: r (fetched at <commit>)\n",
      stderr: "fetching r\n",
      exitCode: 0,
    });
    expect(short((await sync(sandbox)).stdout)).toBe("Synced: r (unchanged at <commit>)\n");
    expect(short((await sync(sandbox, "s")).stdout)).toBe("Synced: s (fetched at <commit>)\n");
    still.commit({ "new.txt": "" });
    expect(short((await sync(sandbox, "--update", "check", "s")).stdout)).toBe("Synced: s (fetched at <commit>)\n");
    expect((await sync(sandbox, "--update", "fetch")).stdout).toMatch(/: r .*\n.*: s /);
    expect(await sync(sandbox, "-q")).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  test("the index of hooks is made from what was fetched", async () => {
    await using sandbox = await gitSandbox();
    sandbox.repository("r", {
      "a/SYMPOSIUM.toml": manifestText("fetched-plugin", '[[hooks]]\nname = "h"\nevent = "PreToolUse"\nscript = "h.sh"\n'),
      "a/h.sh": "",
    });
    sandbox.configure('name = "r"\ngit = "../../r"');
    await sync(sandbox);
    const indexes = readdirSync(sandbox.places.index).map((name) => readFileSync(join(sandbox.places.index, name), "utf8"));
    expect(indexes.length).toBeGreaterThan(0);
    expect(indexes.every((text) => text.includes("fetched-plugin/h"))).toBe(true);
  });

  test("PL-3 a failed fetch exits 1, tells what stays in use, and the others are fetched", async () => {
    await using sandbox = await gitSandbox();
    const repository = sandbox.repository("r");
    sandbox.repository("s");
    sandbox.configure('name = "r"\ngit = "../../r"', 'name = "s"\ngit = "../../s"', 'name = "bad"\ngit = "ext::x"');
    await sync(sandbox);
    renameSync(repository.path, `${repository.path}-away`);
    const { stdout, stderr, exitCode } = await sync(sandbox, "--json");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 1 });
    const { answer, error, messages } = JSON.parse(stdout);
    expect(answer.sources.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
      "r kept",
      "s unchanged",
      "bad failed",
    ]);
    expect(error).toMatchObject({ code: "SOURCE", message: "2 of 3 sources could not be fetched: r, bad" });
    const day = new Date().toISOString().slice(0, 10);
    expect(messages.map(({ message }: { message: string }) => message)).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^source \`r\` could not be updated: .*does not appear to be a git repository; the copy fetched on ${day} stays in use$`,
        ),
      ),
    );
    expect(sandbox.plugins("r")).toEqual(["a"]);
  });

  test("an unknown name is an error that names the known ones", async () => {
    await using sandbox = await gitSandbox();
    sandbox.configure('name = "work"\ngit = "../../r"', 'name = "here"\npath = "x"');
    expect(await sync(sandbox, "wrok")).toEqual({
      stdout: "",
      stderr: 'error: no git source found for "wrok"\n\nhint: git sources are work\n',
      exitCode: 1,
    });
    expect((await sync(sandbox, "here")).stderr).toContain('source "here" is a folder and needs no fetching');
  });

  test("without git sources there is nothing to do", async () => {
    await using sandbox = await gitSandbox();
    sandbox.configure('name = "here"\npath = "x"');
    expect(await sync(sandbox)).toEqual({ stdout: "No git sources to sync.\n", stderr: "", exitCode: 0 });
    expect(existsSync(sandbox.places.cache)).toBe(false);
  });

  test("PL-2 without git it says so", async () => {
    await using sandbox = await gitSandbox();
    sandbox.configure('name = "r"\ngit = "owner/repo"');
    const { stderr, exitCode } = await sync({
      ...sandbox,
      context: { ...sandbox.context, env: { HOME: sandbox.at("home"), PATH: sandbox.at("cwd") } },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain("source `r` could not be fetched: git was not found on PATH; install it");
  });
});
