/** What scenarios of skills have in common: a Cargo project, a plugin with a skill for one of its dependencies, and claims about the listing. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { put } from "../sandbox.ts";
import type { Folders } from "../recipes/recipe.ts";
import { atomOf, CARGO, install, type PackagedProject } from "./packaged-projects.ts";
import { runsShell, type Claim, type Scenario, type Seen } from "./scenario.ts";

const SKILL = "lanternfish-basics";
const DESCRIPTION = "How lanternfish requests are made and retried.";
const LISTING = "skills.txt";
const OTHER_DESCRIPTION = "How lanternfish answers are read.";

export function dependencySkill(scenario: Omit<Scenario, "group" | "plugins"> & Partial<Scenario>): Scenario {
  return { group: "skills", files: CARGO.files, plugins: advising, steps: runsShell, ...scenario };
}

/** The same package as the member of a workspace. */
export const MEMBER = "crates/harbour";
export const WITH_MEMBER = {
  "Cargo.toml": `[workspace]\nmembers = ["crates/*"]\nresolver = "2"\n`,
  "Cargo.lock": CARGO.files["Cargo.lock"] ?? "",
  [`${MEMBER}/Cargo.toml`]: CARGO.files["Cargo.toml"] ?? "",
  [`${MEMBER}/src/lib.rs`]: "",
};

export const SKILLS = { [SKILL]: DESCRIPTION };

const advising: Scenario["plugins"] = () => [{ name: "advising", crates: ["lanternfish"], hooks: [], skills: SKILLS }];

/** The skill as a package has it. */
export const CARRIED_SKILL = {
  [`skills/${SKILL}/SKILL.md`]: `---\nname: ${SKILL}\ndescription: ${DESCRIPTION}\n---\n\nRead this first.\n`,
};

/** The dependency itself has these files, and the user enabled its plugin. */
export function bringEnabled(project: PackagedProject, folders: Folders, files: Readonly<Record<string, string>>): void {
  install(project, folders, files);
  put(join(folders.home, ".symposium/config.toml"), `[plugins]\nauto-enable = ["${atomOf(project)}"]\n`);
}

/** The same, and another plugin that has a skill of the same name. */
export const twiceAdvising: Scenario["plugins"] = (folders) => [
  ...advising(folders),
  { name: "advising-too", crates: ["lanternfish"], hooks: [], skills: { [SKILL]: OTHER_DESCRIPTION } },
];

export function listed({ sessions }: Seen, session: number): Claim {
  const [first = ""] = sessions[session - 1] ?? [];
  const times = first.split(DESCRIPTION).length - 1;
  return [`session ${session} lists the skill once from its first request on (${times} times)`, times === 1 && first.includes(SKILL)];
}

/** A shell command by which the next tool call of a turn shows what is there. */
export const LISTS_SKILLS = `ls -d .claude/skills/* .agents/skills/* > ${LISTING} 2>/dev/null; true`;

export function thereInTime({ file }: Seen): Claim {
  return ["the next tool call of the turn finds the skill", file(LISTING).includes(SKILL)];
}

/** By Symposium or by the agent's own listing, and not in the session's first request. */
export function toldOfSkill({ sessions }: Seen, by: number): readonly Claim[] {
  const [requests = []] = sessions;
  const named = requests.map((text) => text.includes(SKILL));
  return [
    ["the first request does not name the skill", named[0] === false],
    [`request ${by} names it (${named.map((is) => (is ? "yes" : "no")).join(", ")})`, named[by - 1] === true],
  ];
}

/** Both, each under a name of its own. */
export function bothListed({ sessions }: Seen, session: number): Claim {
  const [first = ""] = sessions[session - 1] ?? [];
  const times = [DESCRIPTION, OTHER_DESCRIPTION].map((text) => first.split(text).length - 1);
  const names = new Set(first.match(new RegExp(`${SKILL}-[0-9a-f]{8}(?![0-9a-f])`, "g")));
  return [
    `session ${session} lists both skills once (${times.join(" and ")} times), by names of their own (${[...names].join(", ")})`,
    times.every((count) => count === 1) && names.size === 2,
  ];
}

export function notListed({ sessions }: Seen, session: number): Claim {
  const requests = sessions[session - 1] ?? [];
  return [`session ${session} does not list the skill`, requests.length > 0 && requests.every((text) => !text.includes(DESCRIPTION))];
}

/** Copies of skills are not the user's work. */
export function unseenByGit({ run: { project, home } }: Seen): Claim {
  const { stdout, status } = spawnSync("git", ["-C", project, "status", "--porcelain", "-uall"], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: home },
  });
  return ["git status names no skill", status === 0 && !stdout.includes("skills/")];
}
