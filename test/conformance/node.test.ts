import { agentsUnderTest, onePerEvent } from "./agents.ts";
import { CASES } from "./cases.ts";
import { describeConformance } from "./describe-conformance.ts";
import { NODE, throughProgramme } from "./forms.ts";

/** The first case of each class stands for it. */
const onePerClass = CASES.filter((testCase, at) => CASES.findIndex((other) => other.class === testCase.class) === at);

describeConformance({
  form: throughProgramme(NODE),
  agents: await agentsUnderTest(),
  cases: onePerClass,
  payloads: ({ payloads }) => onePerEvent(payloads),
});
