import { agentsUnderTest, onePerEvent } from "./agents.ts";
import { CASES } from "./cases.ts";
import { describeConformance } from "./describe-conformance.ts";
import { throughProgram } from "./forms.ts";
import { everyClassAtEveryEvent, oneOfEachKind } from "./sample-cells.ts";
import { isAtLeast } from "../support/thoroughness.ts";

describeConformance({
  form: throughProgram("native-hook"),
  agents: await agentsUnderTest(),
  cases: CASES,
  payloads: ({ payloads }) => onePerEvent(payloads),
  pick: everyClassAtEveryEvent,
  pickAgents: (agents) => (isAtLeast("sample") ? agents : oneOfEachKind(agents)),
});
