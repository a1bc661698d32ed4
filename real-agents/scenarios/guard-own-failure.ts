import { join } from "node:path";

import { shellWord } from "../shell-word.ts";
import { denied, denying, guarded, guarding, held, leaves, markerOf } from "./guard.ts";
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

/** Our files that are something else than they should be; no one writes into the pipes. */
const FILES: readonly Trouble[] = [
  { words: "at first", meanwhile: ":" },
  { words: "with a FIFO as index", meanwhile: FIFO("index -type f") },
  { words: "with a FIFO as trace", meanwhile: FIFO("trace -type f") },
  { words: "with a folder as index", meanwhile: 'for file in $(find index -type p -o -type f); do rm "$file"; mkdir "$file"; done' },
  { words: "with a FIFO for everything that is kept of sessions", meanwhile: FIFO("sessions -type f 2>/dev/null || :") },
];

/** As deep as the agents' own readers can be brought to take it. */
const DEPTH = 3000;

/** Our own failure is answered (RT-38). */
export const guardOwnFailure: readonly Scenario[] = [
  guarded({
    name: "guard-signals",
    ability: "a handler that signals the hook program does not open a guard",
    plugins: signalling,
    steps: ({ calls }) => SIGNALS.map((_, place) => ({ calls: [calls.shell(leaves(place))] })),
    judge: (seen) => [
      ...denied(
        seen,
        SIGNALS.map((signal) => `after ${signal}`),
      ),
      [`each signal was sent (${seen.handled("guard").length})`, seen.handled("guard").length === SIGNALS.length],
    ],
  }),
  guarded({
    name: "guard-odd-files",
    ability: "Symposium's files that are pipes or folders do not open a guard",
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
      ["no call waited for anyone: the run took three quarters of its time at most", seen.run.ms < seen.recipe.seconds * 750],
    ],
  }),
  guarded({
    // Agents that give up on such an input do not run the tool either.
    name: "guard-deep-input",
    ability: "input that is nested too deeply is denied",
    mcp: ["ping_al-pha"],
    steps: ({ calls }) => [{ calls: [calls.mcp("my_srv-a", "ping_al-pha", { word: nested(DEPTH) })] }, { calls: [calls.shell(leaves(0))] }],
    judge: (seen) => [
      ["the agent was not stopped", !seen.run.timedOut],
      ["the server was not called", seen.left("mcp-calls.txt") === ""],
      ["a call after it is denied", seen.file(markerOf(0)) === ""],
    ],
  }),
  guarded({
    name: "guard-folder-gone",
    ability: "a deleted working folder does not open a guard",
    files: { "gone/kept.txt": "" },
    below: "gone",
    steps: ({ calls }, { project }) => [
      { meanwhile: `rm -r ${shellWord(join(project, "gone"))}`, calls: [calls.write(join(project, markerOf(0)), "ran\n")] },
    ],
    judge: (seen) => [
      ["the agent was not stopped", !seen.run.timedOut],
      ["the file was not written", seen.file(markerOf(0)) === ""],
    ],
  }),
];

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inside) => [inside], []);
}
