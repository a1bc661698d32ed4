/**
 * The record of a sync that found nothing to change: everything it looked at, and what it said. As long as nothing of that has changed, the
 * next one would say the same, so it is only said again. Whoever deletes, replaces or edits any of it gets a sync as always.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { isObject, parseJson } from "../canonical/json.ts";
import type { Context } from "../context.ts";
import { sweepTemporary } from "../platform/leftover.ts";
import type { LogLevel } from "../platform/log-file.ts";
import type { Places } from "../platform/places.ts";
import { shortHash } from "../platform/short-hash.ts";
import { isFresh, type Stamped } from "../platform/stamp.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { BUILD } from "../version.ts";
import { lookUp } from "../lookup.ts";

export interface Settled {
  /** The name that hints have for us. */
  readonly calledAs: string;
  /** When it was written. */
  readonly at: number;
  readonly inputs: readonly Stamped[];
  /** Where the programme in our directory came from, and where it is. */
  readonly programme: { readonly source: string; readonly placed: string };
  /** When the first of the answers runs out that predicates' programmes gave. */
  readonly until?: number;
  /** Repositories that are asked for news now and then have to be asked first: those of the config, and these of skill groups. */
  readonly git?: { readonly groups: readonly unknown[] };
  readonly logLevel: LogLevel;
  readonly told: Told;
}

export interface Told {
  readonly messages: readonly ToldMessage[];
  /** The answer for people, with marks where it is coloured. */
  readonly text: string;
}

interface ToldMessage {
  readonly type: "message";
  readonly level: "detail" | "note" | "done" | "warning";
  readonly message: string;
  readonly hint?: string;
}

const FORMAT = "symposium-settled";
const VERSION = 1;

export interface SettledWorld {
  readonly context: Pick<Context, "cwd" | "env" | "now">;
  readonly places: Pick<Places, "cache">;
}

/** As it was written; `undefined` where there is none of this build, this folder and these variables. */
export function readSettled(world: SettledWorld): Settled | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(world), "utf8");
  } catch {
    return undefined;
  }
  const value = parseJson(text);
  if (!isObject(value) || value["format"] !== FORMAT || value["version"] !== VERSION || value["whose"] !== whose(world)) return undefined;
  const { settled } = value;
  const isWhole = isObject(settled) && Array.isArray(settled["inputs"]) && isObject(settled["programme"]) && isObject(settled["told"]);
  return isWhole ? (settled as unknown as Settled) : undefined;
}

/** A clock that was set back since would make answers last for years. */
export function isStillSettled({ inputs, until, at }: Pick<Settled, "inputs" | "until" | "at">, now: number): boolean {
  return now >= at && (until === undefined || now < until) && inputs.every(isFresh);
}

/** Without it the next sync only takes longer. */
export function writeSettled(world: SettledWorld, settled: Settled): void {
  const file = fileOf(world);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    sweepTemporary(dirname(file));
    writeAtomically(file, `${JSON.stringify({ format: FORMAT, version: VERSION, whose: whose(world), settled })}\n`, { mode: 0o600 });
  } catch {
    // A full or read-only disk.
  }
}

function fileOf({ context, places }: SettledWorld): string {
  return join(places.cache, "settled", `${shortHash(context.cwd)}.json`);
}

/** Any variable may be asked for by a gate or move a folder. Values may be secrets, so only a hash of all is kept. */
function whose({ context: { cwd, env } }: SettledWorld): string {
  const variables = Object.keys(env)
    .filter((name) => !PASSING.has(name))
    .sort();
  return `${BUILD} ${shortHash(JSON.stringify(variables.map((name) => [name, lookUp(env, name)])))} ${cwd}`;
}

/** What a shell changes from one command to the next. */
const PASSING: ReadonlySet<string> = new Set(["_", "OLDPWD", "PWD", "SHLVL"]);
