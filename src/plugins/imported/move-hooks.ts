/**
 * `hooks import --move`: takes imported hooks out of the agent's file, so that every agent runs them through Symposium (IX-14). A guard is
 * always somewhere: the copy, the record and the consent come first, the cut last; on the way back the file first, the record last.
 */

import { rmSync } from "node:fs";
import { dirname, join } from "node:path";

import { UserError } from "../../errors.ts";
import { editorFor } from "../../files/editors.ts";
import { protection, readUserFile, writeUserFile, writing } from "../../files/user-file.ts";
import { sha256 } from "../../host/engine.ts";
import { gitTracks } from "../../host/git.ts";
import type { PlacedContext, Places } from "../../host/places.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { removeEmpty, writePrivately } from "../../host/write-file.ts";
import { cutHooks, type CutRequest, hooksIn, restoreHooks } from "./cut-hooks.ts";
import { findFiles, type FoundFile } from "./find-files.ts";
import type { ImportRecord, MovedFile } from "./import-record.ts";
import { importedHook, isImported } from "./imported-hook.ts";
import { isTheirs } from "./read-imported.ts";

const MOST_BYTES = 16 * 1024 * 1024;

export interface MovePlan {
  readonly moved: MovedFile;
  readonly request: CutRequest;
  readonly before: string;
}

/** Reads files and changes nothing. Throws where a file must not or cannot be cut. */
export async function planMove(
  app: PlacedContext,
  { moved: earlier = [], ...record }: ImportRecord,
  project: string,
  isTrackedToo: boolean,
): Promise<readonly MovePlan[]> {
  const found = findFiles(record, project);
  const plans: MovePlan[] = [];
  for (const one of found?.files ?? []) {
    const read = readUserFile(one.file);
    if (!read.ok) throw notMoved(one.file, read.trouble.message);
    if (read.text === null) continue;
    const request = await cutRequest(app, record.agent, one, project);
    const cut = cutHooks(read.text, request);
    // Hooks behind a byte order mark are imported, though no editor cuts them.
    if (!cut.ok && hooksIn(read.text.replace(/^\uFEFF/, ""), one.form)?.some(request.isMovable) !== true) continue;
    if (!cut.ok) throw notMoved(one.file, cut.because);
    if (cut.text === read.text) continue;
    const hindrance = protection(one.file);
    if (hindrance !== undefined) throw notMoved(one.file, hindrance);
    if (!isTrackedToo && (await gitTracks(one.file, app.context)) !== "no") throw tracked(one.file);
    const copy = join(copiesOf(app.places), `${sha256(one.file).slice(0, 16)}.${one.form.format}`);
    const kept = earlier.some(({ file }) => file === one.file) ? readCopy(copy) : undefined;
    if (kept !== undefined && !sameMovable(kept, read.text, request))
      throw notMoved(one.file, "has new hooks, and others were moved out of it: take that back with `hooks remove` first");
    plans.push({ moved: { form: one.form.name, file: one.file, copy }, request, before: read.text });
  }
  return plans;
}

/** Before anything is cut: hooks that were moved earlier stay where they are. */
export function writeCopies(plans: readonly MovePlan[]): void {
  for (const { moved, before } of plans) writeCopy(moved.copy, before);
}

/** The last step. Throws where the hooks of a file changed meanwhile: another run plans again, and nothing is lost until then. */
export function cutFiles(plans: readonly MovePlan[]): void {
  for (const { moved, request, before } of plans) {
    const read = readUserFile(moved.file);
    if (!read.ok || read.text === null) throw notMoved(moved.file, "changed meanwhile");
    const cut = cutHooks(read.text, request);
    if (!cut.ok || !sameMovable(read.text, before, request)) throw notMoved(moved.file, "changed meanwhile");
    // Our own entries may have been added since.
    if (read.text !== before) writeCopy(moved.copy, read.text);
    writing(moved.file, () => writeUserFile(moved.file, cut.text));
  }
}

/** Throws where the hooks of a file cannot be put back: then they stay Symposium's. A second call changes nothing. */
export async function putBack(app: PlacedContext, records: readonly ImportRecord[]): Promise<void> {
  for (const record of records) {
    for (const moved of record.moved ?? []) {
      const text = await textBack(app, record, moved);
      if (text === undefined) throw notBack(moved);
      if (text !== null) writing(moved.file, () => writeUserFile(moved.file, text));
    }
  }
}

/** `null` where the file has the hooks already. */
async function textBack(app: PlacedContext, record: ImportRecord, moved: MovedFile): Promise<string | null | undefined> {
  const project = record.workspace ?? app.context.home;
  const [found] = findFiles({ ...record, files: [], moved: [moved] }, project)?.files ?? [];
  const before = readCopy(moved.copy);
  const now = readUserFile(moved.file);
  if (found === undefined || before === undefined || !now.ok || protection(moved.file) !== undefined) return undefined;
  if (now.text === null) return before;
  const request = await cutRequest(app, record.agent, found, project);
  const there = new Set((hooksOf(now.text, request) ?? []).map((hook) => JSON.stringify(hook)));
  if (hooksOf(before, request)?.every((hook) => there.has(JSON.stringify(hook))) === true) return null;
  return restoreHooks(before, now.text, request);
}

function notBack({ file, copy }: MovedFile): UserError {
  const hint = `they are in ${copy}: put them back by hand, then run this again; until then they run through Symposium`;
  const why = "cannot be put back, because it was changed or cannot be written";
  return new UserError("NOT-PUT-BACK", `the hooks that were moved out of ${file} ${why}`, { hint });
}

export function removeCopies({ places }: Pick<PlacedContext, "places">, records: readonly ImportRecord[]): void {
  for (const { moved = [] } of records) for (const { copy } of moved) rmSync(copy, { force: true });
  removeEmpty(copiesOf(places));
}

async function cutRequest({ context }: PlacedContext, name: string, { form, pluginRoot }: FoundFile, project: string): Promise<CutRequest> {
  const agent = findFiles({ agent: name, scope: "user", files: [], date: "" }, project)!.agent;
  const place = { agent, form, name: "", except: [], os: context.os, project, ...(pluginRoot === undefined ? {} : { pluginRoot }) };
  return {
    form,
    editor: await editorFor(form.format === "toml" ? "toml" : "json"),
    isMovable: (hook) => isTheirs(hook) && isImported(importedHook(hook, place)),
  };
}

function hooksOf(text: string, { form, isMovable }: CutRequest) {
  return hooksIn(text, form)?.filter(isMovable);
}

function sameMovable(one: string, other: string, request: CutRequest): boolean {
  return JSON.stringify(hooksOf(one, request)) === JSON.stringify(hooksOf(other, request));
}

function copiesOf({ imports }: Pick<Places, "imports">): string {
  return join(dirname(imports), "moved-hooks");
}

function readCopy(copy: string): string | undefined {
  return readRegularTextIfAny(copy, { maxBytes: MOST_BYTES, isOurs: true });
}

function writeCopy(copy: string, text: string): void {
  writing(copy, () => writePrivately(copy, text, { durable: true }));
}

function notMoved(file: string, because: string): UserError {
  const hint = "nothing was taken out of it; without `--move` its hooks are imported where they are";
  return new UserError("NOT-MOVED", `${file} ${because}`, { hint });
}

function tracked(file: string): UserError {
  const hint = "`--tracked` moves them anyway; without `--move` they are imported where they are";
  return new UserError("TRACKED", `${file} is tracked by git: others would no longer have its hooks`, { hint });
}
