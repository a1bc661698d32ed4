/** The error for a word that means no agent, with the names that do. */

import { AGENTS } from "../agents/list.ts";
import { UserError } from "../errors.ts";
import { agentLike } from "./agent-like.ts";

export function unknownAgent(word: string): UserError {
  const names = AGENTS.map(({ name, registration }) => registration.configName ?? name);
  const near = agentLike(word);
  const hint = near === undefined ? `use one of ${names.join(", ")}` : `did you mean \`${near}\`?`;
  return new UserError("UNKNOWN-AGENT", `unknown agent: ${word}`, { hint, exitCode: 2 });
}
