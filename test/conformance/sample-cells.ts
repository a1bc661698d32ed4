/** Cells of the matrix that stand for the others where each costs a process. */

import { LEVEL, sampled } from "../support/thoroughness.ts";
import type { AgentUnderTest } from "./agents.ts";
import type { Cell } from "./describe-conformance.ts";

const eventOf = ({ agent, file }: Cell) => `${agent.oracle.agent} ${file.event}`;

/** In a sample each agent at each event with every outcome, and each payload with one outcome of each class. */
export function everyOutcomeAtEveryEvent(cells: readonly Cell[]): readonly Cell[] {
  const tried = new Set([
    ...sampled(cells, (cell) => `${eventOf(cell)} ${cell.testCase.name}`),
    ...sampled(cells, (cell) => `${cell.agent.oracle.agent} ${cell.file.name} ${cell.testCase.class}`),
  ]);
  return cells.filter((cell) => tried.has(cell));
}

/** Each agent at each event with one outcome of each class; in a proof with every outcome. */
export function everyClassAtEveryEvent(cells: readonly Cell[]): readonly Cell[] {
  return sampled(cells, (cell) => `${eventOf(cell)} ${cell.testCase.class}`, "proof");
}

/** In a sample each agent at each event with one outcome, out of one of each class: every outcome costs a home, in which Node builds an index. */
export function everyEvent(cells: readonly Cell[]): readonly Cell[] {
  if (LEVEL !== "sample") return everyClassAtEveryEvent(cells);
  const cases = sampled([...new Set(cells.map(({ testCase }) => testCase))], (testCase) => testCase.class);
  return sampled(
    cells.filter(({ testCase }) => cases.includes(testCase)),
    eventOf,
  );
}

/** In a sample one agent that goes by JSON and one that goes by exit codes. */
export function oneOfEachKind(agents: readonly AgentUnderTest[]): readonly AgentUnderTest[] {
  return sampled(agents, ({ oracle }) => String(oracle.legal !== undefined));
}
