/**
 * The hook program in our own directory (RG-1): agents call it there, so that no upgrade, no package manager's cache and no change of Node ever
 * touches an agent's file. It is put next to its place, tested, and then swapped in as a whole.
 */

import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

import { notPlaced } from "../../files/user-file.ts";
import { besideName, type Rename, swapIn, sweepBeside } from "../../host/replace-file.ts";
import { type AskProgram, askProgram, type ProgramAnswer } from "./ask-program.ts";
import type { ProgramPlan, ToBePlaced } from "./plan-program.ts";
import { isLauncherInPlace, isNodeInPlace, removeBesides, scriptsInUse } from "./program-files.ts";
import { hasScripts, type NodeForm, placeScripts } from "./program-forms.ts";

export interface PlacedProgram {
  /** What the registered text calls. */
  readonly program: string;
  readonly form: "native" | "node";
  readonly change: "none" | "created" | "replaced";
  /** How the bytes got there; absent where nothing changed, and for the Node form. */
  readonly how?: "hard-link" | "copy";
  /** Its answer when asked for its version. */
  readonly version?: string;
  /** Why the native program is not used. */
  readonly notNative?: string;
  /** Why hooks will not run: the program is in place and does not answer. */
  readonly trouble?: string;
}

/** The parts of the system that a test may replace. */
export interface PlacingTools {
  readonly ask?: AskProgram;
  readonly link?: (from: string, to: string) => void;
  readonly rename?: Rename;
}

/** Carries out a plan. Where the native program does not answer, the Node launcher replaces it, and the result says why. */
export async function placeProgram(plan: ProgramPlan, tools: PlacingTools = {}): Promise<PlacedProgram> {
  const { ask = askProgram, link = linkSync, rename = renameSync } = tools;
  if (plan.change === "none")
    return { program: plan.program, form: plan.form, change: "none", ...answered(plan.program, plan.answer), ...because(plan) };
  try {
    mkdirSync(plan.bin, { recursive: true, mode: 0o700 });
    sweepBeside(plan.bin);
    return plan.form === "native"
      ? await placeNative(plan, { ask, link, rename })
      : await placeNode(plan, plan.notNative, { ask, link, rename });
  } catch (error) {
    throw notPlaced(error, plan.program);
  }
}

async function placeNative(plan: ToBePlaced, tools: Required<PlacingTools>): Promise<PlacedProgram> {
  const { bin, program, from, machine, env } = plan;
  const beside = besideName(program, "new");
  try {
    const how = bring(from, beside, tools.link);
    const answer = await tools.ask(beside, env, machine);
    if ("silent" in answer) return await placeNode(plan, `${from} ${answer.silent}`, tools);
    const inUse = scriptsInUse(bin);
    swapIn(beside, program, tools.rename);
    removeBesides(bin, [basename(program), ...inUse, basename(beside)]);
    return { program, form: "native", change: changed(plan), how, version: answer.version };
  } finally {
    rmSync(beside, { force: true });
  }
}

async function placeNode(plan: ToBePlaced, notNative: string | undefined, tools: Required<PlacingTools>): Promise<PlacedProgram> {
  const { bin, node, machine, env } = plan;
  const change = isNodeInPlace(bin, node, machine) ? "none" : changed(plan);
  const inUse = scriptsInUse(bin);
  if (!hasScripts(bin, node)) placeScripts(bin, node);
  for (const launcher of node.launchers) if (!isLauncherInPlace(bin, launcher, machine)) placeLauncher(bin, launcher, tools.rename);
  removeBesides(bin, [...node.launchers.map(({ name }) => name), node.folder, ...inUse]);
  const program = join(bin, node.launchers[0]?.name ?? "");
  return { program, form: "node", change, ...answered(program, await tools.ask(program, env, machine)), ...because({ notNative }) };
}

function placeLauncher(bin: string, { name, text }: NodeForm["launchers"][number], rename: Rename): void {
  const target = join(bin, name);
  const beside = besideName(target, "new");
  try {
    writeFileSync(beside, text);
    chmodSync(beside, 0o755);
    swapIn(beside, target, rename);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Linked where the file system can and the file may be run as it is; copied across file systems and from other users' files. */
function bring(source: string, to: string, link: (from: string, to: string) => void): "hard-link" | "copy" {
  const file = realpathSync(source);
  const mayRun = (statSync(file).mode & 0o111) === 0o111;
  try {
    if (!mayRun) throw new Error("a link would have the same mode");
    link(file, to);
    return "hard-link";
  } catch {
    copyFileSync(file, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(to, 0o755);
    return "copy";
  }
}

function changed({ there }: ToBePlaced): "created" | "replaced" {
  return there === "nothing" ? "created" : "replaced";
}

function answered(program: string, answer: ProgramAnswer | undefined): Pick<PlacedProgram, "version" | "trouble"> {
  if (answer === undefined) return {};
  return "silent" in answer ? { trouble: `${program} ${answer.silent}` } : answer;
}

function because({ notNative }: { readonly notNative?: string | undefined }): Pick<PlacedProgram, "notNative"> {
  return notNative === undefined ? {} : { notNative };
}
