/** What scenarios of skills have in common: a Cargo project, a plugin with a skill for one of its dependencies, and claims about the listing. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { put, type Folders } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";
import { runsShell, type Claim, type Scenario, type Seen } from "./scenario.ts";

const SKILL = "lanternfish-basics";
const DESCRIPTION = "How lanternfish requests are made and retried.";
const OTHER_DESCRIPTION = "How lanternfish answers are read.";

export function dependencySkill(scenario: Omit<Scenario, "group" | "plugins"> & Partial<Scenario>): Scenario {
  return { group: "skills", files: PROJECT, plugins: advising, steps: runsShell, ...scenario };
}

const MANIFEST = `[package]\nname = "harbour"\nversion = "0.1.0"\nedition = "2021"\n`;
const LOCK = `version = 4\n\n[[package]]\nname = "harbour"\nversion = "0.1.0"\n`;
const WITHOUT = { "Cargo.toml": MANIFEST, "Cargo.lock": LOCK };
export const PROJECT = {
  "Cargo.toml": `${MANIFEST}\n[dependencies]\nlanternfish = "1.2"\n`,
  "Cargo.lock": `${LOCK}dependencies = [\n "lanternfish",\n]\n${locked("lanternfish", "1.2.3")}`,
  "src/lib.rs": "",
};

/** The same package as the member of a workspace. */
export const MEMBER = "crates/harbour";
export const WITH_MEMBER = {
  "Cargo.toml": `[workspace]\nmembers = ["crates/*"]\nresolver = "2"\n`,
  "Cargo.lock": PROJECT["Cargo.lock"],
  [`${MEMBER}/Cargo.toml`]: PROJECT["Cargo.toml"],
  [`${MEMBER}/src/lib.rs`]: "",
};

function locked(name: string, version: string): string {
  const source = "registry+https://github.com/rust-lang/crates.io-index";
  return `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "${source}"\nchecksum = "${"0".repeat(64)}"\n`;
}

const advising: Scenario["plugins"] = () => [{ name: "advising", crates: ["lanternfish"], hooks: [], skills: { [SKILL]: DESCRIPTION } }];

/** Where Cargo unpacks it, in the home. */
export const UNPACKED = ".cargo/registry/src/index.crates.io-1949cf8c6b5b557f/lanternfish-1.2.3";

/** The dependency itself has the skill, and the user enabled its skills. */
export function bringSkill({ home }: Folders): void {
  put(join(home, UNPACKED, "Cargo.toml"), `[package]\nname = "lanternfish"\nversion = "1.2.3"\n`);
  put(join(home, UNPACKED, "skills", SKILL, "SKILL.md"), `---\nname: ${SKILL}\ndescription: ${DESCRIPTION}\n---\n\nRead this first.\n`);
  put(join(home, ".symposium/config.toml"), '[plugins]\nauto-enable = ["lanternfish"]\n');
}

/** The same, and another plugin that has a skill of the same name. */
export const twiceAdvising: Scenario["plugins"] = (folders) => [
  ...advising(folders),
  { name: "advising-too", crates: ["lanternfish"], hooks: [], skills: { [SKILL]: OTHER_DESCRIPTION } },
];

export function removeDependency({ project }: Folders): void {
  for (const [name, text] of Object.entries(WITHOUT)) put(join(project, name), text);
}

/** A shell command that does the same, in the project. */
export const REMOVES_DEPENDENCY = Object.entries(WITHOUT)
  .map(([name, text]) => `printf %s ${shellWord(text)} > ${name}`)
  .join("; ");

export function listed({ sessions }: Seen, session: number): Claim {
  const [first = ""] = sessions[session - 1] ?? [];
  const times = first.split(DESCRIPTION).length - 1;
  return [`session ${session} lists the skill once from its first request on (${times} times)`, times === 1 && first.includes(SKILL)];
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
