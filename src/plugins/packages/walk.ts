/** What is found on the way from plugin to plugin: packages, repositories, and what is missing. */

import type { Standing } from "../../consent/standing.ts";
import type { Problem } from "../../files/problem.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import type { PackageName } from "../enablement.ts";
import type { PredicateSurroundings } from "../gates/predicate.ts";
import type { ExpectedPackage, ReadPlugin, ReadRequest, RepositoryHere, WantedHere } from "../plugins-read.ts";
import type { PackageReference, RepositoryReference, Way } from "./package-references.ts";
import { openStoredPlugins } from "./stored-plugins.ts";

const MOST_HOPS = 10;

/** Packages that are not dependencies; each costs a search of this machine. Repositories count as such. */
export const MOST_OUTSIDE = 100;

export type Walk = ReturnType<typeof startWalk>;

/** `standingOf` is what the user decided about the code of a package. */
export function startWalk(
  request: ReadRequest,
  surroundings: PredicateSurroundings,
  standingOf: (plugin: ReadPlugin) => Standing["state"] | undefined,
) {
  return {
    request,
    surroundings,
    standingOf,
    plugins: [] as ReadPlugin[],
    problems: new Map<string, Problem>(),
    watched: [] as Stamped[],
    wanted: new Map<string, WantedHere>(),
    unread: [] as PackageName[],
    expected: [] as ExpectedPackage[],
    repositories: new Map<string, RepositoryHere>(),
    seen: new Set<string>(),
    waiting: { plugin: [] as PackageReference[], repository: [] as RepositoryReference[], skills: [] as PackageReference[] },
    store: openStoredPlugins(request),
    outside: 0,
    isUncertain: false,
  };
}

export function reportOn({ file }: Pick<Way, "file">, { problems }: Walk) {
  return (message: string, hint?: string): Problem => {
    const problem: Problem = { severity: "warning", file, message, hint };
    problems.set(`${file} ${message}`, problem);
    return problem;
  };
}

export function endsHere(lead: Pick<Way, "visited" | "file">, key: string, named: string, walk: Walk): boolean {
  const report = reportOn(lead, walk);
  if (lead.visited.includes(key)) report(`packages lead in a circle: ${[...lead.visited, key].join(" → ")}`);
  else if (lead.visited.length > MOST_HOPS) report(`${named} is more than ${MOST_HOPS} packages away, so Symposium ignores it`);
  else return false;
  return true;
}

export const TOO_MANY = `more than ${MOST_OUTSIDE} packages outside the workspace are named; Symposium ignores the rest`;
