/** Agents that seem to be used on this machine: their folder is in the home, or their program on PATH. */

import { existsSync } from "node:fs";

import { userPlace } from "../agents/hook-place.ts";
import { AGENTS } from "../agents/list.ts";
import type { Agent } from "../agents/set-up.ts";
import type { Context } from "../context.ts";
import { findProgram, realFiles } from "../platform/find-program.ts";

export function foundAgents(context: Context): Agent[] {
  return AGENTS.filter(({ relocatedBy, registration: { signs } }) => {
    const hasFolder = signs.folders.some((path) => existsSync(userPlace(path, relocatedBy, context)));
    return hasFolder || signs.programs.some((word) => findProgram(word, context.os, context.env, realFiles) !== undefined);
  });
}
