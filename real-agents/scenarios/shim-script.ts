/** A hook script as people write it for Claude Code, from `test/claude-scripts/fixtures`: what the model does, and what must come of it. */

import type { LossCode } from "../../src/model/outcome.ts";
import type { Step } from "../model-server/script.ts";
import type { Recipe, Folders } from "../recipes/recipe.ts";
import type { Claim, Seen } from "./scenario.ts";

export interface ClaudeScript {
  /** The folder of the fixture. */
  readonly name: string;
  readonly language: string;
  /** How it answers. */
  readonly answer: string;
  /** What it does on Claude Code. */
  readonly effect: string;
  /** The run that it shares with others; the one with tool calls by default. */
  readonly run?: "prompt" | "permission";
  readonly steps?: (recipe: Recipe, folders: Folders) => readonly Step[];
  readonly judge: (seen: Seen) => readonly Claim[];
  /** Agents that cannot do it, each with the loss that Symposium must record and what happens instead. */
  readonly lost?: Readonly<Record<string, LostEffect>>;
}

export interface LostEffect {
  /** The agent calls no hook for the event; otherwise the loss in the trace. */
  readonly loss: LossCode | "no-event";
  readonly instead: (seen: Seen) => readonly Claim[];
}
