import { join } from "node:path";

import { placesOf } from "../../src/host/places.ts";
import { manifestText } from "../../test/support/plugin.ts";
import type { RegisteringStep } from "../register.ts";
import { put } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { ended, initFor, MARKER, runsShell, type Scenario, type Seen } from "./scenario.ts";

const REASON = "the harbour master says no";
const PROGRAM = "answer.sh";

/** A guard whose program is made by install commands, which wait for the first denial: until then it is missing. */
const guard: RegisteringStep = {
  user: ({ folders }) => {
    const { userPlugins, trace } = placesOf({ home: folders.home, env: {}, os: "linux" });
    const folder = join(userPlugins, "harbour");
    const install = `until grep -qs harbour/guard ${shellWord(join(trace, "trace.jsonl"))}; do sleep 0.1; done; cp denial.sh ${PROGRAM}`;
    const installation = `[[installations]]\nname = "answer"\nscript = "${PROGRAM}"\ninstall_commands = [${JSON.stringify(install)}]\n`;
    const hook = '[[hooks]]\nname = "guard"\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = "answer"\non-failure = "closed"\n';
    put(join(folder, "SYMPOSIUM.toml"), manifestText("harbour", installation + hook));
    put(join(folder, "denial.sh"), `cat > /dev/null\necho '{"PreToolUse":{"decision":"deny","reason":"${REASON}"}}'\n`);
  },
};

export const missingProgram: readonly Scenario[] = [
  {
    name: "missing-program",
    ability: "a hook's program that is missing",
    plugins: () => [],
    registering: ({ name }) => [initFor([name]), guard],
    steps: runsShell,
    next: [{ steps: runsShell }],
    judge: (seen) => [
      ended(seen),
      ["the command did not run in either session", seen.file(MARKER) === ""],
      denied(seen, 1, "symposium sync"),
      denied(seen, 2, REASON),
    ],
  },
];

function denied({ sessions }: Seen, session: number, text: string): readonly [string, boolean] {
  return [`session ${session} was denied with "${text}"`, (sessions[session - 1] ?? []).some((request) => request.includes(text))];
}
