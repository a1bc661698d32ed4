import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { gitAddress } from "../../src/files/git/address.ts";
import { cacheFolder } from "../../src/files/git/cache.ts";
import { placesOf } from "../../src/host/places.ts";
import { household } from "./command-line.ts";

const URL = "https://example.com/plugins.git";
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

test("a source whose first fetch failed says why, and what to run", async () => {
  const config = `[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "remote"\ngit = "${URL}"\n`;
  await using there = await household({ home: { ".symposium/config.toml": config } });
  const read = gitAddress(URL);
  if (!read.ok) throw new Error(read.message);
  const cache = cacheFolder(placesOf({ env: {}, home: there.home, os: "linux" }), "plugin-sources", read.address);
  mkdirSync(cache.folder, { recursive: true });
  writeFileSync(cache.checked, JSON.stringify({ checkedAt: 1, failure: "could not resolve host: example.com" }));
  const why = "could not be fetched: could not resolve host: example.com; run `symposium plugin sync remote` to try again";
  for (const args of [["status"], ["plugin", "list"]]) {
    const { stdout } = await there.run(args);
    expect(stdout.split(why)).toHaveLength(2);
    expect(stdout.split("could not resolve host")).toHaveLength(2);
    expect(stdout).not.toContain("has not been fetched yet");
  }
});

test("PL-25 status says of a git source what was fetched when, and what went wrong since", async () => {
  const config = `[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "remote"\ngit = "${URL}"\n`;
  await using there = await household({ home: { ".symposium/config.toml": config } });
  const read = gitAddress(URL);
  if (!read.ok) throw new Error(read.message);
  const { address } = read;
  const cache = cacheFolder(placesOf({ env: {}, home: there.home, os: "linux" }), "plugin-sources", address);
  mkdirSync(join(cache.folder, COMMIT), { recursive: true });
  const fetchedAt = Date.parse("2026-11-16T12:00:00Z");
  const record = { version: 1, address: address.shown, key: address.key, ref: "main", commit: COMMIT, folder: COMMIT, fetchedAt };
  writeFileSync(cache.fetched, JSON.stringify(record));
  writeFileSync(cache.checked, JSON.stringify({ checkedAt: fetchedAt, failure: "no network" }));

  expect((await there.run(["status"])).stdout).toContain("\nsources\n  remote  could not be updated: no network\n");
  const { stdout } = await there.run(["status", "-v"]);
  expect(stdout).toContain(`\n  remote  ${URL}  fetched 2026-11-16 12:00 UTC, commit 0123456789ab  could not be updated: no network\n`);
  const { answer } = JSON.parse((await there.run(["status", "--json"])).stdout) as { answer: { sources: object[] } };
  expect(answer.sources.at(-1)).toEqual({
    name: "remote",
    origin: URL,
    fetched: { at: "2026-11-16T12:00:00.000Z", commit: COMMIT },
    failure: "no network",
  });
});
