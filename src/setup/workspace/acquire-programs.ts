/** Acquires the programs that are missing, and asks for newer ones once a day. A failure costs that program and one message. */

import type { Problem } from "../../files/problem.ts";
import type { PlacedContext } from "../../host/places.ts";
import { stampedFile } from "../../host/stamp.ts";
import { printable } from "../../model/safe-text.ts";
import { acquireProgram } from "../../packages/programs/acquire-program.ts";
import { findAcquired, type FindSurroundings, type Found, readNewest } from "../../packages/programs/find-acquired.ts";
import { type HookEnvironment, hookEnvironment } from "../../packages/programs/hook-environment.ts";
import { placeOf, platformName } from "../../packages/programs/place.ts";
import type { AcquireProgress } from "../../packages/programs/program-source.ts";
import { resolveInstallation } from "../../packages/programs/resolve-command.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { ProgramChange, ProgramsHere, WantedProgram } from "./wanted-programs.ts";

export interface AcquireOrder {
  readonly workspace: Workspace | null;
  /** Asks for newer versions though it was done today. */
  readonly isEager?: boolean;
  readonly takesNewer?: boolean;
  readonly onProgress?: ((message: string) => void) | undefined;
  readonly onDetail?: ((progress: AcquireProgress) => void) | undefined;
}

/** Tries each once, however many want it. */
export async function acquirePrograms(
  { context, places }: PlacedContext,
  wanted: readonly WantedProgram[],
  { workspace, isEager = false, takesNewer = false, onProgress, onDetail }: AcquireOrder,
): Promise<ProgramsHere> {
  const platform = platformName();
  const changes: ProgramChange[] = [];
  const problems: Problem[] = [];
  let left = false;
  const failed = new Set<string>();
  for (const one of wanted) {
    const { installation, holder, required, plugin } = one;
    const where = { cache: places.cache, platform, holder };
    const before = findAcquired(installation, where);
    if (before === undefined || (before.state === "acquired" && !isEager && !takesNewer && isSettled(one, where, context.now()))) {
      problems.push(...newerOf(one, where));
      continue;
    }
    const key = JSON.stringify([installation.source, installation.installCommands, holder]);
    if (failed.has(key)) continue;
    if (before.state === "missing") onProgress?.(`acquiring ${titleOf(one)}`);
    const repository = workspace?.repository ?? workspace?.folder ?? null;
    const services = { context, places, repository, platform, onProgress: (progress: AcquireProgress) => onDetail?.(progress) };
    const options = { holder, isEager, takesNewer, required: environmentOf(required, plugin.directory, { context, places }, where) };
    const acquired = await acquireProgram(installation, services, options);
    if ("why" in acquired) {
      failed.add(key);
      left = true;
      const { why, hint, severity, lines } = acquired;
      const message = `cannot acquire ${titleOf(one)}: ${why}`;
      problems.push({ severity, file: plugin.manifest, message, quote: lines?.map(printable), hint });
    } else if (before.state === "missing" || before.folder !== acquired.folder)
      changes.push({ ...changeOf(one), version: acquired.version });
    problems.push(...newerOf(one, where));
  }
  return { changes, problems, left };
}

export function missingPrograms({ places }: Pick<PlacedContext, "places">, wanted: readonly WantedProgram[]): readonly ProgramChange[] {
  const platform = wanted.length === 0 ? "" : platformName();
  return wanted
    .filter(({ installation, holder }) => findAcquired(installation, { cache: places.cache, platform, holder })?.state === "missing")
    .map(changeOf);
}

const DAY_MS = 86_400_000;

function isSettled({ installation }: WantedProgram, { cache, platform, holder }: FindSurroundings, now: number): boolean {
  const place = placeOf(installation, cache, platform, holder);
  if (place === undefined || place.identity.version !== undefined) return true;
  if (installation.source?.source === "path") return false;
  const asked = readNewest(place.newest)?.asked ?? 0;
  return now >= asked && now - asked < DAY_MS;
}

function environmentOf(
  required: WantedProgram["required"],
  directory: string,
  { context: { os } }: PlacedContext,
  where: FindSurroundings,
): HookEnvironment {
  const acquired = (installation: WantedProgram["installation"]): Found | undefined => findAcquired(installation, where);
  const surroundings = { directory, os, isFile: (path: string) => stampedFile(path).isFile, acquired };
  const provided = required.flatMap((one) => {
    const { command, directory: folder, missing } = resolveInstallation(one, one, surroundings);
    return missing === undefined ? [{ name: one.name, directory: folder, runnable: command?.path }] : [];
  });
  return hookEnvironment(provided, os);
}

function changeOf({ installation, plugin, by }: WantedProgram): ProgramChange {
  return { program: installation.name, source: installation.source?.source ?? "", plugin: plugin.name, by };
}

function titleOf({ installation, by }: WantedProgram): string {
  return `${installation.name} (${installation.source?.source}) for ${by.join(", ")}`;
}

export function withNewer({ places }: Pick<PlacedContext, "places">, wanted: readonly WantedProgram[]): readonly WantedProgram[] {
  return wanted.filter((one) => newestOf(one, { cache: places.cache, platform: platformName(), holder: one.holder })?.newer !== undefined);
}

function newestOf({ installation }: WantedProgram, { cache, platform, holder }: FindSurroundings) {
  const place = holder === undefined ? undefined : placeOf(installation, cache, platform, holder);
  return place === undefined ? undefined : readNewest(place.newest);
}

/** The user decides about a newer version for a plugin that runs by consent. */
function newerOf(one: WantedProgram, where: FindSurroundings): readonly Problem[] {
  const newest = newestOf(one, where);
  if (newest?.newer === undefined) return [];
  const message = `${titleOf(one)} has the newer version ${newest.newer}; plugin \`${one.plugin.name}\` uses ${newest.version}`;
  return [{ severity: "warning", file: one.plugin.manifest, message, hint: `\`symposium trust accept ${one.plugin.name}\` takes it` }];
}
