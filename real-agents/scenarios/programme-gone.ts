import { registration, undisturbed } from "./registration.ts";
import { initFor, type Scenario } from "./scenario.ts";

/** Whatever becomes of our programme, agents go on: a hook that cannot be started makes some of them refuse every call. */
export const programmeGone: readonly Scenario[] = (["deleted", "foreign"] as const).map((programme) =>
  registration({
    name: `programme-${programme}`,
    ability: programme === "deleted" ? "our programme deleted" : "our programme made for another processor",
    silent: true,
    registering: ({ name }) => [initFor([name]), { programme }],
    judge: undisturbed,
  }),
);
