/**
 * Conversions: hooks in the words of the interchange format or of one agent, converted for another by our command line as a user does it,
 * and judged by what the real program then does. Many share one run: each knows the tool calls that are its own by its name.
 */

import { join } from "node:path";

import { targetFor } from "../../src/interchange/target.ts";
import type { Json } from "../../src/model/json.ts";
import type { NativeCall } from "../model-server/script.ts";
import type { Recipe, Folders } from "../recipes/recipe.ts";
import type { Ran, RegisteringStep } from "../register.ts";
import { put } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { initFor, reached, type Claim, type LaunchBy, type Scenario, type Seen } from "./scenario.ts";

export interface Conversion {
  /** `convert-…`. A call is the conversion's own if its text has this name with a dot behind it. */
  readonly name: string;
  readonly ability: string;
  /** Whose file it is, as the command line takes it; absent for a manifest. */
  readonly from?: string;
  /** The file: hooks of a manifest, a document, or a text. */
  readonly file: (at: SourceFile) => readonly Json[] | { readonly document: Json } | { readonly text: string };
  /** What the model calls, one after another. */
  readonly calls?: (recipe: Recipe, folders: Folders) => readonly NativeCall[];
  readonly env?: LaunchBy["env"];
  /** No command is run, so nothing depends on whose payload it is given. */
  readonly isSpoken?: false;
  /** Its entry calls the command through our program; absent: directly. */
  readonly isShimmed?: true;
  /** It is converted to a manifest first, and the agent's file is made of that. */
  readonly isByManifest?: true;
  /** What the command line says is lost besides, as "field effect". */
  readonly losses?: ByAgent<readonly string[]>;
  readonly judge: (seen: Seen) => readonly Claim[];
}

export interface SourceFile {
  /** A command that notes what it is given as the hook of this name, and then does what the text says, for the conversion's own calls. */
  readonly hook: (hook: string, body?: string) => string;
  /** The same for every call. */
  readonly always: (hook: string, body?: string) => string;
  readonly root: string;
}

/** The same for all agents but those that are named. */
export interface ByAgent<T> {
  readonly others: T;
  readonly [agent: string]: T;
}

export function forAgent<T>({ recipe }: Pick<Seen, "recipe">, table: ByAgent<T>): T {
  return Object.hasOwn(table, recipe.name) ? table[recipe.name]! : table.others;
}

/** One run of the agent with all of them. */
export function conversions(run: string, list: readonly Conversion[], more: Partial<Scenario> = {}): readonly Scenario[] {
  const env = Object.assign({}, ...list.map((one) => one.env)) as Record<string, string>;
  return list.map((one) => ({
    name: one.name,
    ability: one.ability,
    group: "conversion",
    shares: run,
    // Hooks that are called directly do without our program.
    ...(list.some(({ isShimmed }) => isShimmed === true) ? {} : { forms: ["native" as const] }),
    plugins: () => [],
    mcp: true,
    longer: 4,
    by: () => ({ env }),
    registering: (recipe) => [
      ...(list.some(({ isShimmed }) => isShimmed === true) ? [initFor([recipe.name])] : []),
      ...list.flatMap((each) => converts(each, recipe)),
    ],
    steps: (recipe, folders) => list.flatMap(({ calls }) => (calls?.(recipe, folders) ?? []).map((call) => ({ calls: [call] }))),
    judge: (seen) => [...toldLosses(seen, one), ...one.judge(seen)],
    ...more,
  }));
}

function converts(conversion: Conversion, recipe: Recipe): readonly RegisteringStep[] {
  const { name, from = "hooks", isShimmed, isByManifest } = conversion;
  const manifest = (folders: Folders) => `${sourceIn(folders, name)}.json`;
  const toManifest: RegisteringStep = {
    ours: (folders) => ["hooks", "convert", "--from", from, "-o", manifest(folders), sourceIn(folders, name)],
    kept: keptAs(`${name}-manifest`),
  };
  return [
    { user: ({ folders }) => put(sourceIn(folders, name), sourceText(conversion, folders)) },
    ...(isByManifest === true ? [toManifest] : []),
    {
      ours: (folders) => [
        ...["hooks", "convert", "--from", isByManifest === true ? "hooks" : from, "--to", recipe.name, "--json"],
        ...(isShimmed === true ? [] : ["--no-shim"]),
        ...["-o", join(folders.home, fileFor(recipe, name)), isByManifest === true ? manifest(folders) : sourceIn(folders, name)],
      ],
      kept: keptAs(name),
    },
  ];
}

/** Where the agent reads it for the user. */
function fileFor({ name }: Recipe, conversion: string): string {
  return (targetFor(name)?.form.paths.user ?? "").replace("*", conversion);
}

function sourceIn({ root }: Folders, name: string): string {
  return join(root, "sources", name);
}

