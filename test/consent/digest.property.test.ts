import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { digestOfTexts, type Snapshot, snapshotOf } from "../../src/consent/snapshot.ts";
import { pause } from "../../src/host/engine.ts";
import { times } from "../support/thoroughness.ts";
import { packageAt } from "./subjects.ts";

const RUNS = { numRuns: times({ sample: 15, all: 100, proof: 500 }) };

const NAME = fc.stringMatching(/^[a-z:. -]{1,6}$/).filter((name) => !/^[. ]|[. ]$/.test(name));
const PATH = fc.array(NAME, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const FILES = fc
  .dictionary(PATH, fc.uint8Array({ maxLength: 20 }), { minKeys: 1, maxKeys: 6 })
  .filter((files) => Object.keys(files).every((path) => !Object.keys(files).some((other) => other.startsWith(`${path}/`))));

function withTree<T>(files: Record<string, Uint8Array>, body: (folder: string) => T): T {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "digest-")));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    writeFileSync(join(folder, "SYMPOSIUM.toml"), "x");
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const digestIn = (folder: string) => snapshotOf(packageAt(folder, folder, { named: [] })).digest;

/** Each changes the tree in one respect. */
const CHANGES: Readonly<Record<string, (file: string, bytes: Uint8Array) => void>> = {
  "a byte": (file, bytes) =>
    writeFileSync(file, bytes.length === 0 ? new Uint8Array([1]) : bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte))),
  "a byte at the end": (file, bytes) => writeFileSync(file, new Uint8Array([...bytes, 0])),
  "a name": (file) => renameSync(file, `${file}~`),
  "the executable bit": (file) => chmodSync(file, 0o755),
  "a link in its place": (file) => {
    renameSync(file, `${file}~~`);
    const before = `${file}~~`;
    symlinkSync(before, file);
  },
  "its removal": (file) => unlinkSync(file),
  "another file": (file) => writeFileSync(`${file}~new`, ""),
  "an empty folder": (file) => mkdirSync(`${file}~dir`),
};

describe("PL-17 the digest of a package's folder", () => {
  test.each(Object.entries(CHANGES))("changes with %s", (_, change) => {
    fc.assert(
      fc.property(FILES, fc.nat(), (files, which) =>
        withTree(files, (folder) => {
          const before = digestIn(folder);
          expect(digestIn(folder)).toBe(before);
          const paths = Object.keys(files);
          const path = paths[which % paths.length]!;
          change(join(folder, path), files[path]!);
          expect(digestIn(folder)).not.toBe(before);
        }),
      ),
      RUNS,
    );
  });

  test("stays the same when only times change, and in another folder", () => {
    fc.assert(
      fc.property(FILES, (files) => {
        const first = withTree(files, (folder) => {
          const before = digestIn(folder);
          for (const path of Object.keys(files)) utimesSync(join(folder, path), 1, 1);
          expect(digestIn(folder)).toBe(before);
          return before;
        });
        expect(withTree(files, (folder) => digestIn(folder))).toBe(first);
      }),
      RUNS,
    );
  });

  test("changes with the text of a link", () => {
    withTree({ one: new Uint8Array([1]), two: new Uint8Array([1]) }, (folder) => {
      symlinkSync("one", join(folder, "link"));
      const before = digestIn(folder);
      unlinkSync(join(folder, "link"));
      symlinkSync("two", join(folder, "link"));
      expect(digestIn(folder)).not.toBe(before);
    });
  });

  /** Younger files are hashed again. */
  const SETTLED_MS = 60;

  test("is the same with a record of the files and without it, whatever is named, linked and changed", () => {
    const LINKS = fc.dictionary(fc.constantFrom("l1", "l2", "l3/x"), fc.nat(), { maxKeys: 2 });
    const CHANGE = fc.option(fc.constantFrom(...Object.values(CHANGES)), { nil: undefined });
    let untouched = 0;
    fc.assert(
      fc.property(
        FILES,
        LINKS,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom("", "/missing", "/a/b"))),
        CHANGE,
        (files, links, picks, change) =>
          withTree(files, (folder) => {
            const paths = Object.keys(files);
            const pick = (which: number) => paths[which % paths.length]!;
            for (const [link, which] of Object.entries(links)) {
              mkdirSync(dirname(join(folder, link)), { recursive: true });
              // To a file, or to the folder it is in.
              symlinkSync(join(folder, which % 2 === 0 ? pick(which) : dirname(pick(which))), join(folder, link));
            }
            const all = [...paths, ...paths.map((path) => dirname(path)), ...Object.keys(links), "gone"];
            const named = picks.map(([which, below]) => `${all[which % all.length]}${below}`);
            const covered = packageAt(folder, folder, { named });
            const seen = (of: readonly Snapshot[]) => {
              try {
                const { digest, files: hashed, named: found } = snapshotOf(covered, of);
                return { digest, hashed: hashed.map(([path, , one]) => [path, one]), found };
              } catch (error) {
                return String(error);
              }
            };
            pause(SETTLED_MS);
            if (typeof seen([]) === "string") return;
            const record = snapshotOf(covered);
            expect(snapshotOf(covered, [record]).files === record.files).toBe(true);
            expect(seen([record])).toEqual(seen([]));
            untouched += 1;
            change?.(join(folder, pick(0)), files[pick(0)]!);
            expect(seen([record])).toEqual(seen([]));
          }),
      ),
      RUNS,
    );
    // Else it would compare nothing.
    expect(untouched).toBeGreaterThan(2);
  });

  test("two different lists of texts never give the same bytes to hash", () => {
    const LIST = fc.array(fc.string(), { maxLength: 6 });
    fc.assert(
      fc.property(LIST, LIST, (one, other) => {
        expect(digestOfTexts(one) === digestOfTexts(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      RUNS,
    );
  });
});
