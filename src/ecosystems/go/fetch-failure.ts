/** Why a module was not fetched, in a line: from what Go printed. */

import { type Refusal, refusal, unreached } from "../refusal.ts";
import type { FailedManager } from "../run-manager.ts";
import { answerIn, textIn } from "./printed-json.ts";

export function failureOf({ failure, stderr, stdout }: FailedManager, title: string): Refusal {
  const printed = textIn(answerIn(stdout), "Error") ?? stderr;
  const line = printed
    .split("\n")
    .find((one) => one.trim() !== "" && !one.startsWith("go: downloading "))
    ?.trim()
    .slice(0, 300);
  if (/checksum mismatch|SECURITY ERROR/.test(printed))
    return refusal(`the bytes from ${title} do not have the checksum that the Go checksum database has`);
  if (UNKNOWN.test(printed)) return refusal(`${title} does not have it`);
  if (UNREACHED.test(printed)) return unreached(title, line ?? failure);
  return refusal(line === undefined ? failure : `go failed: "${line}"`);
}

const UNKNOWN =
  /: (?:404|410) |unknown revision|no matching versions|file does not exist|no such file or directory|invalid version: unknown/;
const UNREACHED =
  /dial tcp|no such host|connection refused|i\/o timeout|TLS handshake|network is unreachable|server misbehaving|: 50[0-9] /;
