/** The matrix for one form: every agent, every event, every outcome. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type AgentUnderTest, hasSession, type PayloadFile } from "./agents.ts";
import { answering, type Case } from "./case.ts";
import { type Abilities, DECIDED, SILENT } from "./expected.ts";
import type { Caller, Form } from "./forms.ts";
import type { Home } from "../support/home.ts";
import { createCaseHome } from "./home.ts";
import { judge, newSession } from "./judge.ts";
import { judgeStopBlocks, stopsOf } from "./stop-blocks.ts";
import { isAtLeast } from "../support/thoroughness.ts";

export interface Matrix {
  readonly form: Form;
  readonly agents: readonly AgentUnderTest[];
  readonly cases: readonly Case[];
  readonly payloads: (agent: AgentUnderTest) => readonly PayloadFile[];
  /** The cells of the matrix that are tried; absent: all. */
  readonly pick?: (cells: readonly Cell[]) => readonly Cell[];
  /** All events of an agent are one test: a runner takes longer to tell of a test than a cell takes in process. */
  readonly eventsTogether?: true;
  /** The agents on which the long rows beside the matrix are tried, and in a quick run all rows beside it; absent: all. */
  readonly pickAgents?: (agents: readonly AgentUnderTest[]) => readonly AgentUnderTest[];
}

/** One agent at one event with one outcome. */
export interface Cell {
  readonly agent: AgentUnderTest;
  readonly file: PayloadFile;
  readonly testCase: Case;
}

export function describeConformance({
  form,
  agents,
  cases,
  payloads,
  pick = (all) => all,
  pickAgents = (all) => all,
  eventsTogether,
}: Matrix): void {
  const meant = (agent: AgentUnderTest) => payloads(agent).filter(({ event, payload }) => agent.oracle.means(event, payload) !== null);
  const cells = pick(agents.flatMap((agent) => meant(agent).flatMap((file) => cases.map((testCase) => ({ agent, file, testCase })))));
  for (const testCase of cases) {
    const tried = cells.filter((cell) => cell.testCase === testCase);
    if (tried.length === 0) continue;
    describeInHome(testCase.name, form, testCase.plugins, agents, (agent, call) => {
      const judgements = tried.filter((cell) => cell.agent === agent).map((cell) => judgementOf(cell, call));
      for (const { name, neutral, judged } of eventsTogether === true ? [inOne(judgements)] : judgements) {
        // Handlers at the end of a session share 1.2 s with the start of the program, which a busy machine can use up.
        const options = neutral === "SessionEnd" ? { concurrent: false, retry: 5 } : { concurrent: true };
        test(`${agent.oracle.agent} ${name}`, options, judged);
      }
    });
  }

  const denying = [answering("alpha", { decision: "deny", reason: "too risky", additionalContext: "context of %EVENT%" })];
  const beside = isAtLeast("sample") ? agents : pickAgents(agents);
  describeInHome("RT-8 events that stand for no neutral one do not reach portable hooks", form, denying, beside, (agent, call) => {
    const own = payloads(agent).filter(({ event, payload }) => agent.oracle.means(event, payload) === null);
    for (const file of own) test.concurrent(`${agent.oracle.agent} ${file.name}`, () => judge(agent, file, call(), SILENT));
  });
  const stoppable = pickAgents(agents.filter((agent) => stopsOf(agent).length > 0));
  describeInHome("RT-20 a stop is blocked eight times", form, denying, stoppable, (agent, call) => {
    test.concurrent(agent.oracle.agent, () => judgeStopBlocks(agent, call()));
  });
}

interface Judgement {
  readonly name: string;
  readonly neutral: string;
  readonly judged: () => Promise<void>;
}

function judgementOf({ agent, file, testCase }: Cell, call: NewSession): Judgement {
  const neutral = agent.oracle.means(file.event, file.payload) ?? expect.fail();
  const can = abilitiesOf(agent, file, neutral);
  return { name: file.name, neutral, judged: () => judge(agent, file, call(), testCase.expect(can, neutral)) };
}

function inOne(judgements: readonly Judgement[]): Judgement {
  const judged = async () => {
    expect(judgements.length).toBeGreaterThan(0);
    const failed: string[] = [];
    for (const { name, judged: judgedOne } of judgements)
      await judgedOne().catch((error: unknown) => failed.push(`${name}: ${String(error)}`));
    expect(failed).toEqual([]);
  };
  return { name: "at every event", neutral: "", judged };
}

function abilitiesOf({ oracle, payloads }: AgentUnderTest, file: PayloadFile, neutral: string): Abilities {
  const obeys = oracle.obeys(file.event, file.payload);
  const carries = payloads.some(({ event, payload }) => oracle.obeys(event, payload).context);
  return { ...obeys, block: obeys.block && DECIDED.includes(neutral), later: carries && hasSession(oracle, file) };
}

type NewSession = () => ReturnType<typeof newSession>;

/** One home for each outcome; all agents call into it, each test in a session of its own. */
function describeInHome(
  title: string,
  form: Form,
  plugins: Case["plugins"],
  agents: readonly AgentUnderTest[],
  tests: (agent: AgentUnderTest, session: NewSession) => void,
): void {
  describe(title, () => {
    let home: Home;
    let caller: Caller;
    beforeAll(async () => {
      home = await createCaseHome(plugins);
      caller = form(home, plugins);
      // So that not all calls try to make it.
      await home.prepare();
    });
    afterAll(() => home[Symbol.asyncDispose]());
    for (const agent of agents) tests(agent, () => newSession(agent.oracle, home, caller));
  });
}
