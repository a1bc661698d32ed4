import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { read, put } from "../sandbox.ts";
import type { Folders } from "../recipes/recipe.ts";
import { shellWord } from "../shell-word.ts";
import { guarded, held, leaves, MANIFEST, REASON } from "./guard.ts";
import type { Claim, Scenario, Seen } from "./scenario.ts";

interface Trouble {
  readonly words: string;
  /** A shell command in our directory. */
  readonly meanwhile?: string;
}

const manifest = MANIFEST.replace(".symposium/", "");
/** A link to itself is what even root cannot read. */
const SPOIL = (path: string) => `mv ${path} ${path}.away; ln -s ${path.slice(path.lastIndexOf("/") + 1)} ${path}`;
const RESTORE = (path: string) => `rm -r ${path}; mv ${path}.away ${path}`;

const TROUBLES: readonly Trouble[] = [
  { words: "at first" },
  { words: "while the plugins folder cannot be read", meanwhile: SPOIL("plugins") },
  { words: "after it can be read again", meanwhile: RESTORE("plugins") },
  { words: "with a syntax error in the manifest", meanwhile: `cp ${manifest} manifest.away; echo 'name = ' >> ${manifest}` },
  { words: "with a manifest that is empty", meanwhile: `: > ${manifest}` },
  { words: "with a folder in the manifest's place", meanwhile: `rm ${manifest}; mkdir ${manifest}` },
  { words: "after the manifest is back", meanwhile: `rmdir ${manifest}; mv manifest.away ${manifest}` },
  { words: "with a syntax error in the config", meanwhile: "cp config.toml config.away; echo 'hook-scope = = ' >> config.toml" },
];

const RESTORED = { words: "after the config is back", meanwhile: "mv config.away config.toml" };

/** A workspace that we never saw, beside the project. */
const FRESH = "../fresh";

const asksFresh: Scenario["steps"] = ({ calls }) => [{ calls: [calls.shell("echo ran > marker.txt")] }];

export const guardLastGood: readonly Scenario[] = [
  guarded({
    name: "guard-last-good",
    ability: "what cannot be read for a moment, or is mistyped, stays in force",
    forms: ["native"],
    steps: ({ calls }, { home }) =>
      [...TROUBLES, RESTORED].map(({ meanwhile }, place) => ({
        ...(meanwhile === undefined ? {} : { meanwhile: `cd ${shellWord(join(home, ".symposium"))}; ${meanwhile}` }),
        calls: [calls.shell(leaves(place))],
      })),
    judge: (seen) =>
      held(
        seen,
        [...TROUBLES, RESTORED].map(({ words }) => words),
      ),
  }),
  guarded({
    name: "guard-never-seen",
    ability: "a broken config or manifest is closed in a workspace never seen before",
    forms: ["native"],
    steps: ({ calls }) => [{ calls: [calls.shell(leaves(0))] }],
    next: [
      { before: (folders) => breakIn(folders, ".symposium/config.toml", "hook-scope = = \n"), below: FRESH, steps: asksFresh },
      { before: (folders) => breakIn(folders, MANIFEST, "name = \n"), below: `${FRESH}-2`, steps: asksFresh },
    ],
    judge: (seen) => [
      ...held(seen, ["in the project"]),
      ...seen.sessions
        .slice(1)
        .map((turns, place): Claim => [`the model of session ${place + 2} was told why`, turns.some((turn) => turn.includes(REASON))]),
      ...["", "-2"].map((which) => fresh(seen, which)),
    ],
  }),
];

function breakIn({ home, project }: Folders, path: string, more: string): void {
  for (const folder of [FRESH, `${FRESH}-2`]) mkdirSync(join(project, folder), { recursive: true });
  put(join(home, path), `${read(join(home, path))}${more}`);
}

function fresh({ run }: Seen, which: string): Claim {
  return [`denied in the folder fresh${which}`, read(join(run.project, `${FRESH}${which}`, "marker.txt")) === ""];
}
