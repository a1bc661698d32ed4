import { registration, undisturbed } from "./registration.ts";
import { initFor, type Scenario } from "./scenario.ts";

export const untrusted: readonly Scenario[] = [
  registration({
    name: "trust-not-granted",
    ability: "trust not granted: nothing fires, as init said",
    about: { agents: ["codex", "copilot-cli", "gemini-cli"], others: "wants no trust before hooks run" },
    untrusted: true,
    silent: true,
    registering: ({ name, trusts }) => [initFor([name], trusts)],
    judge: (seen) => [
      ...undisturbed(seen),
      ["init said that hooks are not active until the user does something", seen.registered.said.includes("not active until")],
    ],
  }),
];
