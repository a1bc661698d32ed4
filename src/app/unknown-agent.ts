/** The error for a word that means no agent, with the names that do. */

import { REGISTRABLE } from "../agents/registrable.ts";
import { UserError } from "../errors.ts";

export function unknownAgent(word: string): UserError {
  const names = REGISTRABLE.map(({ facts, registration }) => registration.configName ?? facts.name);
  return new UserError("UNKNOWN-AGENT", `unknown agent: ${word}`, { hint: `expected ${names.join(", ")}`, exitCode: 2 });
}