function keptAs(name: string): string {
  return `converted-${name}.json`;
}

function sourceText({ name, file }: Conversion, { root }: Folders): string {
  const script = (hook: string, lines: readonly string[]) => {
    const path = join(root, "hooks", `${name}-${hook}.sh`);
    const notes = shellWord(join(root, `handled-${name}-${hook}.jsonl`));
    put(path, ["#!/bin/sh", "input=$(tr '\\n' ' ')", `printf '%s\\n' "$input" >> ${notes}`, ...lines, ""].join("\n"), 0o755);
    return path;
  };
  const source = file({
    hook: (hook, body = "exit 0") => script(hook, [`case "$input" in *${name}.*) ;; *) exit 0 ;; esac`, body]),
    always: (hook, body = "exit 0") => script(hook, [body]),
    root,
  });
  if ("text" in source) return source.text;
  return JSON.stringify("document" in source ? source.document : { spec: "hooks/1.0", hooks: source }, null, 2);
}

/** A command that was written for another payload. The plugin for OpenCode gives the one of the interchange format. */
function spoken({ from, losses = { others: [] }, isSpoken, isShimmed }: Conversion, seen: Seen): readonly string[] {
  const isSame = from === undefined ? seen.recipe.name === "opencode" : from.split(":")[0] === seen.recipe.name;
  return isSpoken === false || isShimmed === true || isSame || forAgent(seen, losses).some(isReplaced) ? [] : ["handler changed"];
}

/** The command itself does not run. */
function isReplaced(loss: string): boolean {
  return isLeftOut(loss) || loss.endsWith(" blocks");
}

/** What the command line prints with `--json`. */
interface Converted {
  readonly answer: { readonly losses: readonly { readonly field: string; readonly effect: string; readonly severity: string }[] };
}

/** Everything that is lost was said, and nothing else. */
function toldLosses(seen: Seen, conversion: Conversion): readonly Claim[] {
  const { name, losses = { others: [] } } = conversion;
  const { exit, stdout } = JSON.parse(seen.left(keptAs(name))) as Ran;
  // Fields that an agent does not say follow from tables, which tests compare with recorded payloads.
  const told = (parsed(stdout).answer?.losses ?? []).filter(({ effect }) => effect !== "unknown");
  const said = [...new Set(told.map(({ field, effect }) => `${field} ${effect}`))].toSorted();
  const wanted = [...forAgent(seen, losses), ...spoken(conversion, seen)].toSorted();
  const isRefused = told.some(({ severity }) => severity === "error");
  return [
    [`the losses are ${wanted.join(", ") || "none"} (${said.join(", ") || "none"})`, said.join() === wanted.join()],
    [`our command line ended with ${isRefused ? 1 : 0} (${exit})`, exit === (isRefused ? 1 : 0) || wanted.some(isLeftOut)],
  ];
}

function parsed(stdout: string): Partial<Converted> {
  try {
    return JSON.parse(stdout) as Converted;
  } catch {
    return {};
  }
}

/** A file without any hook is an error of the command line. */
function isLeftOut(loss: string): boolean {
  return loss.endsWith(" excluded") || loss.endsWith(" refused");
}

/** A shell command that leaves a file of the conversion's, or of one of its parts. */
export function leaves(name: string, part = ""): string {
  return `echo ran > ${name}.${part}txt`;
}

export const runsShellOf =
  (name: string) =>
  ({ calls }: Recipe): readonly NativeCall[] => [calls.shell(leaves(name))];

/** The shell, and a file that is written. */
export const shellAndWrite =
  (name: string) =>
  ({ calls }: Recipe, { project }: Folders): readonly NativeCall[] => [
    calls.shell(leaves(name)),
    calls.write(`${project}/${name}.written.txt`, "ran\n"),
  ];

export function callRan(seen: Seen, name: string, part = ""): Claim {
  return [`${name}: the tool ${part}ran`, seen.file(`${name}.${part}txt`) === "ran"];
}

export function callBlocked(seen: Seen, name: string, part = ""): Claim {
  return [`${name}: the tool ${part}did not run`, seen.file(`${name}.${part}txt`) === ""];
}

/** What the hook was given for the conversion's own calls. */
export function given(seen: Seen, name: string, hook: string): readonly string[] {
  return seen.handled(`${name}-${hook}`).filter((payload) => payload.includes(`${name}.`));
}

export function hookRan(seen: Seen, name: string, hook: string, times = 1): Claim {
  const found = given(seen, name, hook).length;
  return [`${name}: the hook ${hook} ran ${times} times (${found})`, found === times];
}

/** Copilot CLI keeps what a hook says on stderr to itself. */
export function reasonReached(seen: Seen, reason: string): readonly Claim[] {
  return seen.recipe.name === "copilot-cli" ? [] : [reached(seen, reason, seen.turns.length)];
}
