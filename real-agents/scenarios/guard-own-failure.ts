import { join } from "node:path";

import { shellWord } from "../shell-word.ts";
import { denying, guarded, guarding, held, leaves } from "./guard.ts";
import type { Scenario } from "./scenario.ts";

const SIGNALS = ["TERM", "HUP", "INT", "QUIT", "USR1", "USR2", "ALRM"];

/** The handler counts its own calls, and sends its parent the next signal before it denies. */
const signalling: Scenario["plugins"] = ({ root }) => [
  guarding(
    denying(
      [
        `calls=$(wc -l < ${shellWord(join(root, "handled-guard.jsonl"))})`,
        `set -- ${SIGNALS.join(" ")}`,
        'if [ "$calls" -gt 1 ] && [ "$calls" -le $#  ]; then shift $((calls - 1)); fi',
        'kill -s "$1" "$PPID"',
        "sleep 0.3",
      ].join("\n"),
    ),
  ),
];

interface Trouble {
  readonly words: string;
  readonly meanwhile: string;
}

const FIFO = (found: string) => `for file in $(find ${found}); do rm "$file"; mkfifo "$file"; done`;

/** Files of ours that are something else than they should be; nobody writes into the pipes. */
const FILES: readonly Trouble[] = [
  { words: "at first", meanwhile: ":" },
  { words: "with a FIFO as index", meanwhile: FIFO("index -type f") },
  { words: "with a FIFO as trace", meanwhile: FIFO("trace -type f") },
  { words: "with a folder as index", meanwhile: 'for file in $(find index -type p -o -type f); do rm "$file"; mkdir "$file"; done' },
  { words: "with a FIFO for everything that is kept of sessions", meanwhile: FIFO("sessions -type f 2>/dev/null || :") },
];

/** Our own failure is answered (RT-38). */
export const guardOwnFailure: readonly Scenario[] = [
  guarded({
    name: "guard-signals",
    ability: "a handler that signals our program does not open a guard",
    plugins: signalling,
    steps: ({ calls }) => SIGNALS.map((_, place) => ({ calls: [calls.shell(leaves(place))] })),
    judge: (seen) =>
      seen.run.exit === null
        ? [["the agent ended", false]]
        : held(
            seen,
            SIGNALS.map((signal) => `after ${signal}`),
          ).filter(([words]) => !words.includes("No tool is allowed")),
  }),
  guarded({
    name: "guard-odd-files",
    ability: "files of ours that are pipes or folders do not open a guard",
    steps: ({ calls }, { home }) =>
      FILES.map(({ meanwhile }, place) => ({
        meanwhile: `cd ${shellWord(join(home, ".symposium"))}; ${meanwhile}`,
        calls: [calls.shell(leaves(place))],
      })),
    judge: (seen) => [
      ...held(
        seen,
        FILES.map(({ words }) => words),
      ),
      ["the run took less than 45 seconds", seen.run.ms < 45_000],
    ],
  }),
];
