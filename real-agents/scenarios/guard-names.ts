import { guarded, REASON } from "./guard.ts";
import { ended, reached, type Scenario } from "./scenario.ts";

/** Names that every object of JavaScript has. */
const INHERITED = ["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"];

/** Agents refuse tools that nobody offers, so a server of the user offers them. */
export const guardNames: readonly Scenario[] = [
  guarded({
    name: "guard-inherited-names",
    ability: "tools with the names of inherited properties are denied",
    forms: ["native"],
    mcp: INHERITED,
    steps: ({ calls }) => INHERITED.map((tool) => ({ calls: [calls.mcp("my_srv-a", tool, { word: tool })] })),
    judge: (seen) => [
      ended(seen),
      reached(seen, REASON, 2),
      [`no tool of the server was called (${seen.left("mcp-calls.txt").replaceAll("\n", ", ")})`, seen.left("mcp-calls.txt") === ""],
      ...INHERITED.map((name): readonly [string, boolean] => [
        `the guard was asked about ${name}`,
        seen.handled("guard").some((given) => given.includes(`${name}"`)),
      ]),
    ],
  }),
];
