import { appendFileSync, chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { STARTED_MARK } from "../../src/host/start-process.ts";
import { ENTER, LEFT } from "../support/at-terminal.ts";
import { BESIDE, type BesideHome, besideHome, CONFIG, GUARD, NOW } from "../support/beside.ts";
import { hook, says } from "../support/plugin.ts";

const HOUR = 3_600_000;
const QUESTION = "without asking again?";
const YES = [LEFT, ENTER];

async function developed(home: BesideHome, now = NOW): Promise<void> {
  const { exitCode, unasked, stderr } = await home.use(["use", "--dev", "../lib"], [[QUESTION, YES]], { now });
  expect({ exitCode, unasked, stderr }).toMatchObject({ exitCode: 0, unasked: [] });
}

const rewrite = (home: BesideHome, reason: string) => writeFileSync(home.at("home/lib/guard.sh"), says({ decision: "deny", reason }));

describe.each(Object.entries(BESIDE))("PL-17 `use --dev`: %s", (_, beside) => {
  test("runs what is written there without asking, for 8 hours, and says so in every status", async () => {
    await using home = await besideHome(beside);
    const { stdout, stderr } = await home.use(["use", "--dev", "../lib"], [[QUESTION, YES]]);
    expect(stdout).toContain("hook guard");
    expect(stderr).toContain("whatever writes there, an agent too, runs as you");
    expect(await home.answer()).toMatch(/^deny: .*Not here\./s);
    rewrite(home, "Edited.");
    expect(await home.answer({ now: NOW + HOUR })).toMatch(/^deny: .*Edited\./s);
    for (const cwd of [home.project, home.home]) {
      const status = await home.use(["status"], [], { cwd, now: NOW + HOUR });
      expect(status.stdout).toContain("whatever writes here, an agent too, runs as you");
      expect(status.stdout).toContain("~/lib runs in ~/work until 2026-11-18 17:00");
    }
    // A guard does not open when the time is over.
    expect(await home.answer({ now: NOW + 8 * HOUR })).toMatch(/^deny: .*the 8 hours of `use --dev` are over/s);
    expect((await home.use(["status"], [], { now: NOW + 8 * HOUR })).stdout).not.toContain("runs as you");
  });
});

describe("PL-17 a folder with more files than a consent covers", () => {
  async function large(): Promise<BesideHome> {
    const home = await besideHome();
    for (let at = 0; at < 2_001; at++) home.write(`home/lib/build/${at}.js`, "");
    return home;
  }

  test("runs with `use --dev`, and its guard denies afterwards", async () => {
    await using home = await large();
    await developed(home);
    expect(await home.answer()).toMatch(/^deny: .*Not here\./s);
    rewrite(home, "Edited.");
    expect(await home.answer({ now: NOW + HOUR })).toMatch(/^deny: .*Edited\./s);
    const over = await home.answer({ now: NOW + 8 * HOUR });
    expect(over).toMatch(/^deny: /);
    expect(over).not.toContain("Edited.");
  });

  test("does not run without it, and `use` and `trust accept` say why", async () => {
    await using home = await large();
    for (const args of [
      ["use", "../lib"],
      ["trust", "accept", "widget"],
    ])
      expect((await home.use(args)).stderr, args.join(" ")).toMatch(/cannot be verified: .*a consent covers at most 2000 files/s);
    expect(await home.answer()).toBe("");
  });
});

describe("PL-17 the hours of `use --dev`", () => {
  test("end where the clock is before the user's yes", async () => {
    await using home = await besideHome();
    await developed(home);
    rewrite(home, "Edited.");
    expect(await home.answer({ now: NOW - 1000 })).toMatch(/^deny: .*the 8 hours of `use --dev` are over/s);
    expect(await home.answer()).toMatch(/^deny: .*Edited\./s);
  });

  test("end in a call that finds nothing changed, and unchanged bytes of the beginning still run", async () => {
    await using home = await besideHome();
    await developed(home);
    await home.answer();
    expect(await home.answer({ now: NOW + 9 * HOUR })).toMatch(/^deny: .*Not here\./s);
    rewrite(home, "Edited.");
    expect(await home.answer({ now: NOW + HOUR })).toMatch(/Edited\./);
    expect(await home.answer({ now: NOW + 9 * HOUR })).not.toContain("Edited.");
  });

  test("end while the config is broken, and the last index stays in use", async () => {
    await using home = await besideHome();
    await developed(home);
    rewrite(home, "Edited.");
    expect(await home.answer()).toContain("Edited.");
    rmSync(home.at("home/.symposium/last-good"), { recursive: true, force: true });
    writeFileSync(home.at("home/.symposium/config.toml"), "= broken");
    const late = await home.answer({ now: NOW + 9 * HOUR });
    expect(late).toMatch(/^deny: /);
    expect(late).not.toContain("Edited.");
  });

  test("may begin again, and a new hook is called after `sync`", async () => {
    await using home = await besideHome();
    await developed(home);
    writeFileSync(home.at("home/lib/SYMPOSIUM.toml"), `${GUARD}${hook("late", "Stop", 'on-failure = "closed"\n', "guard")}`);
    await home.use(["sync"]);
    expect(readFileSync(home.at("home/.claude/settings.json"), "utf8")).toContain('"Stop"');
    await developed(home, NOW + 7 * HOUR);
    rewrite(home, "Edited.");
    expect(await home.answer({ now: NOW + 14 * HOUR })).toContain("Edited.");
  });

  test("do not count for the same name from elsewhere", async () => {
    await using home = await besideHome();
    await developed(home);
    const { project } = BESIDE["npm file:"]!;
    cpSync(home.at("home/lib"), home.at("home/work/inside"), { recursive: true });
    writeFileSync(home.at("home/work/inside/guard.sh"), says({ decision: "deny", reason: "Stranger." }));
    writeFileSync(home.at("home/work/package.json"), project["package.json"]!.replace("file:../lib", "file:./inside"));
    writeFileSync(home.at("home/.symposium/config.toml"), `${CONFIG}[plugins]\nuse = ["widget"]\n`);
    expect(await home.answer()).not.toContain("Stranger.");
  });

  test.each<readonly [string, (home: BesideHome) => Promise<unknown> | void]>([
    ["`trust revoke`", (home) => home.use(["trust", "revoke", "widget", "--yes"])],
    ["`use --remove`", (home) => home.use(["use", "../lib", "--remove", "--yes"])],
    [
      "another folder in its place",
      (home) => (
        renameSync(home.at("home/lib"), home.at("home/old")),
        cpSync(home.at("home/old"), home.at("home/lib"), { recursive: true })
      ),
    ],
    ["a folder that every user can write to", (home) => chmodSync(home.at("home/lib"), 0o777)],
    ["a policy of the user", (home) => appendFileSync(home.at("home/.symposium/config.toml"), "[policy]\ndisable-dev-folders = true\n")],
    [
      "a policy of the project",
      (home) => writeFileSync(home.at("home/work/symposium-policy.toml"), "[policy]\ndisable-dev-folders = true\n"),
    ],
    ["a scanner", (home) => appendFileSync(home.at("home/.symposium/config.toml"), '[policy]\nscanner = "/bin/true"\n')],
  ])("end with %s", async (_, change) => {
    await using home = await besideHome();
    await developed(home);
    rewrite(home, "Edited.");
    expect(await home.answer()).toContain("Edited.");
    await change(home);
    rewrite(home, "Later.");
    const after = await home.answer();
    expect(after).not.toContain("Edited.");
    expect(after).not.toContain("Later.");
  });

  test("after `use --remove` nothing of them is left when the folder is used again", async () => {
    await using home = await besideHome();
    await developed(home);
    await home.use(["use", "../lib", "--remove", "--yes"]);
    await home.use(["use", "../lib"], [["run this?", [ENTER]]]);
    expect(await home.answer()).toBe("");
  });
});

describe("PL-27 `use --dev` is refused", () => {
  test.each([
    ["without a terminal", undefined, /needs an answer at a terminal/],
    ["to an agent", { CLAUDECODE: "1" }, /only you can decide what runs, and an agent started this/],
    ["to what Symposium started", { [STARTED_MARK]: "1" }, /only you can decide what runs, and Symposium started this/],
  ])("%s", async (_, env, why) => {
    await using home = await besideHome();
    const args = ["use", "--dev", "../lib"];
    const ran = env === undefined ? await home.run(args, { cwd: home.project }) : await home.use(args, [], { env });
    expect(ran).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(why) });
    expect(existsSync(home.at("home/.symposium/consent.json"))).toBe(false);
  });

  test("by a policy, which it names", async () => {
    await using home = await besideHome();
    appendFileSync(home.at("home/.symposium/config.toml"), "[policy]\ndisable-dev-folders = true\n");
    const { exitCode, stderr } = await home.use(["use", "--dev", "../lib"]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("the user policy forbids it (`disable-dev-folders`"),
    });
    expect(existsSync(home.at("home/.symposium/consent.json"))).toBe(false);
  });

  test("by a no, after which the folder is used and its code asks", async () => {
    await using home = await besideHome();
    const { exitCode, stderr } = await home.use(["use", "--dev", "../lib"], [[QUESTION, [ENTER]]]);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("~/lib is used here, and Symposium asks before its code runs"),
    });
    expect(await home.answer()).toBe("");
    expect((await home.use(["trust", "list"])).stdout).toMatch(/waiting +widget/);
  });

  test("for a name", async () => {
    await using home = await besideHome();
    expect(await home.use(["use", "--dev", "widget"])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--dev needs a folder"),
    });
  });
});
