/**
 * The hook program in our own directory (RG-1): agents call it there, so that no upgrade, no package manager's cache and no change of Node ever
 * touches an agent's file. It is put next to its place, tested, and then swapped in as a whole.
 */

import { chmodSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { notPlaced } from "../../files/user-file.ts";
import { besideName, type Rename, swapIn, sweepBeside } from "../../host/replace-file.ts";
import { type AskProgram, askProgram, type ProgramAnswer } from "./ask-program.ts";
import { bytesOf, type NativeProgram } from "./native-program.ts";
import type { ProgramPlan } from "./plan-program.ts";
import { isLauncherInPlace, isNodeInPlace, removeBesides, scriptsInUse } from "./program-files.ts";
import { hasScripts, type Launcher, type NodeForm, placeScripts } from "./program-forms.ts";

export interface PlacedProgram {
  readonly program: string;
  readonly form: "native" | "node";
  readonly change: "none" | "created" | "replaced";
  /** How the bytes got there; absent where nothing changed, and for the Node form. */
  readonly how?: "hard-link" | "copy";
  readonly version?: string;
  readonly notNative?: string;
  /** Why hooks will not run: the program is in place and does not answer. */
  readonly trouble?: string;
}

export interface PlacingTools {
  readonly ask?: AskProgram;
  readonly link?: (from: string, to: string) => void;
  readonly rename?: Rename;
}

/** Carries out a plan. Where the native program does not answer, the Node launcher replaces it, and the result says why. */
export async function placeProgram(plan: ProgramPlan, tools: PlacingTools = {}): Promise<PlacedProgram> {
  const { ask = askProgram, link = linkSync, rename = renameSync } = tools;
  const { program, form, change, notNative, node } = plan;
  if (change === "none" || node === undefined) return { program, form, change: "none", notNative, ...answered(program, plan.answer) };
  const placing: Placing = { ...plan, node, change: change === "create" ? "created" : "replaced", ask, link, rename };
  try {
    mkdirSync(plan.bin, { recursive: true, mode: 0o700 });
    sweepBeside(plan.bin);
    return plan.native === undefined ? await placeNode(placing) : await placeNative(placing, plan.native);
  } catch (error) {
    throw notPlaced(error, program);
  }
}

interface Placing extends Omit<ProgramPlan, "change">, Required<PlacingTools> {
  readonly node: NodeForm;
  readonly change: "created" | "replaced";
}

async function placeNative(placing: Placing, native: NativeProgram): Promise<PlacedProgram> {
  const { bin, program, from, machine, env, change, ask, link, rename } = placing;
  const bytes = bytesOf(native);
  if ("damage" in bytes) return placeNode({ ...placing, notNative: `${from} ${bytes.damage}` });
  const beside = besideName(program, "new");
  try {
    const how = bring(native, bytes, beside, link);
    const answer = await ask(beside, env, machine);
    if ("silent" in answer) return await placeNode({ ...placing, notNative: `${from} ${answer.silent}` });
    const inUse = scriptsInUse(bin);
    const { besideNative, folder } = placing.node;
    if (!hasScripts(bin, placing.node)) placeScripts(bin, placing.node);
    if (!isLauncherInPlace(bin, besideNative, machine)) placeLauncher(bin, besideNative, rename);
    swapIn(beside, program, rename);
    removeBesides(bin, [basename(program), besideNative.name, folder, ...inUse, basename(beside)]);
    return { program, form: "native", change, how, version: answer.version };
  } finally {
    rmSync(beside, { force: true });
  }
}

async function placeNode({ bin, node, machine, env, notNative, change, ask, rename }: Placing): Promise<PlacedProgram> {
  const isThere = isNodeInPlace(bin, node, machine);
  const inUse = scriptsInUse(bin);
  if (!hasScripts(bin, node)) placeScripts(bin, node);
  for (const launcher of node.launchers.filter((one) => !isLauncherInPlace(bin, one, machine))) placeLauncher(bin, launcher, rename);
  removeBesides(bin, [...node.launchers.map(({ name }) => name), node.folder, ...inUse]);
  const program = join(bin, node.launchers[0]?.name ?? "");
  const answer = await ask(program, env, machine);
  return { program, form: "node", change: isThere ? "none" : change, notNative, ...answered(program, answer) };
}

function placeLauncher(bin: string, { name, text }: Launcher, rename: Rename): void {
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

/** Linked where the file system can and the file may be run as it is; written across file systems, from other users' files and from the archive. */
function bring(
  { file, isPacked }: NativeProgram,
  bytes: Uint8Array,
  to: string,
  link: (from: string, to: string) => void,
): "hard-link" | "copy" {
  try {
    const source = realpathSync(file);
    if (isPacked || (statSync(source).mode & 0o111) !== 0o111) throw new Error("a link would be another file, or have the same mode");
    link(source, to);
    return "hard-link";
  } catch {
    writeFileSync(to, bytes, { flag: "wx" });
    chmodSync(to, 0o755);
    return "copy";
  }
}

function answered(program: string, answer: ProgramAnswer | undefined): Pick<PlacedProgram, "version" | "trouble"> {
  if (answer === undefined) return {};
  return "silent" in answer ? { trouble: `${program} ${answer.silent}` } : answer;
}
