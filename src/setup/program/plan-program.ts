/** Plans which form of the hook program goes into our directory, from where, and what is there now. Changes nothing. */

import { statSync } from "node:fs";
import { dirname, join } from "node:path";

import { BUILD, type Environment } from "../../context.ts";
import { notPlaced } from "../../files/user-file.ts";
import { type Machine, thisMachine } from "../../host/machine.ts";
import type { PlacedContext, Places } from "../../host/places.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import { clearLeftover, temporaryOf, writePrivately } from "../../host/write-file.ts";
import { isObject, parseJson } from "../../model/json.ts";
import { type AskProgram, askProgram, mayRun, type ProgramAnswer } from "./ask-program.ts";
import { bytesOf, findNative, NATIVE_PROGRAM, type NativeProgram } from "./native-program.ts";
import { formThere, isAlone, isNativeInPlace, isNodeInPlace } from "./program-files.ts";
import { type NodeForm, nodeForm } from "./program-forms.ts";

/** Plain data, except for the environment of the test run. */
export interface ProgramPlan {
  readonly change: "none" | "create" | "replace";
  readonly bin: string;
  readonly program: string;
  readonly form: "native" | "node";
  readonly from: string;
  /** What is placed, in the native form. */
  readonly native?: NativeProgram;
  readonly notNative?: string;
  /** The program's answer; absent where it was not asked, because it is not in place yet. */
  readonly answer?: ProgramAnswer;
  /** What is placed, or replaces a native program that does not answer; absent where the program is in place. */
  readonly node?: NodeForm;
  readonly machine: Machine;
  readonly env: Environment;
}

export interface ProgramWish extends PlacedContext {
  readonly dist: string;
  readonly machine?: Machine;
  /** The Node that the launcher prefers; absent means the one that runs us, `null` none. */
  readonly node?: string | null;
  readonly ask?: AskProgram;
}

/** The native program is tested in its own folder, so that a plan does not promise one that cannot run here. */
export async function planProgram(wish: ProgramWish): Promise<ProgramPlan> {
  try {
    return await planOf(wish);
  } catch (error) {
    throw notPlaced(error, wish.places.program);
  }
}

async function planOf(wish: ProgramWish): Promise<ProgramPlan> {
  const { context, places, dist, machine = thisMachine(), ask = askProgram } = wish;
  const bin = dirname(places.program);
  const place = { bin, machine, env: context.env };
  const native = findNative(dist, machine);
  const program = join(bin, NATIVE_PROGRAM);
  // A program in place that answered before still does while it is unchanged.
  const isUsable = native !== undefined && isAlone(bin) && mayRun(program);
  // Bun runs our scripts in a checkout; a launcher needs Node.
  const running = process.versions["bun"] === undefined ? process.execPath : null;
  const preferred = (wish.node === undefined ? running : wish.node) ?? undefined;
  const version = isUsable ? recordedVersion(places, native.file, program) : undefined;
  if (native !== undefined && version !== undefined)
    return { ...place, form: "native", program, from: native.file, change: "none", answer: { version } };

  const node = nodeForm(dist, machine, preferred);
  const launcher = join(bin, node.launchers[0]?.name ?? "");
  const there = formThere(bin);
  const isNodeThere = isNodeInPlace(bin, node, machine);
  const isNativeThere = native !== undefined && isNativeInPlace(bin, native, node, machine);
  const notNative = native === undefined ? NO_NATIVE : await refusalOf(native);
  const plan =
    native !== undefined && notNative === undefined
      ? ({ ...place, form: "native", program, from: native.file, native } as const)
      : ({ ...place, form: "node", program: launcher, from: node.scripts, notNative } as const);
  if (plan.form === "native" ? isNativeThere : isNodeThere)
    return { ...plan, change: "none", answer: await ask(plan.program, context.env, machine) };
  return { ...plan, change: there === "nothing" ? "create" : "replace", node };

  async function refusalOf(wanted: NativeProgram): Promise<string | undefined> {
    const bytes = bytesOf(wanted);
    if ("damage" in bytes) return `${wanted.file} ${bytes.damage}`;
    if (there === "node" && isNodeThere && !mayRun(launcher)) return `programs cannot be run in ${bin}`;
    const file = isNativeThere ? program : wanted.file;
    // A program that is packed, or cannot be run in its folder, may still run from ours: placing it will show.
    if ((wanted.isPacked && !isNativeThere) || !mayRun(file)) return undefined;
    const answer = await ask(file, context.env, machine);
    return "silent" in answer ? `${file} ${answer.silent}` : undefined;
  }
}

const NO_NATIVE = "the package has no native program for this machine";

const FORMAT = "symposium-program";
const VERSION = 1;
const MOST_BYTES = 64 * 1024;

/**
 * The record says which file the native program in place was made from, and what it answered. As long as neither
 * file has changed, their bytes need not be compared again, nor the program started.
 */
export function programRecord({ base }: Pick<Places, "base">): string {
  return join(base, "program.json");
}

function recordedVersion(places: Pick<Places, "base">, source: string, placed: string): string | undefined {
  const value = parseJson(readRegularTextIfAny(programRecord(places), { maxBytes: MOST_BYTES }) ?? "");
  if (!isObject(value) || value["format"] !== FORMAT || value["version"] !== VERSION || value["build"] !== BUILD) return undefined;
  const { answer, files } = value;
  const now = JSON.stringify(stampsOf([source, placed]));
  return typeof answer === "string" && JSON.stringify(files) === now ? answer : undefined;
}

/** Writes only changes; without a record the next run checks again. The caller holds the registration lock. */
export function recordProgram(places: Pick<Places, "base">, source: string, placed: string, version: string): void {
  const file = programRecord(places);
  clearLeftover(file);
  if (recordedVersion(places, source, placed) === version) return;
  const record = { format: FORMAT, version: VERSION, build: BUILD, answer: version, files: stampsOf([source, placed]) };
  try {
    writePrivately(file, `${JSON.stringify(record)}\n`, { temporary: temporaryOf(file) });
  } catch {
    // A full or read-only disk.
  }
}

/** With the mode and the time of any change: a program that is not executable must be fixed, whatever it contains. */
function stampsOf(files: readonly string[]): readonly (readonly [file: string, stamp: string])[] {
  return files.map((file) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    return [file, stat === undefined ? "-" : [stat.mtimeMs, stat.ctimeMs, stat.size, stat.ino, stat.dev, stat.mode].join(":")];
  });
}
