import { guarded, leaves, markerOf } from "./guard.ts";
import { ended, type Claim, type Scenario } from "./scenario.ts";

const SPELLINGS = [
  'on_failure = "closed"',
  'onFailure = "closed"',
  'on-failure = "Closed"',
  'on-failure = "CLOSED"',
  'on-failure = "shut"',
  'on-failur = "closed"',
];

/** Each hook fails for one command alone, so that each spelling is tried by itself (RT-39). */
export const guardSpelling: readonly Scenario[] = [
  guarded({
    name: "guard-spelling",
    ability: "a policy is not lost by its spelling",
    forms: ["native"],
    plugins: () => [
      {
        name: "failing",
        hooks: SPELLINGS.map((line, place) => ({
          name: `spelled-${place}`,
          event: "PreToolUse",
          body: `case $input in *'${leaves(place)}'*) exit 3 ;; esac`,
          line,
        })),
      },
    ],
    steps: ({ calls }) => SPELLINGS.map((_, place) => ({ calls: [calls.shell(leaves(place))] })),
    judge: (seen) => [ended(seen), ...SPELLINGS.map((line, place): Claim => [`closed: ${line}`, seen.file(markerOf(place)) === ""])],
  }),
];
