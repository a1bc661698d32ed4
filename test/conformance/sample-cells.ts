/** Cells of the matrix that stand for the others where each costs a process. */

import { LEVEL, sampled } from "../support/thoroughness.ts";
import type { Cell } from "./describe-conformance.ts";

const eventOf = ({ agent, file }: Cell) => `${agent.oracle.agent} ${file.event}`;
const outcomeOf = ({ agent, testCase }: Cell) => `${agent.oracle.agent} ${testCase.class}`;

/** Each agent at each event with one outcome of each class; in a proof with every outcome. */
export function everyClassAtEveryEvent(cells: readonly Cell[]): readonly Cell[] {
  return sampled(cells, (cell) => `${eventOf(cell)} ${cell.testCase.class}`, "proof");
}

/** In a sample each agent once at each event and once with each class of outcome. */
export function everyEventAndEveryClass(cells: readonly Cell[]): readonly Cell[] {
  if (LEVEL !== "sample") return everyClassAtEveryEvent(cells);
  return [...new Set([...sampled(cells, eventOf), ...sampled(cells, outcomeOf)])];
}
