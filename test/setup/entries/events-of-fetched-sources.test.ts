/** Events that a source newly asks for are registered in the background, as soon as the source is there. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { placesOf } from "../../../src/host/places.ts";
import { refreshWorkspace } from "../../../src/setup/workspace/refresh.ts";
import { household, type Household } from "../../commands/command-line.ts";
import { hook, manifestText } from "../../support/plugin.ts";

const GEMINI = ".gemini/settings.json";
const THEIRS = '{\n  // mine\n  "theme": "dark"\n}\n';
const MANIFEST = manifestText("compact", hook("h", "PreCompact"));

test("RG-3, RG-22 a git source that is fetched asks for an event: the refresh registers it, and the event is not idle", async () => {
  await using house = await household({ home: { [GEMINI]: THEIRS } });
  const source = join(house.home, "source");
  put(join(source, "compact/SYMPOSIUM.toml"), manifestText("compact"));
  git(source, "init", "-q", "-b", "main");
  commit(source);
  put(
    join(house.home, ".symposium/config.toml"),
    `auto-update = "off"\n[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "theirs"\ngit = "file://${source}"\n`,
  );
  expect((await house.run(["init", "--add-agent", "gemini"])).exitCode).toBe(0);
  await refresh(house);
  expect(readFileSync(join(house.home, GEMINI), "utf8")).not.toContain("PreCompress");

  put(join(source, "compact/SYMPOSIUM.toml"), MANIFEST);
  put(join(source, "compact/h.sh"), "");
  commit(source);
  await refresh(house, Date.now() + 2 * 24 * 60 * 60 * 1000);
  const registered = readFileSync(join(house.home, GEMINI), "utf8");
  expect(registered).toContain("gemini-cli PreCompress");
  expect(existsSync(join(house.home, ".symposium/idle/gemini-cli.PreCompress"))).toBe(false);
  expect(log(house)).toContain("registered events that a plugin newly uses");
  expect((await house.run(["status", "-v"])).stdout).toContain("8 entries");

  // Nothing is taken out while no one looks; `sync` does it, and undo is exact.
  rmSync(join(source, "compact"), { recursive: true });
  put(join(source, "readme"), "");
  commit(source);
  await refresh(house, Date.now() + 4 * 24 * 60 * 60 * 1000);
  expect(readFileSync(join(house.home, GEMINI), "utf8")).toBe(registered);
  await house.run(["sync"]);
  expect(readFileSync(join(house.home, GEMINI), "utf8")).not.toContain("PreCompress");
  expect((await house.run(["uninstall"])).exitCode).toBe(0);
  expect(readFileSync(join(house.home, GEMINI), "utf8")).toBe(THEIRS);
});

test("RG-8 on Codex the log says that the user has to review hooks again", async () => {
  await using house = await household();
  await house.run(["init", "--add-agent", "codex"]);
  const event = "PostCompact";
  put(
    join(house.home, ".symposium/plugins/native/SYMPOSIUM.toml"),
    manifestText("native", `[[hooks]]\nname = "h"\nevent = "${event}"\nformat = "codex"\ncommand = { script = "h.sh" }\n`),
  );
  put(join(house.home, ".symposium/plugins/native/h.sh"), "");
  await refresh(house);
  expect(readFileSync(join(house.home, ".codex/hooks.json"), "utf8")).toContain(`codex ${event}`);
  expect(log(house)).toContain("Hooks need review");
});

test("RG-10 a file that cannot be edited is left alone by the refresh, and said in the log", async () => {
  await using house = await household();
  await house.run(["init", "--add-agent", "gemini"]);
  writeFileSync(join(house.home, GEMINI), "{");
  put(join(house.home, ".symposium/plugins/compact/SYMPOSIUM.toml"), MANIFEST);
  put(join(house.home, ".symposium/plugins/compact/h.sh"), "");
  await refresh(house);
  expect(readFileSync(join(house.home, GEMINI), "utf8")).toBe("{");
  expect(log(house)).toContain("settings.json:1:");
});

async function refresh({ home, project }: Household, now = Date.now()): Promise<void> {
  const env = { PATH: process.env["PATH"], GIT_ALLOW_PROTOCOL: "file", NO_UPDATE_NOTIFIER: "1", HOME: home };
  const context = { os: "linux", home, cwd: project, env, now: () => now } as const;
  await refreshWorkspace({ context, places: placesOf(context) }, project);
}

function log({ home }: Household): string {
  const folder = join(home, ".symposium/logs");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

function commit(folder: string): void {
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "more");
}
