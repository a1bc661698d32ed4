/** The error for a word that means no agent, with the names that do. */

import { REGISTRABLE } from "../agents/registrable.ts";
import { UserError } from "../errors.ts";
import { agentLike } from "./agent-like.ts";

export function unknownAgent(word: string): UserError {
  const names = REGISTRABLE.map(({ facts, registration }) => registration.configName ?? facts.name);
  const near = agentLike(word);
  const hint = near === undefined ? `use one of ${names.join(", ")}` : `did you mean \`${near}\`?`;
  return new UserError("UNKNOWN-AGENT", `unknown agent: ${word}`, { hint, exitCode: 2 });
}
