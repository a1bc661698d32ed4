import { agentsUnderTest, onePerEvent } from "./agents.ts";
import { CASES } from "./cases.ts";
import { describeConformance } from "./describe-conformance.ts";
import { NODE, throughProgramme } from "./forms.ts";
import { everyEventAndEveryClass } from "./sample-cells.ts";

describeConformance({
  form: throughProgramme(NODE),
  agents: await agentsUnderTest(),
  cases: CASES,
  payloads: ({ payloads }) => onePerEvent(payloads),
  pick: everyEventAndEveryClass,
});
