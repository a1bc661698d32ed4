/** Plans which form of the hook program goes into our directory, from where, and what is there now. Changes nothing. */

import { dirname, join } from "node:path";

import type { Environment } from "../context.ts";
import { type Machine, thisMachine } from "../platform/machine.ts";
import type { PlacedContext, Places } from "../platform/places.ts";
import { type AskProgram, askProgram, mayRun, type ProgramAnswer } from "./ask-program.ts";
import { findNative, type NativeProgram } from "./find-native.ts";
import { type NodeForm, nodeForm } from "./node-form.ts";
import { notPlaced } from "../config-files/not-written.ts";
import { recordedVersion } from "./program-record.ts";
import { formThere, isAlone, isNativeInPlace, isNodeInPlace, nativeName } from "./program-files.ts";

/** Plain data, except for the environment of the test run. */
export type ProgramPlan = InPlace | ToBePlaced;

export interface InPlace extends Planned {
  readonly change: "none";
}

export interface ToBePlaced extends Planned {
  readonly change: "create" | "replace";
  /** What replaces it if it does not answer. */
  readonly node: NodeForm;
}

interface Planned {
  readonly bin: string;
  /** What agents will call. */
  readonly program: string;
  readonly there: ReturnType<typeof formThere>;
  readonly form: "native" | "node";
  /** The file, or the folder of scripts, that it is made from. */
  readonly from: string;
  readonly origin: NativeProgram["origin"] | "this-package";
  /** Why it is not the native program. */
  readonly notNative?: string;
  /** The program's answer; absent where it was not asked, because it is not in place yet. */
  readonly answer?: ProgramAnswer;
  readonly machine: Machine;
  readonly env: Environment;
}

export interface ProgramWish extends PlacedContext {
  /** The folder of our build: `dist` of the package. */
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
  const place = { bin, there: formThere(bin), machine, env: context.env };
  const native = findNative(dist, machine);
  const recorded = native === undefined ? undefined : recordedPlan(native, bin, places, machine);
  if (recorded !== undefined) return { ...place, ...recorded };

  const preferred = wish.node === undefined ? runningNode() : (wish.node ?? undefined);
  const node = nodeForm({ dist, windows: machine.os === "windows", node: preferred });
  const launcher = join(bin, node.launchers[0]?.name ?? "");
  const notNative = native === undefined ? NO_NATIVE : await refusalOf(native.file);
  const { inPlace, ...plan } = native !== undefined && notNative === undefined ? nativePlan(native) : nodePlan();
  if (inPlace) return { ...place, ...plan, change: "none", answer: await ask(plan.program, context.env, machine) };
  return { ...place, ...plan, change: place.there === "nothing" ? "create" : "replace", node };

  function nativePlan({ file, origin }: NativeProgram) {
    const inPlace = isNativeInPlace(bin, file, machine);
    return { form: "native", program: join(bin, nativeName(machine)), from: file, origin, inPlace } as const;
  }

  function nodePlan() {
    const why = notNative === undefined ? {} : { notNative };
    const inPlace = isNodeInPlace(bin, node, machine);
    return { form: "node", program: launcher, from: node.scripts, origin: "this-package", ...why, inPlace } as const;
  }

  async function refusalOf(source: string): Promise<string | undefined> {
    if (place.there === "node" && isNodeInPlace(bin, node, machine) && !mayRun(launcher)) return `programs cannot be run in ${bin}`;
    const file = isNativeInPlace(bin, source, machine) ? join(bin, nativeName(machine)) : source;
    // A program that cannot be run in its folder may still run from ours: placing it will show.
    if (!mayRun(file)) return undefined;
    const answer = await ask(file, context.env, machine);
    return "silent" in answer ? `${file} ${answer.silent}` : undefined;
  }
}

/** A program in place that answered before still does while it is unchanged. */
function recordedPlan({ file, origin }: NativeProgram, bin: string, places: Places, machine: Machine) {
  const program = join(bin, nativeName(machine));
  const version = isAlone(bin, machine) && mayRun(program) ? recordedVersion(places, file, program) : undefined;
  if (version === undefined) return undefined;
  return { form: "native", program, from: file, origin, change: "none", answer: { version } } as const;
}

const NO_NATIVE = "the package has no native program for this machine";

/** Bun runs our scripts in a checkout; a launcher needs Node. */
function runningNode(): string | undefined {
  return process.versions["bun"] === undefined ? process.execPath : undefined;
}
