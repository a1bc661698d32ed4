import { registration, undisturbed } from "./registration.ts";
import { initFor, type Scenario } from "./scenario.ts";

/** Whatever becomes of our program, agents go on: a hook that cannot be started makes some of them refuse every call. */
export const programGone: readonly Scenario[] = (["deleted", "foreign"] as const).map((program) =>
  registration({
    name: `program-${program}`,
    ability: program === "deleted" ? "hook program deleted" : "hook program made for another processor",
    silent: true,
    registering: ({ name }) => [initFor([name]), { program }],
    judge: undisturbed,
  }),
);
