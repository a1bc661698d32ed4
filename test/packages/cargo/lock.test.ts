import fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";

import { type LockedPackage, readLock } from "../../../src/packages/cargo/lock.ts";

const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/);
const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)).map((numbers) => numbers.join("."));
/** Now and then with letters that Cargo would never write, and that TOML has to escape. */
const anyText = fc.oneof({ weight: 20, arbitrary: word }, fc.string({ unit: "grapheme", maxLength: 6 }));

/** Any bytes, as text. */
const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((some) => Buffer.from(some).toString("latin1"));

const lockedPackage = fc.record(
  {
    name: anyText,
    version,
    source: fc.oneof(
      fc.constant("registry+https://registry.example/index"),
      word.map((name) => `git+https://git.example/${name}?branch=a#0123abc`),
    ),
    checksum: fc.stringMatching(/^[0-9a-f]{64}$/),
    dependencies: fc.array(anyText, { maxLength: 4 }),
    replace: word,
  },
  { requiredKeys: ["name", "version"] },
);

/** Everything that a writer of TOML is free to do, or to do like Cargo. */
const style = fc.record({
  isCargos: fc.boolean(),
  newline: fc.constantFrom("\n", "\r\n"),
  quote: fc.constantFrom("basic", "literal"),
  comment: fc.constantFrom("", "# a comment", "#\ttab"),
  format: fc.constantFrom(undefined, 1, 2, 3, 4),
  reversed: fc.boolean(),
  unused: fc.boolean(),
});

type Style = typeof style extends fc.Arbitrary<infer T> ? T : never;
type Package = typeof lockedPackage extends fc.Arbitrary<infer T> ? T : never;

function quoted(text: string, { isCargos, quote }: Style): string {
  return !isCargos && quote === "literal" && /^[^'\p{Cc}]*$/u.test(text)
    ? `'${text}'`
    : JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

function written(packages: readonly Package[], how: Style): string {
  const lines = how.format === undefined ? [how.comment, ""] : [how.comment, `version = ${how.format}`, ""];
  for (const one of packages) {
    const pairs = Object.entries(one).map(([key, value]) => {
      if (typeof value === "string") return `${key} = ${quoted(value, how)}`;
      const items = value.map((item) => quoted(item, how));
      return how.isCargos ? [`${key} = [`, ...items.map((item) => ` ${item},`), "]"].join(how.newline) : `${key} = [${items.join(" , ")}]`;
    });
    lines.push("[[package]]", ...(how.reversed ? pairs.toReversed() : pairs), "");
  }
  if (how.unused) lines.push("[[patch.unused]]", 'name = "unused"', 'version = "1.0.0"', "");
  return lines.join(how.newline);
}

function asParsed(text: string): readonly LockedPackage[] {
  const { package: packages } = parse(text) as { package?: LockedPackage[] };
  return (packages ?? []).map((one) => ({ ...one, dependencies: one.dependencies ?? [] }));
}

test("PL-11 any lock file that TOML allows is read, whichever program wrote it", () => {
  const property = fc.property(fc.array(lockedPackage, { maxLength: 6 }), style, (packages, how) => {
    const text = written(packages, how);
    const lock = readLock(text);
    if (!lock.ok) throw new Error(`${lock.message}\n${text}`);
    // A name with a NUL is not valid.
    expect(lock.packages).toEqual(
      asParsed(text)
        .filter(({ name }) => !name.includes("\0"))
        .map((one) => ({ ...one, dependencies: one.dependencies.filter((item) => !item.includes("\0")) })),
    );
  });
  fc.assert(property, { numRuns: 400 });
});

test("PL-11 what Cargo writes is read the same when a line in it makes it everyone's TOML", () => {
  const property = fc.property(fc.array(lockedPackage, { minLength: 1, maxLength: 6 }), style, (packages, how) => {
    const text = written(packages, { ...how, isCargos: true });
    expect(readLock(`${text}\n[metadata]\nspaced   =   "out"\n`)).toEqual(readLock(text));
  });
  fc.assert(property, { numRuns: 200 });
});

test("bytes, and lock files with something cut, doubled or put in, never throw", () => {
  const lock = fc.tuple(fc.array(lockedPackage, { maxLength: 4 }), style).map(([packages, how]) => written(packages, how));
  const damaged = fc
    .tuple(lock, fc.nat(400), fc.nat(40), bytes(8))
    .map(([text, at, length, put]) => text.slice(0, at) + put + text.slice(at + length));
  const property = fc.property(fc.oneof(damaged, bytes(200)), (text) => {
    const read = readLock(text);
    if (!read.ok) expect(read.message).not.toBe("");
    for (const { name, version, dependencies } of read.ok ? read.packages : [])
      expect([typeof name, typeof version, Array.isArray(dependencies)]).toEqual(["string", "string", true]);
  });
  fc.assert(property, { numRuns: 200 });
});

const ODD: readonly (readonly [title: string, text: string, packages: readonly string[] | "refused"])[] = [
  ["nothing", "", []],
  ["only comments", "# a\n\n# b", []],
  [
    "the oldest form",
    '[root]\nname = "app"\nversion = "1.0.0"\ndependencies = [\n "a 1.0.0 (r)",\n]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\n',
    ["app", "a"],
  ],
  ["a package without a version", '[[package]]\nname = "a"\n\n[[package]]\nname = "b"\nversion = "1.0.0"\n', ["b"]],
  ["a key twice", '[[package]]\nname = "a"\nname = "b"\nversion = "1.0.0"\n', "refused"],
  ["a list that does not end", '[[package]]\nname = "a"\nversion = "1.0.0"\ndependencies = [\n "b",\n', "refused"],
  ["a merge conflict", '<<<<<<< ours\n[[package]]\nname = "a"\n=======\n>>>>>>> theirs\n', "refused"],
  ["packages that are something else", 'package = "a"\n', []],
  ["a name of what every object has", '[[package]]\nname = "constructor"\nversion = "1.0.0"\n__proto__ = "x"\n', ["constructor"]],
];

test.each(ODD)("a lock file with %s", (_, text, packages) => {
  const lock = readLock(text);
  expect(lock.ok ? lock.packages.map(({ name }) => name) : "refused").toEqual(packages);
});

test("checksums of the first format stand at the end", () => {
  const text =
    '[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "r"\n\n[metadata]\n"checksum a 1.0.0 (r)" = "abc"\n"checksum b 1.0.0 (r)" = "<none>"\n';
  expect(readLock(text)).toMatchObject({ packages: [{ name: "a", checksum: "abc" }] });
});
