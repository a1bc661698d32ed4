/** Cells of the matrix that stand for the others where each costs a process. */

import { fewer, isAtLeast, sampled } from "../support/thoroughness.ts";
import type { AgentUnderTest } from "./agents.ts";
import type { Cell } from "./describe-conformance.ts";

const eventOf = ({ agent, file }: Cell) => `${agent.oracle.agent} ${file.event}`;

/** In a sample each agent at each event with every outcome, and each payload with one outcome of each class; in a quick run with one outcome. */
export function everyOutcomeAtEveryEvent(cells: readonly Cell[]): readonly Cell[] {
  const ofClass = ({ testCase }: Cell) => (isAtLeast("sample") ? testCase.class : "any");
  const tried = new Set([
    ...sampled(cells, (cell) => `${eventOf(cell)} ${cell.testCase.name}`),
    ...sampled(cells, (cell) => `${cell.agent.oracle.agent} ${cell.file.name} ${ofClass(cell)}`),
  ]);
  return cells.filter((cell) => tried.has(cell));
}

/** Each agent at each event with one outcome of each class; in a proof with every outcome. */
export function everyClassAtEveryEvent(cells: readonly Cell[]): readonly Cell[] {
  return sampled(cells, (cell) => `${eventOf(cell)} ${cell.testCase.class}`, "proof");
}

/**
 * In a sample each agent at each event with one outcome, out of one of each class: every outcome costs a home, in which Node builds an index.
 * In a quick run each agent with one outcome of some classes, at any event.
 */
export function everyEvent(cells: readonly Cell[]): readonly Cell[] {
  if (isAtLeast("all")) return everyClassAtEveryEvent(cells);
  const cases = sampled([...new Set(cells.map(({ testCase }) => testCase))], (testCase) => testCase.class);
  const tried = cells.filter(({ testCase }) => cases.includes(testCase));
  if (isAtLeast("sample")) return sampled(tried, eventOf);
  const some = fewer(cases);
  return sampled(
    tried.filter(({ testCase }) => some.includes(testCase)),
    ({ agent, testCase }) => `${agent.oracle.agent} ${testCase.class}`,
  );
}

/** In a sample one agent that goes by JSON and one that goes by exit codes. */
export function oneOfEachKind(agents: readonly AgentUnderTest[]): readonly AgentUnderTest[] {
  return sampled(agents, ({ oracle }) => String(oracle.legal !== undefined));
}
