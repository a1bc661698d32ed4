/** What is found on the way from plugin to plugin: packages, repositories, and what is missing. */

import type { Problem } from "../../documents/problem.ts";
import type { WantedPackage } from "../../ecosystems/ecosystem.ts";
import type { Stamped } from "../../platform/stamp.ts";
import type { PredicateSurroundings } from "../../predicates/surroundings.ts";
import type { Standing } from "../../trust/standing.ts";
import type { ReadPlugin, ReadRequest } from "../read-plugins.ts";
import type { GitAddress } from "../../git/address.ts";
import { type CarriedStore, openCarriedStore } from "./carried-store.ts";
import type { Lead, RepositoryLead, Way } from "./lead.ts";
import type { PackageName } from "./package-decision.ts";

/** The names of packages on the way to a package. */
export const MOST_HOPS = 10;
/** Packages that are not dependencies; each costs a search of this machine. Repositories count as such. */
export const MOST_OUTSIDE = 100;

export interface PackagesRead {
  /** Packages that are not on this machine; `sync` may fetch them. */
  readonly wanted: readonly WantedHere[];
  /** Packages that count here and were not read completely: what is installed of them stays (PL-4). */
  readonly unread: readonly PackageName[];
  /** Packages whose whole plugin counts here, whether or not it was found. */
  readonly expected: readonly ExpectedPackage[];
  /** Repositories whose plugin counts here; `sync` fetches them. */
  readonly repositories: readonly RepositoryHere[];
  /** A package that the user agreed to changed, so it is unknown what it leads to. */
  readonly isUncertain: boolean;
}

export const NO_PACKAGES: PackagesRead = { wanted: [], unread: [], expected: [], repositories: [], isUncertain: false };

export interface ExpectedPackage extends PackageName {
  /** Part of the workspace itself, so that its plugin is the repository's own. */
  readonly isMember?: true;
}

export interface WantedHere extends WantedPackage {
  readonly ecosystem: string;
  /** What is reported while it is missing. */
  readonly problem: Problem;
}

export interface RepositoryHere {
  /** `git:<address>`. */
  readonly name: string;
  readonly address: GitAddress;
  /** What is reported while it is missing. */
  readonly problem?: Problem;
}

export interface Walk {
  readonly request: ReadRequest;
  readonly surroundings: PredicateSurroundings;
  /** What the user decided about the code of a package. */
  readonly standingOf: (plugin: ReadPlugin) => Standing["state"] | undefined;
  readonly plugins: ReadPlugin[];
  readonly problems: Map<string, Problem>;
  readonly watched: Stamped[];
  readonly wanted: Map<string, WantedHere>;
  readonly unread: PackageName[];
  readonly expected: ExpectedPackage[];
  readonly repositories: Map<string, RepositoryHere>;
  /** Packages by name, version and what is taken. */
  readonly seen: Set<string>;
  readonly waiting: { readonly plugin: Lead[]; readonly repository: RepositoryLead[]; readonly skills: Lead[] };
  readonly store: CarriedStore;
  outside: number;
  isUncertain: boolean;
}

export function startWalk(given: Pick<Walk, "request" | "surroundings" | "standingOf">): Walk {
  return {
    ...given,
    plugins: [],
    problems: new Map(),
    watched: [],
    wanted: new Map(),
    unread: [],
    expected: [],
    repositories: new Map(),
    seen: new Set(),
    waiting: { plugin: [], repository: [], skills: [] },
    store: openCarriedStore(given.request),
    outside: 0,
    isUncertain: false,
  };
}

/** Each message about a file once. */
export function reportOn({ file }: Pick<Way, "file">, { problems }: Walk) {
  return (message: string, hint?: string): Problem => {
    const problem: Problem = { severity: "warning", file, message, ...(hint === undefined ? {} : { hint }) };
    problems.set(`${file} ${message}`, problem);
    return problem;
  };
}

/** Whether the way ends here: in a circle, or after too many. */
export function endsHere(lead: Pick<Way, "visited" | "file">, key: string, named: string, walk: Walk): boolean {
  const report = reportOn(lead, walk);
  if (lead.visited.includes(key)) report(`packages lead in a circle: ${[...lead.visited, key].join(" → ")}`);
  else if (lead.visited.length > MOST_HOPS) report(`${named} is more than ${MOST_HOPS} packages away, so Symposium ignores it`);
  else return false;
  return true;
}

export const TOO_MANY = `more than ${MOST_OUTSIDE} packages outside the workspace are named; Symposium ignores the rest`;
