/** Why npm did not get a package, in a line: from what it printed. */

import { type Refusal, refusal, unreached } from "../refusal.ts";

export function failureOf({ failure, stderr }: { readonly failure: string; readonly stderr: string }, registry: string): Refusal {
  const code = /^npm (?:error|ERR!) code (\w+)/m.exec(stderr)?.[1] ?? "";
  const why = reasonIn(stderr);
  if (UNKNOWN.has(code)) return refusal(`${registry} does not have it`);
  if (DENIED.has(code)) return refusal(`${registry} refuses access`, "run `npm login`, or add a token to the `.npmrc` in your home folder");
  if (code === "EINTEGRITY") return refusal(`the bytes from ${registry} do not have the checksum in its own index`);
  if (UNREACHED.has(code)) return unreached(registry, why ?? failure);
  return refusal(failure);
}

const UNKNOWN: ReadonlySet<string> = new Set(["E404", "ETARGET", "ENOVERSIONS"]);
const DENIED: ReadonlySet<string> = new Set(["E401", "E403", "ENEEDAUTH"]);
const UNREACHED: ReadonlySet<string> = new Set([
  ...[
    "ECONNREFUSED",
    "ECONNRESET",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "ENOTCACHED",
    "ERR_SOCKET_TIMEOUT",
  ],
  ...[
    "FETCH_ERROR",
    "EPIPE",
    "CERT_HAS_EXPIRED",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "E500",
    "E502",
    "E503",
    "E504",
  ],
]);

function reasonIn(stderr: string): string | undefined {
  return /, reason: (.*)$/m.exec(stderr)?.[1]?.trim().slice(0, 300);
}
