/** Agents that seem to be used on this machine: their folder is in the home, or their program on PATH. */

import { existsSync } from "node:fs";

import { userPlace } from "../agents/hook-place.ts";
import { type Agent, REGISTRABLE } from "../agents/registrable.ts";
import type { Context } from "../context.ts";
import { findProgram, realFiles } from "../platform/find-program.ts";

export function foundAgents(context: Context): Agent[] {
  return REGISTRABLE.filter(({ facts, registration: { signs } }) => {
    const hasFolder = signs.folders.some((path) => existsSync(userPlace(path, facts.relocatedBy, context)));
    return hasFolder || signs.programs.some((word) => findProgram(word, context.os, context.env, realFiles) !== undefined);
  });
}
