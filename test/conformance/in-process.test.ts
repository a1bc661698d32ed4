import { agentsUnderTest } from "./agents.ts";
import { CASES } from "./cases.ts";
import { describeConformance } from "./describe-conformance.ts";
import { inProcess } from "./forms.ts";
import { everyOutcomeAtEveryEvent } from "./sample-cells.ts";

describeConformance({
  form: inProcess,
  agents: await agentsUnderTest(),
  cases: CASES,
  payloads: ({ payloads }) => payloads,
  pick: everyOutcomeAtEveryEvent,
  eventsTogether: true,
});
