/** Hooks of agents' files that the user imported, as plugins (IX-14): read again whenever a file changes, and copied nowhere. */

import { isUnreadable, type NativeHook } from "../../agents/hook-files.ts";
import { callsRustTool, mentionsUs, textsIn } from "../../agents/registered-text.ts";
import { isOf, placeOf } from "../../consent/place.ts";
import type { Problem } from "../../files/problem.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import type { PlacedContext } from "../../host/places.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { boundsOfWorkspace, type Workspace } from "../../packages/workspace.ts";
import { OPEN } from "../gates/predicate.ts";
import { type ImportedOrigin, NO_PARTS, type Plugin } from "../plugin.ts";
import { keepEntry } from "../written-entry.ts";
import { findFiles, type FoundFile, nativeDocument, readersOfFile, type Unimported, unreadFile, unreadHooks } from "./find-files.ts";
import { importName, type ImportRecord, readImports } from "./import-record.ts";
import { namedInCommand, startsNamed } from "./imported-consent.ts";
import { importedHook, isImported } from "./imported-hook.ts";

export interface ImportedPlugin {
  readonly record: ImportRecord;
  readonly plugin: Plugin;
  readonly origin: ImportedOrigin;
  /** Of the first file, from before it was read. */
  readonly manifest: Stamped;
  /** Hooks that only their own agent can run. */
  readonly unimported: readonly (Unimported & { readonly file: string })[];
}

interface ImportedRead {
  readonly plugins: readonly ImportedPlugin[];
  readonly problems: readonly Problem[];
  /** The record and all files: every call checks them. */
  readonly stamps: readonly Stamped[];
}

interface ImportSurroundings extends PlacedContext {
  readonly workspace: Workspace | null;
}

/** Never throws: problems are part of the result. A plugin whose files cannot all be read is missing, and its closed hooks deny (PL-17). */
export function readImported(where: ImportSurroundings): ImportedRead {
  const file = where.places.imports;
  const stamp = stamped(file);
  const { records, problem } = readImports(where.places);
  const read = records.filter((record) => countsHere(record, where.workspace)).map((record) => readRecord(record, where));
  const own: readonly Problem[] = problem === undefined ? [] : [{ severity: "error", file, message: problem }];
  return {
    plugins: read.flatMap(({ plugin }) => plugin ?? []),
    problems: [...own, ...read.flatMap((one) => one.problems)],
    stamps: [stamp, ...read.flatMap((one) => one.stamps)],
  };
}

export function countsHere(record: ImportRecord, workspace: Workspace | null): boolean {
  if (record.scope === "user") return true;
  if (workspace === null) return false;
  const here = placeOf({ workspace: topOf(workspace), repository: workspace.repository });
  return isOf({ ...record, workspace: record.workspace ?? "" }, here);
}

export function topOf({ repository, folder }: Pick<Workspace, "repository" | "folder">): string {
  return repository ?? folder;
}

export interface RecordRead extends Omit<ImportedRead, "plugins"> {
  readonly plugin?: ImportedPlugin;
}

interface FileRead {
  readonly found: FoundFile;
  readonly hooks: readonly NativeHook[];
}

