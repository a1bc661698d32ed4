import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { PORT, type Folders } from "../recipes/recipe.ts";
import { put, read, toolsIn } from "../sandbox.ts";
import { changesSince, everythingIn, snapshot } from "../snapshot.ts";
import { denying, guarded, guarding, REASON } from "./guard.ts";
import { hostileFiles, hostileLinks, SECRET, THEIR_ADDRESS, THEIR_NAME, TRIPPED, USERS_FILES } from "./hostile-files.ts";
import { ended, initFor, places, reached, runsShell, toolBlocked, type Claim, type Scenario, type Seen } from "./scenario.ts";

/** The user's home as it was before the agent was started, as paths with their state. */
const HOME_BEFORE = "home-before.json";

/** The program behind a package manager, or whatever else asks the network, by its name. */
const ASKS_OTHERS = /\/(?:cargo|rustup|npm|npx|pnpm|yarn|go|pip3?|uv|python3?|git|curl|wget|ssh)(?: |$)/;

/** The user asks no one but the model, so that every attempt to reach someone is the clone's doing. */
const QUIET = { ".symposium/config.toml": 'auto-update = "off"\n\n[defaults]\nsymposium-recommendations = false\n' };

/** What a refresh asks on the user's behalf by default. */
const USERS_OWN = /recommendations|npm view @symposium-agents\/symposium/;

/** Some of the users have a registry of their own, on loopback. */
const USERS_ADDRESSES = ["127.0.0.1:53", `127.0.0.1:${PORT}`];

function clone(
  scenario: Pick<Scenario, "name" | "ability" | "judge"> & Partial<Scenario>,
  users: Readonly<Record<string, string>>,
): Scenario {
  return guarded({
    watch: true,
    plugins: () => [
      guarding(denying(":")),
      // For dependencies of the clone, so that there is something to look at.
      { name: "advising", crates: ["serde", "npm:react"], hooks: [], skills: { "serde-basics": "How serde is used." } },
    ],
    registering: ({ name }) => [
      { user: ({ folders }) => putAll(folders.home, { ...USERS_FILES, ...users }) },
      { user: ({ folders }) => installManagers(folders) },
      initFor([name]),
      places(hostileFiles),
      { user: ({ folders }) => link(folders) },
      { user: ({ folders }) => put(join(folders.root, HOME_BEFORE), JSON.stringify([...snapshot(folders)])) },
    ],
    by: () => ({ env: { SHLVL: "1" } }),
    next: [{ steps: runsShell }],
    ...scenario,
  });
}

/** A session in a clone whose author wants the user's token, files and shell (PL-16, PL-32, RT-34, RT-36). */
export const hostileClone: readonly Scenario[] = [
  clone(
    {
      name: "hostile-clone",
      ability: "a hostile clone runs nothing through Symposium, reaches no address and takes nothing",
      judge: (seen) => [...unharmed(seen), nobodyReached(seen), nothingStarted(seen)],
    },
    QUIET,
  ),
  clone(
    {
      name: "hostile-clone-sources",
      ability: "a hostile clone does not choose the addresses that Symposium contacts for the user",
      forms: ["native"],
      judge: (seen) => [
        ...unharmed(seen),
        [
          `only the name server and the user's registry were reached (${seen.watched.reached.join(", ")})`,
          seen.watched.reached.every((address) => USERS_ADDRESSES.includes(address)),
        ],
        nothingStarted(seen, USERS_OWN),
      ],
    },
    {},
  ),
];

function unharmed(seen: Seen): readonly Claim[] {
  return [
    ended(seen),
    toolBlocked(seen),
    reached(seen, REASON, 2),
    ["our program was seen", seen.watched.seen],
    nobodyAsked(seen),
    nothingTripped(seen),
    nothingTaken(seen),
    homeUnchanged(seen),
  ];
}

function putAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text);
}

/** Package managers that the user has: each says no, and is seen by its command line. */
function installManagers({ root }: Folders): void {
  for (const name of ["cargo", "rustup", "go", "uv", "pip", "python3", "poetry"])
    put(join(toolsIn(root), name), "#!/bin/sh\nexit 1\n", 0o755);
}

function link(folders: Folders): void {
  for (const [path, target] of Object.entries(hostileLinks(folders))) {
    const place = join(folders.project, path);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(target, place);
  }
}

function nobodyReached({ watched }: Seen): Claim {
  return [`our program and what it started reached for no address (${watched.reached.join(", ")})`, watched.reached.length === 0];
}

/** Agents ask for names of their own; no one may ask for the clone's. */
function nobodyAsked({ left, watched }: Seen): Claim {
  const asked = [...left("names.txt").split("\n"), ...watched.reachedByOthers].filter(
    (name) => name.includes(THEIR_NAME) || name.includes(THEIR_ADDRESS) || name.includes("corp.example"),
  );
  return [`no program asked for an address of the clone (${asked.join(", ")})`, asked.length === 0];
}

/** Offline, outside the clone, is all that a package manager may be asked before consent. */
function nothingStarted({ watched, run }: Seen, allowed?: RegExp): Claim {
  const asks = (line: string) =>
    ASKS_OTHERS.test(line.split(" ", 1)[0] ?? "") && !line.includes("--offline") && allowed?.test(line) !== true;
  const started = watched.started.filter((line) => line.includes(`${run.project}/`) || asks(line));
  return [`we started nothing of the clone, and no one who asks the network (${started.join("; ")})`, started.length === 0];
}

/** What an agent itself starts, such as git with the clone's settings, is the agent's. */
function nothingTripped({ left, watched, run }: Seen): Claim {
  const ran = left(TRIPPED).split("\n").filter(Boolean);
  const ours = ran.filter((name) => watched.started.some((line) => line.includes(`${run.project}/`) && line.includes(name)));
  return [`no program of the clone ran by us (${ours.join(", ")}; by the agent: ${ran.length - ours.length})`, ours.length === 0];
}

/** Links are not followed: what they lead to is where it was. */
function nothingTaken({ run, turns }: Seen): Claim {
  const copies = [run.home, run.project]
    .flatMap(everythingIn)
    .filter((path) => lstatSync(path).isFile() && !(relative(run.home, path) in USERS_FILES) && read(path).includes(SECRET))
    .map((path) => relative(run.root, path));
  const told = turns.some((turn) => turn.includes(SECRET));
  return [`no secret of the user was copied, or told to the model (${copies.join(", ")})`, copies.length === 0 && !told];
}

function homeUnchanged({ run }: Seen): Claim {
  const before = new Map(JSON.parse(read(join(run.root, HOME_BEFORE))) as [string, string][]);
  const users = new Set(Object.keys(USERS_FILES).map((path) => join("home", path)));
  const changed = changesSince(before, snapshot(run)).filter((path) => users.has(path));
  return [`the user's own files are as they were (${changed.join(", ")})`, changed.length === 0];
}
