/** Commands for a POSIX shell. Every value is quoted (IX-18): nothing of a manifest is read as shell code, except its own command. */

import type { ManifestHandler } from "../canonical/hook-manifest.ts";
import { quotedWord } from "../canonical/shell-word.ts";
import type { Reply } from "../canonical/outcome.ts";

/** A hook that always gives this answer. */
export function replyCommand({ stdout, stderr, exitCode }: Reply): string {
  return [
    ...(stdout === "" ? [] : [`printf '%s' ${quotedWord(stdout)}`]),
    ...(stderr === "" ? [] : [`printf '%s' ${quotedWord(stderr)} >&2`]),
    `exit ${exitCode}`,
  ].join("; ");
}

/**
 * What an HTTP hook does, with curl: the payload as the body, and the answer on stdout only where it succeeds. A redirect is an error, which
 * it is only for a curl that would follow it. An error is told and prevents nothing: some agents take any exit code but 0 for a denial.
 */
export function curlCommand({ url = "", headers = {}, allowed_env_vars = [], timeout }: ManifestHandler): string {
  const texts = Object.entries(headers).map(([name, value]) => `-H ${withVariables(`${name}: ${value}`, new Set(allowed_env_vars))}`);
  const time = timeout === undefined || timeout === 0 ? [] : [`--max-time ${timeout}`];
  return [
    "curl -fsSL --max-redirs 0",
    ...time,
    "-H 'Content-Type: application/json'",
    ...texts,
    "--data-binary @-",
    quotedWord(url),
    "|| true",
  ].join(" ");
}

/** `$NAME` and `${NAME}` of allowed variables stay references, in a form that only a shell replaces; everything else is text. */
function withVariables(text: string, allowed: ReadonlySet<string>): string {
  const parts = text.split(/(\$\{[A-Za-z_]\w*\}|\$[A-Za-z_]\w*)/);
  const pieces = parts.map((part, at) => {
    const name = at % 2 === 1 ? part.replace(/^\$\{?|\}$/g, "") : undefined;
    return name !== undefined && allowed.has(name) ? `"\${${name}-}"` : part === "" ? "" : quotedWord(part);
  });
  return pieces.join("");
}
