/** Why git did not get what a source asked for. */

import { type Refusal, refusal, unreached } from "../ecosystems/refusal.ts";
import type { GitAddress } from "../git/address.ts";

const UNREACHED =
  /Could not resolve|Couldn't connect|Failed to connect|Connection (?:refused|reset|timed out)|Network is unreachable|did not finish within/i;

/** The address is shown without credentials. */
export function gitRefusal({ shown }: GitAddress, failure: string): Refusal {
  return UNREACHED.test(failure) ? unreached(shown, failure) : refusal(`cannot get ${shown}: ${failure}`);
}
