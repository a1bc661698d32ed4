/** Which form of the hook programme would be placed in our own directory, from where, and what is there now. Changes nothing. */

import { dirname, join } from "node:path";

import type { Environment } from "../context.ts";
import { type Machine, thisMachine } from "../platform/machine.ts";
import type { PlacedContext, Places } from "../platform/places.ts";
import { type AskProgramme, askProgramme, mayRun, type ProgrammeAnswer } from "./ask-programme.ts";
import { findNative, type NativeProgramme } from "./find-native.ts";
import { type NodeForm, nodeForm } from "./node-form.ts";
import { notPlaced } from "../config-files/not-written.ts";
import { recordedVersion } from "./programme-record.ts";
import { formThere, isAlone, isNativeInPlace, isNodeInPlace, nativeName } from "./programme-files.ts";

/** Plain data, but for the environment that the programme is asked in. */
export type ProgrammePlan = InPlace | ToBePlaced;

export interface InPlace extends Planned {
  readonly change: "none";
}

export interface ToBePlaced extends Planned {
  readonly change: "create" | "replace";
  /** What takes its place if it does not answer. */
  readonly node: NodeForm;
}

interface Planned {
  readonly bin: string;
  /** What agents will call. */
  readonly programme: string;
  readonly there: ReturnType<typeof formThere>;
  readonly form: "native" | "node";
  /** The file, or the folder of scripts, that it is made from. */
  readonly from: string;
  readonly origin: NativeProgramme["origin"] | "this-package";
  /** Why it is not the native programme. */
  readonly notNative?: string;
  /** What the programme answered; absent where it was not asked, because it is not in its place yet. */
  readonly answer?: ProgrammeAnswer;
  readonly machine: Machine;
  readonly env: Environment;
}

export interface ProgrammeWish extends PlacedContext {
  /** The folder of our build: `dist` of the package. */
  readonly dist: string;
  readonly machine?: Machine;
  /** The Node that the launcher prefers; absent means the one that runs us, `null` none. */
  readonly node?: string | null;
  readonly ask?: AskProgramme;
}

/** The native programme is asked where it lies, so that a plan does not promise one that cannot run here. */
export async function planProgramme(wish: ProgrammeWish): Promise<ProgrammePlan> {
  try {
    return await planOf(wish);
  } catch (error) {
    throw notPlaced(error, wish.places.programme);
  }
}

async function planOf(wish: ProgrammeWish): Promise<ProgrammePlan> {
  const { context, places, dist, machine = thisMachine(), ask = askProgramme } = wish;
  const bin = dirname(places.programme);
  const place = { bin, there: formThere(bin), machine, env: context.env };
  const native = findNative(dist, machine);
  const recorded = native === undefined ? undefined : recordedPlan(native, bin, places, machine);
  if (recorded !== undefined) return { ...place, ...recorded };

  const preferred = wish.node === undefined ? runningNode() : (wish.node ?? undefined);
  const node = nodeForm({ dist, windows: machine.os === "windows", node: preferred });
  const launcher = join(bin, node.launchers[0]?.name ?? "");
  const notNative = native === undefined ? NO_NATIVE : await refusalOf(native.file);
  const { inPlace, ...plan } = native !== undefined && notNative === undefined ? nativePlan(native) : nodePlan();
  if (inPlace) return { ...place, ...plan, change: "none", answer: await ask(plan.programme, context.env, machine) };
  return { ...place, ...plan, change: place.there === "nothing" ? "create" : "replace", node };

  function nativePlan({ file, origin }: NativeProgramme) {
    const inPlace = isNativeInPlace(bin, file, machine);
    return { form: "native", programme: join(bin, nativeName(machine)), from: file, origin, inPlace } as const;
  }

  function nodePlan() {
    const why = notNative === undefined ? {} : { notNative };
    const inPlace = isNodeInPlace(bin, node, machine);
    return { form: "node", programme: launcher, from: node.scripts, origin: "this-package", ...why, inPlace } as const;
  }

  async function refusalOf(source: string): Promise<string | undefined> {
    if (place.there === "node" && isNodeInPlace(bin, node, machine) && !mayRun(launcher)) return `no programme may be run in ${bin}`;
    const file = isNativeInPlace(bin, source, machine) ? join(bin, nativeName(machine)) : source;
    // What may not be run where it lies may well run from our directory: that shows when it is placed.
    if (!mayRun(file)) return undefined;
    const answer = await ask(file, context.env, machine);
    return "silent" in answer ? `${file} ${answer.silent}` : undefined;
  }
}

/** What was in its place and answered goes on doing so while nobody touches it. */
function recordedPlan({ file, origin }: NativeProgramme, bin: string, places: Places, machine: Machine) {
  const programme = join(bin, nativeName(machine));
  const version = isAlone(bin, machine) && mayRun(programme) ? recordedVersion(places, file, programme) : undefined;
  if (version === undefined) return undefined;
  return { form: "native", programme, from: file, origin, change: "none", answer: { version } } as const;
}

const NO_NATIVE = "the package holds no native programme for this machine";

/** Bun runs our scripts in a checkout; a launcher needs Node. */
function runningNode(): string | undefined {
  return process.versions["bun"] === undefined ? process.execPath : undefined;
}
