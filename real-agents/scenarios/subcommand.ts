import { join } from "node:path";

import { placesOf } from "../../src/host/places.ts";
import { manifestText } from "../../test/support/plugin.ts";
import { put, toolsIn } from "../sandbox.ts";
import type { RegisteringStep } from "../register.ts";
import { shellWord } from "../shell-word.ts";
import { ended, initFor, MARKER, reached, toolRan, type Scenario, where } from "./scenario.ts";

export const DESCRIPTION = "Measure the depth of the harbour.";
export const ANSWER = "the harbour has 12 fathoms";

/** `symposium` on the agent's PATH, and a plugin with a command whose program leaves a mark. */
export const commands: RegisteringStep = {
  user: ({ folders: { root, home }, installed, program }) => {
    const start = [join(installed.nodeFolder, "node"), join(program.dist, "symposium.cjs")].map(shellWord).join(" ");
    put(join(toolsIn(root), "symposium"), `#!/bin/sh\nexec ${start} "$@"\n`, 0o755);
    // Codex starts login shells, which replace PATH.
    put(join(home, ".profile"), `PATH=${shellWord(toolsIn(root))}:$PATH\n`);
    const folder = join(placesOf({ home, env: {}, os: "linux" }).userPlugins, "harbour");
    const command = `[subcommand.harbour-depth]\ndescription = "${DESCRIPTION}"\ncommand = { script = "depth.sh" }\n`;
    put(join(folder, "SYMPOSIUM.toml"), manifestText("harbour", command));
    put(join(folder, "depth.sh"), `printf '%s' "$*" > ${MARKER}\necho "${ANSWER}"\n`);
  },
};

export const subcommand: readonly Scenario[] = [
  {
    name: "subcommand",
    ability: "calls a plugin's command",
    group: "skills",
    plugins: () => [],
    registering: ({ name }) => [commands, initFor([name])],
    steps: ({ calls }) => [
      { calls: [calls.shell("symposium --help")] },
      { calls: [calls.shell("symposium harbour-depth --at low 'tide mark'")] },
    ],
    judge: (seen) => [
      ended(seen),
      ...where(seen, "context at session start", reached(seen, "Only use those under 'Commands for agents'", 1)),
      reached(seen, DESCRIPTION, 2),
      toolRan(seen, "--at low tide mark"),
      reached(seen, ANSWER, 3),
    ],
  },
];
