/** Vectors for an agent's hook files, as data: what is read, what is written, what its matchers select. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";

import type { HookFileForm, HookFiles, MatcherSyntax, NativeHook } from "../../../src/agents/hook-files.ts";
import type { Json } from "../../../src/model/json.ts";
import type { NativeAtom } from "../../../src/model/manifest-matcher.ts";
import { writtenDocument } from "./written-document.ts";

export const CORPUS = join(import.meta.dirname, "../../interchange/corpus");

export interface DocumentCase {
  readonly name: string;
  /** Absent: the first. */
  readonly form?: string;
  readonly document: Json;
  readonly hooks: readonly NativeHook[];
  /** What is written for these hooks, where it is not the document itself. */
  readonly written?: Json;
}

export function formOf({ forms }: HookFiles, name?: string): HookFileForm {
  const form = name === undefined ? forms[0] : forms.find((one) => one.name === name);
  if (form === undefined) throw new Error(`no form ${name}`);
  return form;
}

export function tryDocuments(files: HookFiles, cases: readonly DocumentCase[]): void {
  describe("IX-4 what is read and written", () => {
    test.each(cases)("$name", ({ form: name, document, hooks, written }) => {
      const form = formOf(files, name);
      expect(form.read(document)).toEqual(hooks);
      expect(form.write(hooks).map(writtenDocument)).toEqual([written ?? document]);
    });
  });
}

export function tryUnreadable(
  files: HookFiles,
  cases: readonly { readonly document: Json; readonly place: readonly (string | number)[] }[],
): void {
  test.each(cases)("IX-4 a document that cannot be read says where: $place", ({ document, place }) => {
    expect(formOf(files).read(document)).toMatchObject({ place, message: expect.stringMatching(/^must be /) as string });
  });
}

export interface MatcherCase {
  readonly text: string;
  /** Absent: every tool. */
  readonly atoms?: readonly NativeAtom[];
  /** What is written for these atoms, where it is another text; `null` where nothing selects exactly them. */
  readonly written?: string | null;
  /** Of the names given, those that the agent calls it for. */
  readonly selects?: readonly string[];
}

/** `isSelected` is the agent's own rule, written by hand. */
export function tryMatchers(
  { read, write }: MatcherSyntax,
  names: readonly string[],
  isSelected: (matcher: string, name: string) => boolean,
  cases: readonly MatcherCase[],
): void {
  describe("IX-5 matchers", () => {
    test.each(cases)("$text", ({ text, atoms, written = text, selects }) => {
      expect(read(text)).toEqual(atoms);
      if (selects !== undefined) expect(names.filter((name) => isSelected(text, name))).toEqual(selects);
      if (atoms === undefined) return;
      expect(write(atoms) ?? null).toBe(written);
      if (written === null) return;
      expect(read(written)).toEqual(atoms);
      if (selects !== undefined && written !== text) expect(names.filter((name) => isSelected(written, name))).toEqual(selects);
    });
  });
}

/** The files of the corpus, with their documents. `respelled`: what is written instead of a file's own hooks. */
export function tryCorpus(files: HookFiles, folder: string, respelled: Readonly<Record<string, Json>> = {}): void {
  const names = readdirSync(join(CORPUS, folder));
  test("the corpus has at least twelve files", () => expect(names.length).toBeGreaterThanOrEqual(12));
  test.each(names)(`IX-5 corpus/${folder}/%s is written back as it was`, (name) => {
    const document = parse(readFileSync(join(CORPUS, folder, name), "utf8")) as { readonly hooks?: Json };
    const form = formFor(files, document as Json, name);
    const hooks = form.read(document as Json);
    const written = form.write(hooks as readonly NativeHook[]).map(writtenDocument);
    expect(form.read(written[0] ?? {})).toEqual(hooks);
    const own = "hooks" in document ? document.hooks : document;
    const again = written.map((one) => ("hooks" in document ? (one as { readonly hooks: Json }).hooks : one));
    expect(again).toEqual([respelled[name] ?? own]);
  });
}

export function formFor(files: HookFiles, document: Json, name: string): HookFileForm {
  const found = ["certainly", "possibly"].flatMap((verdict) =>
    files.forms.filter(({ recognise }) => recognise(document, pathOf(files, name)) === verdict),
  );
  return found[0] ?? expect.fail(`no form of ${files.agent} for ${name}`);
}

function pathOf(files: HookFiles, name: string): string {
  const form = files.forms.find(({ paths }) => name.endsWith((paths.project ?? "").split("*").at(-1) ?? "")) ?? files.forms[0];
  return (form.paths.project ?? "").replace("*", "x");
}
