import { PROMPT } from "../recipes/recipe.ts";
import { answers } from "./plugin.ts";
import { ended, INNER_PROMPT, RUN_MARKER, toolBlocked, type Claim, type Scenario, type Seen } from "./scenario.ts";

const REASON = "Commands that leave a marker are forbidden here.";

/** The marks that the outer agent leaves in the environment must not mislead: each is answered in its own dialect. */
export const nested: readonly Scenario[] = [
  {
    name: "agent-inside-agent",
    ability: "one agent inside another's shell",
    nested: true,
    plugins: () => [
      {
        name: "guarding",
        hooks: [
          {
            name: "guard",
            event: "PreToolUse",
            matcher: "Bash",
            body: `case $input in *'${RUN_MARKER}'*) ${answers("PreToolUse", { decision: "deny", reason: REASON })} ;; esac`,
          },
        ],
      },
    ],
    steps: ({ calls }, _folders, inner) => [
      { calls: [calls.shell(inner.command)], onlyFor: PROMPT },
      { calls: [inner.recipe.calls.shell(RUN_MARKER)], onlyFor: INNER_PROMPT },
      { calls: [calls.shell(RUN_MARKER)], onlyFor: PROMPT },
    ],
    judge: (seen) => [
      ended(seen),
      toolBlocked(seen),
      ...calledAs(seen),
      refused("inner", innerTurns(seen)),
      refused("outer", seen.turns.filter((turn) => turn.includes(PROMPT)).slice(2)),
    ],
  },
];

/** The inner agent never hears the outer's prompt; the outer gives the inner's to its shell. */
function innerTurns({ turns }: Seen): readonly string[] {
  return turns.filter((turn) => turn.includes(INNER_PROMPT) && !turn.includes(PROMPT));
}

function refused(who: string, turns: readonly string[]): Claim {
  return [`the ${who} agent's model was told why`, turns.some((turn) => turn.includes(REASON))];
}

function calledAs({ recipe, trace }: Seen): readonly Claim[] {
  const callers = trace.map(({ agent }) => agent);
  return [
    ["every call was recognised as its entry's agent", callers.every(({ registered, recognised }) => registered === recognised)],
    [
      "both agents called us",
      callers.some(({ recognised }) => recognised === recipe.name) && new Set(callers.map(({ recognised }) => recognised)).size === 2,
    ],
  ];
}
