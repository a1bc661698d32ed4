/** One outcome of the matrix: what the plugins do and what must come of it. */

import type { Abilities, Expected } from "./expected.ts";
import type { AnswerFields, Handler } from "./handlers.ts";

/** One of each class goes through the executables at every event; a proof takes all. */
export type OutcomeClass = "silence" | "allow" | "deny" | "ask" | "rewrite" | "context" | "stop" | "message" | "failure" | "several";

export interface Plugin {
  readonly name: string;
  readonly handler: Handler;
  readonly onFailure?: "open" | "closed";
  readonly onUnsupported?: "deny" | "warn";
  /** Seconds; failures by time are made short. */
  readonly timeout?: number;
}

export interface Case {
  readonly name: string;
  readonly class: OutcomeClass;
  readonly plugins: readonly Plugin[];
  readonly expect: (can: Abilities, neutral: string) => Expected;
}

export function answering(name: string, fields: AnswerFields): Plugin {
  return { name, handler: { kind: "answers", fields } };
}

/** What may become of context beside a denial. */
export const CONTEXT_LOSSES = ["context-held", "context-in-reason", "context-lost"];
