import { agentsUnderTest } from "./agents.ts";
import { CASES } from "./cases.ts";
import { describeConformance } from "./describe-conformance.ts";
import { inProcess } from "./forms.ts";

describeConformance({
  form: inProcess,
  agents: await agentsUnderTest(),
  cases: CASES,
  payloads: ({ payloads }) => payloads,
  eventsTogether: true,
});
