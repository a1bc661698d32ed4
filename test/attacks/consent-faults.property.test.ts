/** Any one file operation of a call fails: a consented closed hook denies, and changed bytes do not run. */

import { utimesSync, writeFileSync } from "node:fs";

import { afterEach, describe, expect, test } from "vitest";

import { answer, decideSettled, DENY, packageHome, repositoryHome } from "../support/consented.ts";
import type { Home } from "../support/home.ts";
import { generator } from "../support/random.ts";
import { points } from "../support/thoroughness.ts";
import { faultAt, faultsOver, forgetFaults } from "./fault-at.mjs";

const ERRORS = ["EIO", "EACCES", "EMFILE", "ENOENT"];
/** A second file by which the workspace is found. */
const CARGO = { "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n', "Cargo.lock": "version = 4\n" };
const HOMES = { "a repository's own plugin": (more?: string) => repositoryHome(more, CARGO), "a package's plugin": packageHome };
const FOLDERS = { repository: "work", package: "work/widget" };

const folderOf = (make: unknown) => (make === packageHome ? FOLDERS.package : FOLDERS.repository);

const random = generator();

afterEach(forgetFaults);

const MOMENTS: Readonly<Record<string, (home: Home) => void>> = {
  "with a fresh index": () => {},
  "with a stale index": (home) => utimesSync(home.getPath("plugins"), random() * 1e9, random() * 1e9),
};

describe.each(Object.entries(HOMES))("PL-17 %s", (_, make) => {
  test.each(Object.entries(MOMENTS))("denies %s", { timeout: 300_000 }, async (__, prepare) => {
    await using home = await make();
    await decideSettled(home, "accepted");
    await answer(home);
    prepare(home);
    faultAt(home.path);
    await answer(home);
    const { count } = faultsOver();
    expect(count).toBeGreaterThan(5);
    for (const at of points(count, { quick: 4, sample: 12, all: 60 })) {
      for (const error of count < 60 ? ERRORS : [ERRORS[at % ERRORS.length] ?? "EIO"]) {
        prepare(home);
        faultAt(home.path, at, error);
        const broken = await answer(home);
        const { hit } = faultsOver();
        expect(broken, `${error} at ${at} of ${count}, ${hit}`).toMatch(/^deny/);
        expect(await answer(home), `the call after ${error} at ${at} of ${count}, ${hit}`).toMatch(/^deny: Not here\./);
      }
    }
  });

  test("denies while the manifest, and in the next call the record of consents, cannot be read", { timeout: 300_000 }, async () => {
    await using home = await make();
    await decideSettled(home, "accepted");
    await answer(home);
    const stale = MOMENTS["with a stale index"]!;
    const files = [home.getPath(folderOf(make), "SYMPOSIUM.toml"), home.getPath("consent.json")] as const;
    const counts = [];
    for (const file of files) {
      stale(home);
      faultAt(file);
      await answer(home);
      counts.push(faultsOver().count);
    }
    const [manifest = 0, record = 0] = counts;
    expect(Math.min(manifest, record)).toBeGreaterThan(3);
    for (const first of points(manifest, { quick: 2, sample: 6, all: manifest })) {
      for (const second of points(record, { quick: 4, sample: record, all: record })) {
        const place = `${first} of ${manifest}, then ${second} of ${record}`;
        for (const [at, file] of [[first, files[0]] as const, [second, files[1]] as const]) {
          stale(home);
          faultAt(file, at, ERRORS[(first + second) % ERRORS.length]);
          expect(await answer(home), place).toMatch(/^deny/);
          faultsOver();
        }
        expect(await answer(home), `the call after ${place}`).toMatch(/^deny: Not here\./);
      }
    }
  });

  test("changed bytes never run", { timeout: 300_000 }, async () => {
    await using home = await make("");
    const script = home.getPath(folderOf(make), "deny.sh");
    await decideSettled(home, "accepted");
    await answer(home);
    writeFileSync(script, DENY.replace("Not here", "Other bytes"));
    faultAt(home.path);
    await answer(home);
    const { count } = faultsOver();
    for (const at of points(count, { quick: 4, sample: 12, all: 60 })) {
      faultAt(home.path, at, ERRORS[at % ERRORS.length] ?? "EIO");
      const broken = await answer(home);
      const { hit } = faultsOver();
      expect(broken, `${at} of ${count}, ${hit}`).not.toContain("Other bytes");
    }
  });
});
