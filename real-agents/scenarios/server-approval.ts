import { called, callsTool, looksFor, notOffered, offered, OWN, served } from "./served.ts";
import { ended, initFor, type Scenario } from "./scenario.ts";

/** What `init` and `sync` say must be approved is what the agent waits for. */
export const serverApproval: readonly Scenario[] = [
  served({
    name: "server-approval",
    ability: "a server in the project starts after the approval that Symposium names, and not before",
    forms: ["native"],
    about: { agents: ["codex", "copilot-cli", "gemini-cli", "qwen-code"], others: "wants no approval of servers in a project" },
    untrusted: true,
    registering: ({ name, trustsProject }) => [
      { user: ({ folders }) => trustsProject?.(folders, false) },
      initFor([name], "project"),
      { ours: ["sync"] },
    ],
    steps: (recipe) => looksFor(recipe, OWN),
    next: [
      { before: (folders, { trustsProject }) => trustsProject?.(folders, true), trusted: true, steps: (recipe) => callsTool(recipe, OWN) },
    ],
    judge: (seen) => [
      ended(seen),
      ["our command line said what the server waits for", /MCP servers not active until .*trust/.test(seen.registered.said)],
      notOffered(seen, 1),
      offered(seen, 2),
      ...called(seen),
    ],
  }),
];
