/** Why a wheel was not fetched, in a line: from what pip printed, and from its log, which has what it skipped. */

import { type Refusal, refusal, unreached } from "../refusal.ts";

export function failureOf(
  { failure, stderr }: { readonly failure: string; readonly stderr: string },
  log: string,
  version?: string,
): Refusal {
  if (/No module named pip\b/.test(stderr))
    return refusal("this Python has no pip", "run `python3 -m ensurepip`, or install the project's dependencies");
  const index = indexIn(log);
  if (/DO NOT MATCH THE HASHES/.test(stderr)) return refusal(`the checksum of the one in ${index} differs`, TAMPERED);
  if (/HTTP error 40[13]|\b40[13] Client Error/.test(stderr + log))
    return refusal(`${index} refused the user's credentials`, "check them in pip.conf or .netrc");
  if (UNREACHED.test(stderr) || UNREACHED.test(log)) return unreached(index, causeIn(stderr + log) ?? failure);
  if (!/No matching distribution|Could not find a version/.test(stderr)) return refusal(failure);
  const skipped = log
    .split("\n")
    .filter((line) => line.includes("Skipping link: ") && (version === undefined || line.includes(`-${version}`)));
  if (skipped.some((line) => /compatible|requires a different Python/i.test(line)) || /requires a different Python/i.test(log))
    return refusal(`${index} has no wheel of it for the Python on this machine`, INSTALL);
  if (skipped.some((line) => line.includes("No sources permitted")))
    return refusal(`${index} has only its source, which Symposium does not build`, INSTALL);
  return refusal(`${index} does not have it, or only yanked`);
}

export const TAMPERED = "find out what changed the index or the lock file before you use it";
export const INSTALL = "install the project's dependencies: Symposium reads packages in the project's environment";

const UNREACHED =
  /connection broken by|connection error|Max retries exceeded|ProxyError|ReadTimeout|SSLError|SSLCertVerificationError|\b5\d\d Server Error/;

function causeIn(text: string): string | undefined {
  const [, cause] = /((?:\[Errno -?\d+\] |\[SSL: |\b5\d\d Server Error|timed out)[^'")]*)/.exec(text) ?? [];
  return cause?.trim().slice(0, 200);
}

/** pip leaves passwords out of its log. */
function indexIn(log: string): string {
  const [, address] = /Looking in indexes: (\S+?),?(?:\s|$)/.exec(log) ?? [];
  return address?.replace(/^[a-z]+:\/\/(?:[^/@]*@)?([^/]+).*/s, "$1") ?? "PyPI";
}
