import { registration, undisturbed } from "./registration.ts";
import { initFor, type Scenario } from "./scenario.ts";

/** What the user wrote or chose stays. */
const KEPT = "home/.symposium/config.toml";

export const uninstalled: readonly Scenario[] = [
  registration({
    name: "uninstalled",
    ability: "after uninstall no byte is left, and nothing fires",
    // The program is taken away in both forms.
    forms: ["native", "node"],
    silent: true,
    registering: ({ name }) => [initFor([name], "project"), { ours: ["init", "--hook-scope", "global"] }, { ours: ["uninstall"] }],
    judge: (seen) => [
      ...undisturbed(seen),
      [
        `home and project were as before init (not so: ${seen.registered.changed.join(", ")})`,
        seen.registered.changed.every((path) => path === KEPT),
      ],
    ],
  }),
];
