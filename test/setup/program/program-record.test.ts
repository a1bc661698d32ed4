/** What is remembered of the program in its place, and everything that makes it forgotten. */

import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { type AskProgram, askProgram } from "../../../src/setup/program/ask-program.ts";
import { planProgram, programRecord, recordProgram } from "../../../src/setup/program/plan-program.ts";
import { answering, createPackage, nativeIn, place, type PlacedIn } from "./program-package.ts";

async function recorded() {
  const ours = await createPackage(answering("1+a"));
  const { program, version = "" } = await place(ours.wish);
  recordProgram(ours.wish.places, nativeIn(ours.dist), program, version);
  return ours;
}

/** What a plan comes to, and how often it started the program. */
async function planned(ours: PlacedIn) {
  let asked = 0;
  const ask: AskProgram = (...args) => (asked++, askProgram(...args));
  const { form, change, answer } = await planProgram({ ...ours.wish, ask });
  return { form, change, answer, asked: asked > 0 };
}

const KNOWN = { form: "native", change: "none", answer: { version: "1+a" }, asked: false };

test("PL-22 a program that no one touched is neither compared nor started again", async () => {
  await using ours = await recorded();
  expect(await planned(ours)).toEqual(KNOWN);
});

const CHANGES: readonly (readonly [what: string, change: (ours: PlacedIn) => void, then: object])[] = [
  ["the program is gone", ({ called }) => rmSync(called), { change: "create" }],
  ["it is another file", ({ called }) => replace(called, answering("9+z")), { change: "replace" }],
  ["it may not be run", ({ called }) => chmodSync(called, 0o644), { change: "replace", asked: false }],
  ["its bytes changed and its time did not", ({ called }) => overwrite(called), { form: "node", change: "replace", asked: false }],
  ["the package has another", (ours) => void ours.native(answering("2+b")), { change: "replace" }],
  ["a launcher lies beside it", ({ bin }) => writeFileSync(join(bin, "symposium-hook.cmd"), "rem"), { change: "replace" }],
  ["the record is damaged", (ours) => writeFileSync(recordOf(ours), "{"), { change: "none" }],
  ["the record is of another build", (ours) => edit(ours, { build: "0.0.1+other" }), { change: "none" }],
  ["the record is of another version", (ours) => edit(ours, { version: 2 }), { change: "none" }],
  ["the record is foreign", (ours) => writeFileSync(recordOf(ours), '{"answer":"1+a"}'), { change: "none" }],
  ["the record is a folder", (ours) => (rmSync(recordOf(ours)), mkdirSync(recordOf(ours))), { change: "none" }],
];

test.each(CHANGES)("PL-22 it is checked again when %s", async (_what, change, then) => {
  await using ours = await recorded();
  change(ours);
  expect(await planned(ours)).toMatchObject({ asked: true, ...then });
});

function recordOf({ wish }: PlacedIn): string {
  return programRecord(wish.places);
}

function edit(ours: PlacedIn, change: object): void {
  writeFileSync(recordOf(ours), JSON.stringify({ ...(JSON.parse(readFileSync(recordOf(ours), "utf8")) as object), ...change }));
}

function replace(file: string, text: string): void {
  rmSync(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}

/** The program is a link to the package's, so what is written into one is in both. */
function overwrite(file: string): void {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, answering("9+z"));
  utimesSync(file, atime, mtime);
}
