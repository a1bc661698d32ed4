import {
  bothListed,
  bringEnabled,
  CARRIED_SKILL,
  dependencySkill,
  listed,
  LISTS_SKILLS,
  MEMBER,
  notListed,
  thereInTime,
  toldOfSkill,
  twiceAdvising,
  unseenByGit,
  WITH_MEMBER,
} from "./dependency-skill.ts";
import {
  CARGO,
  type PackagedProject,
  PACKAGED_PROJECTS,
  addsDependency,
  removeDependency,
  removesDependency,
  whatIn,
} from "./packaged-projects.ts";
import { ended, initFor, runsShell, where, type Scenario } from "./scenario.ts";

/** Agents that list skills before the session's hooks run show added or removed skills in the next session. */
const AT_ONCE = "listed in the session that brings it";
const GONE_AT_ONCE = "gone in the session that starts without it";

function ofPackage(project: PackagedProject): Scenario {
  const { ecosystem, files } = project;
  return dependencySkill({
    name: project === CARGO ? "skill-of-package" : `skill-of-${ecosystem}-package`,
    ability: `the skill that ${whatIn(project)} brings itself is listed by the next session, and gone after the dependency`,
    files,
    plugins: () => [],
    registering: ({ name }) => [{ user: ({ folders }) => bringEnabled(project, folders, CARRIED_SKILL) }, initFor([name])],
    next: [{ steps: runsShell }, { before: (folders) => removeDependency(project, folders), steps: runsShell }, { steps: runsShell }],
    judge: (seen) => [ended(seen), listed(seen, 2), notListed(seen, 4), unseenByGit(seen)],
  });
}

/** A plugin's skill is listed to the model while the project has the dependency, and not after it went. */
export const skills: readonly Scenario[] = [
  dependencySkill({
    name: "skill-synced",
    ability: "listed after `symposium sync`",
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    judge: (seen) => [ended(seen), listed(seen, 1), unseenByGit(seen)],
  }),
  ...PACKAGED_PROJECTS.map(ofPackage),
  dependencySkill({
    name: "skill-namesakes",
    ability: "two skills of one name are both listed",
    plugins: twiceAdvising,
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    judge: (seen) => [ended(seen), bothListed(seen, 1), unseenByGit(seen)],
  }),
  dependencySkill({
    name: "skill-member-synced",
    ability: "listed once in a member of a workspace after `symposium sync` there",
    files: WITH_MEMBER,
    below: MEMBER,
    // Agents of both kinds are used: what is put there for those that look nowhere else must not be a second one for the others.
    registering: ({ name }) => [initFor([...new Set([name, "codex", "gemini-cli"])]), { ours: ["sync"], below: MEMBER }],
    judge: (seen) => [ended(seen), listed(seen, 1), unseenByGit(seen)],
  }),
  dependencySkill({
    name: "skill-member-listed",
    ability: "listed in a member of a workspace without a sync, by the next session",
    files: WITH_MEMBER,
    below: MEMBER,
    next: [{ below: MEMBER, steps: runsShell }],
    judge: (seen) => [ended(seen), listed(seen, 2), ...where(seen, AT_ONCE, listed(seen, 1)), unseenByGit(seen)],
  }),
  dependencySkill({
    name: "skill-listed",
    ability: "listed without a sync, by the next session",
    next: [{ steps: runsShell }],
    judge: (seen) => [ended(seen), listed(seen, 2), ...where(seen, AT_ONCE, listed(seen, 1)), unseenByGit(seen)],
  }),
  dependencySkill({ name: "skill-at-once", ability: AT_ONCE, judge: (seen) => [ended(seen), listed(seen, 1)] }),
  dependencySkill({
    name: "skill-same-turn",
    ability: "there in the turn that adds the dependency, and the model is told",
    files: { ...CARGO.files, ...CARGO.without },
    steps: ({ calls }) => [{ calls: [calls.shell(addsDependency(CARGO))] }, { calls: [calls.shell(LISTS_SKILLS)] }],
    next: [{ steps: runsShell }],
    judge: (seen) => [
      ended(seen),
      thereInTime(seen),
      ...where(seen, "context after a tool", ...toldOfSkill(seen, 2)),
      listed(seen, 2),
      unseenByGit(seen),
    ],
  }),
  dependencySkill({
    name: "skill-gone",
    ability: "gone in the session after the agent removed the dependency",
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    steps: ({ calls }) => [{ calls: [calls.shell(removesDependency(CARGO))] }],
    next: [{ steps: runsShell }],
    judge: (seen) => [ended(seen), listed(seen, 1), notListed(seen, 2), unseenByGit(seen)],
  }),
  dependencySkill({
    name: "skill-gone-between",
    ability: "gone by the second session after the user removed the dependency",
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    next: [{ before: (folders) => removeDependency(CARGO, folders), steps: runsShell }, { steps: runsShell }],
    judge: (seen) => [ended(seen), listed(seen, 1), ...where(seen, GONE_AT_ONCE, notListed(seen, 2)), notListed(seen, 3)],
  }),
  dependencySkill({
    name: "skill-gone-at-once",
    ability: GONE_AT_ONCE,
    registering: ({ name }) => [initFor([name]), { ours: ["sync"] }],
    next: [{ before: (folders) => removeDependency(CARGO, folders), steps: runsShell }],
    judge: (seen) => [ended(seen), listed(seen, 1), notListed(seen, 2)],
  }),
];
