/** The folders that get skills, so that a set of agents finds them. Most agents read several folders, and one copy can serve many agents. */

import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import { listsCopiesToo } from "./agent-packages.ts";
import { userPlace } from "./agent-paths.ts";
import type { AgentFacts, Scope } from "./agent.ts";
import { AGENTS } from "./list.ts";

/** The folder that belongs to no agent, where users keep skills for all of them. */
const SHARED_SKILLS = ".agents/skills";

export interface SkillFolder {
  readonly path: string;
  readonly agents: readonly string[];
}

export interface SkillScope {
  readonly scope: Scope;
  /** The project's folder; only the project scope uses it. */
  readonly project: string;
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
}

/** First the folders that are an agent's only choice, then `.agents/skills` and others. `loaders` have the skill already (AP-6): no copy. */
export function skillFolders(agents: readonly string[], place: SkillScope, loaders: readonly string[] = []): readonly SkillFolder[] {
  const asked = AGENTS.filter(({ name }) => agents.includes(name) && !loaders.includes(name));
  return fewest(awayFrom(loaders, asked, place));
}

/** The same for agents that read only the folder they start in, `place.project`, without folders where another agent would list it twice. */
export function skillFoldersBelow(agents: readonly string[], place: SkillScope, loaders: readonly string[] = []): readonly SkillFolder[] {
  const asked = AGENTS.filter(({ name }) => agents.includes(name));
  const others = new Set(
    asked.filter((facts) => !readsOnlyItsFolder(facts)).flatMap((facts) => foldersOf(facts, place).map(({ path }) => path)),
  );
  const alone = awayFrom(
    loaders,
    asked.filter((facts) => readsOnlyItsFolder(facts) && !loaders.includes(facts.name)),
    place,
  );
  return fewest(alone.map(({ name, read }) => ({ name, read: read.filter(({ path }) => !others.has(path)) })));
}

export function someReadOnlyTheirFolder(agents: readonly string[]): boolean {
  return AGENTS.some((facts) => agents.includes(facts.name) && readsOnlyItsFolder(facts));
}

function readsOnlyItsFolder({ skills }: AgentFacts): boolean {
  return skills.looks?.value === "cwd";
}

interface Asked {
  readonly name: string;
  readonly read: readonly { readonly path: string; readonly isShared: boolean }[];
}

/** Agents that would list a copy beside what they loaded do not read the folder, as long as there is another one for each who needs the copy. */
function awayFrom(loaders: readonly string[], asked: readonly AgentFacts[], place: SkillScope): readonly Asked[] {
  const listing = AGENTS.filter(({ name }) => loaders.includes(name) && listsCopiesToo(name));
  const avoided = new Set(listing.flatMap((facts) => foldersOf(facts, place).map(({ path }) => path)));
  return asked.map((facts) => {
    const all = foldersOf(facts, place);
    const free = all.filter(({ path }) => !avoided.has(path));
    return { name: facts.name, read: free.length === 0 ? all : free };
  });
}

function fewest(asked: readonly Asked[]): readonly SkillFolder[] {
  const filled: string[] = [];
  const isServed = ({ read }: Asked) => read.some(({ path }) => filled.includes(path));
  const [choosy, easy] = [asked.filter(({ read }) => read.length === 1), asked.filter(({ read }) => read.length > 1)];
  for (const agent of [...choosy, ...easy]) {
    if (isServed(agent)) continue;
    const folder = agent.read.find(({ isShared }) => isShared) ?? agent.read.at(-1);
    if (folder !== undefined) filled.push(folder.path);
  }
  return filled.map((path) => ({
    path,
    agents: asked.filter(({ read }) => read.some((folder) => folder.path === path)).map(({ name }) => name),
  }));
}

/** Every folder into which an earlier run may have put skills, for any set of agents. */
export function everySkillFolder(place: SkillScope): readonly string[] {
  return [...new Set(AGENTS.flatMap((facts) => foldersOf(facts, place).map(({ path }) => path)))];
}

function foldersOf({ skills, relocatedBy }: AgentFacts, { scope, project, context }: SkillScope): { path: string; isShared: boolean }[] {
  const { resolve } = context.os === "windows" ? win32 : posix;
  return skills[scope].map(({ path }) => ({
    path: scope === "user" ? userPlace(path, relocatedBy, context) : resolve(context.cwd, project, path),
    isShared: path === SHARED_SKILLS,
  }));
}
