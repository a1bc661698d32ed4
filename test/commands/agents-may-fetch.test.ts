/** What an agent gets of packages, and what is fetched for it. */

import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { PackageInfo } from "../../src/diagnose/package-info.ts";
import { write } from "../packages/cargo/real-cargo.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { type Bench, type Files, REGISTRIES } from "./locked-registries.ts";

interface Answered {
  readonly answer?: PackageInfo;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** By an agent unless a test says otherwise. */
async function ask(
  { where: { env, home, repository } }: Bench,
  args: readonly string[],
  variables: Files = { CLAUDECODE: "1" },
): Promise<Answered> {
  const context = { os: "linux", home, cwd: repository ?? home, env: { ...env, ...variables }, now: Date.now } as const;
  mkdirSync(join(home, ".symposium"), { recursive: true });
  return JSON.parse((await runInProcess({ args: [...args, "--json"], context })).stdout) as Answered;
}

function writeAll(at: (path: string) => string, all: Files): void {
  for (const [path, text] of Object.entries(all)) write(at(path), text);
}

const below = (folder: string, all: Files) => Object.fromEntries(Object.entries(all).map(([path, text]) => [`${folder}/${path}`, text]));

function allow({ where: { home } }: Bench): void {
  write(join(home, ".symposium/config.toml"), "[packages]\nagents-may-fetch = true\n");
}

describe.each(Object.entries(REGISTRIES))("PL-32 an agent asks about a package of %s", { timeout: 120_000 }, (_, registry) => {
  const { commands, others, present, project, version } = registry;
  const lock = ({ at }: Bench, sum: "true" | "another" | "none") => writeAll(at, below("project", project(sum)));

  test.skipIf(!registry.isThere())("nothing is fetched without the setting, and the error names it; a project cannot set it", async () => {
    await registry.with(async (bench) => {
      lock(bench, "true");
      write(bench.at("project/.symposium/config.toml"), "[packages]\nagents-may-fetch = true\n");
      for (const command of [...commands, ...others])
        expect((await ask(bench, command)).error, command.join(" ")).toMatchObject({
          code: "NOT-FETCHED",
          hint: expect.stringContaining("`agents-may-fetch = true` under [packages] in ") as string,
        });
      expect(bench.asked?.() ?? 0).toBe(0);
    });
  });

  test.skipIf(!registry.isThere()).each(Object.entries(present))("it gets what is %s, without the setting", async (__, there) => {
    await registry.with(async (bench) => {
      lock(bench, "true");
      writeAll(bench.at, there);
      for (const command of commands) expect((await ask(bench, command)).answer, command.join(" ")).toMatchObject({ version });
      expect(bench.asked?.() ?? 0).toBe(0);
    });
  });

  test.skipIf(!registry.isThere())("it gets what the user fetched before, without the setting", async () => {
    await registry.with(async (bench) => {
      lock(bench, "true");
      const { answer } = await ask(bench, commands[0]!, {});
      expect(answer).toMatchObject({ version });
      const asked = bench.asked?.();
      for (const command of commands) expect((await ask(bench, command)).answer?.source).toBe(answer!.source);
      expect(bench.asked?.()).toBe(asked);
    });
  });

  test.skipIf(!registry.isThere())("with the setting, what the lock file has with this checksum, and nothing else", async () => {
    await registry.with(async (bench) => {
      allow(bench);
      lock(bench, "true");
      for (const command of others)
        expect((await ask(bench, command)).error, command.join(" ")).toMatchObject({
          code: "NOT-FETCHED",
          message: expect.stringContaining("only what the lock file has") as string,
        });
      lock(bench, "none");
      expect((await ask(bench, commands[0]!)).error).toMatchObject({ code: "NOT-FETCHED" });
      expect(bench.asked?.() ?? 0).toBe(0);
      lock(bench, "another");
      expect((await ask(bench, commands[0]!)).error).toMatchObject({
        code: "NOT-FETCHED",
        message: expect.stringMatching(/checksum|integrity/) as string,
      });
      lock(bench, "true");
      const { answer } = await ask(bench, commands[0]!);
      expect(answer).toMatchObject({ version, from: registry.from ?? "fetched" });
      expect(existsSync(answer!.source)).toBe(true);
      rmSync(join(bench.where.home, ".symposium/config.toml"));
      for (const command of commands) expect((await ask(bench, command)).answer?.source).toBe(answer!.source);
    });
  });
});
