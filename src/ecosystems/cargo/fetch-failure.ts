/** Why a crate was not fetched, in a line: from what Cargo printed. */

import { type Refusal, refusal, unreached } from "../refusal.ts";

export function failureOf({ failure, stderr }: { readonly failure: string; readonly stderr: string }, registry: string): Refusal {
  if (/no such (?:sub)?command: `?info/.test(stderr)) return refusal("this needs Cargo 1.82 or later", "run `rustup update`");
  if (UNKNOWN.test(stderr)) return refusal(`${registry} does not have it, or only yanked`);
  if (/failed to verify the checksum/.test(stderr)) return refusal(`the bytes from ${registry} do not have the checksum in its own index`);
  if (UNREACHED.test(stderr)) return unreached(registry, causeIn(stderr) ?? failure);
  const cause = causeIn(stderr);
  return refusal(cause === undefined ? failure : `${failure}, ${cause}`);
}

const UNKNOWN = /could not find `|no matching package|failed to select a version for the requirement/;
const UNREACHED =
  /\[\d+\] |Could not (?:connect|resolve)|network failure|failed to download from|download of .* failed|--offline|net\.offline|attempting to make an HTTP request/;

/** The last cause is the most exact. */
function causeIn(stderr: string): string | undefined {
  const causes = stderr.split("Caused by:").slice(1);
  return causes.at(-1)?.trim().split("\n", 1)[0]?.slice(0, 300);
}