export function readRecord(record: ImportRecord, { context, workspace }: ImportSurroundings): RecordRead {
  const project = workspace === null ? null : topOf(workspace);
  const found = findFiles(record, project ?? context.cwd);
  if (found === undefined) {
    const message = `has hooks of ${record.agent}, which this version of Symposium does not know: update it`;
    return { stamps: [], problems: [{ severity: "error", file: "imports.json", message }] };
  }
  const { agent, files, searched } = found;
  const ofFiles = files.map(({ file }) => stamped(file));
  const stamps = [...searched, ...ofFiles, ...files.flatMap((one) => unreadFile(one) ?? []).map(stamped)];
  // Nothing of a clone leads to files elsewhere (PL-32).
  const bounds = record.scope === "project" && workspace !== null && record.root === undefined ? boundsOfWorkspace(workspace) : undefined;
  const read = files.flatMap((one) => readFile(one, one.isMoved === true ? undefined : bounds) ?? []);
  const problems = read.flatMap((one) => ("problem" in one ? [one.problem] : []));
  if (problems.length > 0) return { problems, stamps };
  const there = read.filter((one): one is FileRead => "hooks" in one);
  const [original, copy] = [false, true].map((isMoved) =>
    ofFiles.find(([, stamp], at) => stamp !== MISSING && (files[at]?.isMoved === true) === isMoved),
  );
  const manifest = original ?? copy;
  if (manifest === undefined) return { problems: [missing(record, files[0]?.file ?? project ?? "")], stamps };
  const distinct = withoutRepeated(there);
  const results = distinct.map(({ file: { file, ...found }, hook, name }) => {
    const except = found.isMoved === true ? [] : readersOfFile(agent.agent, file, { context, project });
    const { event, matcher, entry, group } = hook;
    const made = importedHook(hook, { ...found, agent, name, except, os: context.os, project });
    return { file, hook: isImported(made) ? keepEntry(made, { event, matcher, group, entry }) : made };
  });
  const hooks = results.flatMap(({ hook }) => (isImported(hook) ? [hook] : []));
  const unread = there.flatMap(({ found: one }) => unreadHooks(one, bounds));
  const unimported = [...results.flatMap(({ file, hook }) => (isImported(hook) ? [] : [{ file, ...hook }])), ...unread];
  const folder = record.root === undefined ? undefined : there[0]?.found.pluginRoot;
  const directory = folder ?? (record.scope === "user" ? context.home : project) ?? context.home;
  // In the user's own files the home's scripts count; of a system's programs, which are updated all the time, none.
  const naming = { agent, top: directory, home: context.home, project };
  const origin: ImportedOrigin = {
    kind: "imported",
    agent: agent.agent,
    scope: record.scope,
    root: record.root,
    folder,
    files: files.map(({ file }) => file),
    named: hooks.map((hook) => {
      const named = namedInCommand(hook, naming);
      return [hook.name, named, startsNamed(hook, named, naming)];
    }),
  };
  const plugin: Plugin = { ...NO_PARTS, name: importName(record), directory, manifest: manifest[0], gate: OPEN, hooks };
  return { plugin: { record, plugin, origin, manifest, unimported }, problems: unimported.map(leftOut), stamps };
}

function readFile(found: FoundFile, bounds: Bounds | undefined): FileRead | { readonly problem: Problem } | undefined {
  const { file, form } = found;
  const read = readTextFileWithin(file, bounds);
  if (read.kind === "missing" && found.isMoved !== true) return undefined;
  if (read.kind === "bad") return read;
  const hint = "the hooks that you imported from it do not run until it is fixed";
  const failed = (message: string, position?: Problem["position"]) => ({
    problem: { severity: "error", file, message, hint, position } as const,
  });
  if (read.kind === "missing") return failed("is missing: hooks that you moved were in it");
  const document = nativeDocument(read.text, form);
  if (!document.ok) return failed(document.message, document.position);
  const hooks = form.read(document.value);
  if (isUnreadable(hooks)) return failed(`\`${hooks.place.join(".")}\` ${hooks.message}`);
  return { found, hooks: hooks.filter(isTheirs) };
}

/** Neither our entry nor one of the Rust tool. */
export function isTheirs({ entry }: NativeHook): boolean {
  return !mentionsUs(entry) && !textsIn(entry).some(callsRustTool);
}

/** Agents run the same hook once, in however many of their files it is. The name is the event, and which of its hooks it is. */
function withoutRepeated(files: readonly FileRead[]) {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return files.flatMap(({ found, hooks }) =>
    hooks.flatMap((hook) => {
      const key = JSON.stringify([hook.event, hook.matcher, hook.entry, found.pluginRoot]);
      if (seen.has(key)) return [];
      seen.add(key);
      const count = (counts.get(hook.event) ?? 0) + 1;
      counts.set(hook.event, count);
      return [{ file: found, hook, name: `${hook.event}-${count}` }];
    }),
  );
}

function missing(record: ImportRecord, file: string): Problem {
  const hint = `restore it, or run \`symposium hooks remove ${importName(record)}\``;
  return { severity: "warning", file, message: "is missing: you imported hooks from it", hint };
}

function leftOut({ file, event, command, reason, isGuard }: ImportedPlugin["unimported"][number]): Problem {
  const what = isGuard ? "does not guard other agents" : "does not run on other agents";
  return { severity: "warning", file, message: `the ${event} hook \`${command}\` ${what}: ${reason}` };
}
