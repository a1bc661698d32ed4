import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { programLock } from "../../src/packages/programs/acquire-program.ts";
import { type DownloadServer, sha256 } from "../packages/programs/download-server.ts";
import type { House } from "../setup/cargo-house.ts";
import { type ServedHouse, servedHouse } from "../setup/programs/served-house.ts";
import { leaveLock } from "../support/left-lock.ts";
import { manifestText } from "../support/plugin.ts";

const PROGRAM = "#!/bin/sh\nexit 0\n";

const manifest = (server: DownloadServer, name: string) =>
  manifestText(
    name,
    `[[installations]]\nname = "tool"\nsource = "binary"\nurl = "${server.url(`/${name}`)}"\nsha256 = "${sha256(PROGRAM + name)}"\n` +
      '[[hooks]]\nname = "check"\nevent = "PreToolUse"\ncommand = "tool"\n',
  );

interface Listed {
  readonly folder: string;
  readonly subject: string;
  readonly isUsed: boolean;
  readonly bytes: number;
}

async function listed(house: House): Promise<readonly Listed[]> {
  const { answer } = JSON.parse((await house.run(["cache", "list", "--json"])).stdout) as { answer: { programs: Listed[] } };
  return answer.programs.map((one) => ({ ...one, folder: one.folder.replace("~", house.home) }));
}

async function bench(): Promise<ServedHouse> {
  const plugins = (server: DownloadServer) => ({
    one: { "SYMPOSIUM.toml": manifest(server, "one") },
    two: { "SYMPOSIUM.toml": manifest(server, "two") },
  });
  const served = await servedHouse({ "/one": `${PROGRAM}one`, "/two": `${PROGRAM}two` }, plugins);
  await served.house.sync();
  return served;
}

describe("PG-11 cache", () => {
  test("list shows every program with its size and its users", async () => {
    await using one = await bench();
    const { stdout } = await one.house.run(["cache", "list"]);
    expect(stdout).toMatch(
      /^one [0-9a-f]{16} \(binary, \d+ bytes, used by one\) {2}~\/\.symposium\/cache\/programs\/binary\/one-[0-9a-f]{8}\//m,
    );
    expect(stdout).toMatch(/^2 programs, [\d.]+ (?:bytes|KiB)$/m);
  });

  test("clean removes what no active plugin uses, and nothing else", async () => {
    await using one = await bench();
    const { house } = one;
    expect((await house.run(["cache", "clean"])).stdout).toBe("nothing to remove: 2 programs are in use or too new\n");
    house.remove("home/.symposium/plugins/two");
    await house.sync();
    expect((await house.run(["cache", "clean", "--older-than", "1"])).stdout).toContain("nothing to remove");
    expect((await house.run(["cache", "clean", "--dry-run"])).stdout).toMatch(/^two .*\nwould free /);
    const [, two] = await listed(house);
    expect(two).toMatchObject({ subject: "two", isUsed: false });
    expect(existsSync(two!.folder)).toBe(true);
    expect((await house.run(["cache", "clean"])).stdout).toMatch(/^two .*\nfreed \d+ bytes\n$/);
    expect(existsSync(two!.folder)).toBe(false);
    expect(await listed(house)).toMatchObject([{ subject: "one", isUsed: true }]);
  });

  test("clean leaves what another process is acquiring", async () => {
    await using one = await bench();
    const { house } = one;
    house.remove("home/.symposium/plugins/two");
    await house.sync();
    const [, two] = await listed(house);
    leaveLock(join(house.places.locks, programLock(two!.folder)), process.pid);
    const { stderr } = await house.run(["cache", "clean"]);
    expect(stderr).toContain("it is in use");
    expect(existsSync(two!.folder)).toBe(true);
  });

  test("a number of days must be one", async () => {
    await using one = await bench();
    expect((await one.house.run(["cache", "clean", "--older-than", "soon"])).exitCode).toBe(2);
  });

  test("uninstall removes programs with the cache", async () => {
    await using one = await bench();
    await one.house.run(["uninstall"]);
    expect(existsSync(join(one.house.places.cache, "programs"))).toBe(false);
  });
});
