/** Why a package was not fetched, and what the user can do. */

import type { Problem } from "../documents/problem.ts";
import type { WantedPackage } from "./ecosystem.ts";

export interface Refusal {
  readonly why: string;
  readonly hint?: string;
  readonly severity: Problem["severity"];
  /** The last lines that the program printed. */
  readonly lines?: readonly string[];
}

export function refusal(why: string, hint?: string, severity: Problem["severity"] = "error"): Refusal {
  return { why, ...(hint === undefined ? {} : { hint }), severity };
}

/** Being offline costs nothing that was there, so it is a warning. */
export function unreached(registry: string, why: string): Refusal {
  return refusal(`${registry} cannot be reached: ${why}`, "connect to the network and try again", "warning");
}

export function fetchProblem({ name, version, namedIn }: WantedPackage, { why, hint, severity }: Refusal): Problem {
  const what = `\`${name}\`${version === undefined ? "" : ` ${version}`}`;
  return { severity, file: namedIn, message: `cannot fetch ${what}: ${why}`, ...(hint === undefined ? {} : { hint }) };
}
