/** Why a package or a program was not fetched, and what the user can do. */

import type { GitAddress } from "../files/git/address.ts";
import type { Problem } from "../files/problem.ts";

export interface Refusal {
  readonly why: string;
  readonly hint?: string;
  readonly severity: Problem["severity"];
  /** The last lines that the program printed. */
  readonly lines?: readonly string[];
}

export function refusal(why: string, hint?: string, severity: Problem["severity"] = "error"): Refusal {
  return { why, hint, severity };
}

/** What a network, a file system or a program answered. Our own mistakes are thrown again: no registry is to blame for them. */
export function outsideFailure(error: unknown): string {
  if (!isFromOutside(error)) throw error;
  return String(error);
}

/** Errors from outside have a code or a cause. So have errors about arguments, but those are ours. A syntax error is in what a program printed. */
export function isFromOutside(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause, name } = error as NodeJS.ErrnoException;
  if (error instanceof SyntaxError || cause instanceof Error || name === "AbortError" || name === "TimeoutError") return true;
  const isAboutArguments = (error instanceof TypeError || error instanceof RangeError) && code?.startsWith("ERR_") === true;
  return typeof code === "string" && !isAboutArguments;
}

/** Being offline costs nothing that was there, so it is a warning. */
export function unreached(registry: string, why: string): Refusal {
  return refusal(`${registry} cannot be reached: ${why}`, "connect to the network and try again", "warning");
}

const UNREACHED =
  /Could not resolve|Couldn't connect|Failed to connect|Connection (?:refused|reset|timed out)|Network is unreachable|did not finish within/i;

/** Why git did not get what a source asked for. The address is shown without credentials. */
export function gitRefusal({ shown }: GitAddress, failure: string): Refusal {
  return UNREACHED.test(failure) ? unreached(shown, failure) : refusal(`cannot get ${shown}: ${failure}`);
}
