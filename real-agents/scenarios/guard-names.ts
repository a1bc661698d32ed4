import { everyCallDenied, guarded, REASON } from "./guard.ts";
import { ended, reached, toolBlocked, type Scenario } from "./scenario.ts";

/** Names that every object of JavaScript has. */
const INHERITED = ["toString", "constructor", "__proto__", "hasOwnProperty", "valueOf"];

/** Agents refuse tools that no one offers, some of them after they asked us; so a server of the user offers them as well. */
export const guardNames: readonly Scenario[] = [
  guarded({
    name: "guard-inherited-names",
    ability: "tools with the names of inherited properties are denied",
    forms: ["native"],
    mcp: INHERITED,
    steps: ({ calls }) =>
      INHERITED.flatMap((tool) => [
        { calls: [calls.mcp("my_srv-a", tool, { word: tool })] },
        { calls: [{ name: tool, args: { command: "echo ran > marker.txt" } }] },
      ]),
    judge: (seen) => [
      ended(seen),
      reached(seen, REASON, 2),
      everyCallDenied(seen),
      toolBlocked(seen),
      [`no tool of the server was called (${seen.left("mcp-calls.txt").replaceAll("\n", ", ")})`, seen.left("mcp-calls.txt") === ""],
      ...INHERITED.map((name): readonly [string, boolean] => [
        `the guard was asked about ${name}`,
        seen.handled("guard").some((given) => given.includes(`${name}"`)),
      ]),
    ],
  }),
];
