/** Which version of a module meets a requirement: the newest release, else the newest of all; without any tag the last commit. */

import type { EmptyFolder } from "../empty-folder.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { runManager } from "../run-manager.ts";
import { failureOf } from "./fetch-failure.ts";
import { answerIn, textIn } from "./printed-json.ts";
import { ANY, ownRequirement } from "./requirement.ts";
import { compareGoVersions, isWholeVersion, parseGoVersion } from "./version.ts";

export async function resolveVersion(
  name: string,
  requirement: string = ANY,
  { manager, folder }: EmptyFolder,
  title: string,
): Promise<string | Refusal> {
  const meant = ownRequirement(requirement);
  if ("problem" in meant) return refusal(meant.problem);
  const listed = await runManager(manager, ["list", "-m", "-versions", "-json", name], folder);
  if ("failure" in listed) return failureOf(listed, title);
  const versions = answerIn(listed.stdout)["Versions"];
  const fit = (Array.isArray(versions) ? versions : []).filter((one): one is string => typeof one === "string" && isWholeVersion(one));
  const newest = fit.filter(meant.matches).sort((a, b) => Number(isRelease(b)) - Number(isRelease(a)) || compareGoVersions(b, a))[0];
  if (newest !== undefined) return newest;
  const unmet = refusal(`${title} has no version that meets ${requirement}`);
  if (fit.length > 0) return unmet;
  const latest = await runManager(manager, ["list", "-m", "-json", `${name}@latest`], folder);
  if ("failure" in latest) return failureOf(latest, title);
  const version = textIn(answerIn(latest.stdout), "Version") ?? "";
  return isWholeVersion(version) && meant.matches(version) ? version : unmet;
}

function isRelease(version: string): boolean {
  return parseGoVersion(version)?.pre === "";
}
