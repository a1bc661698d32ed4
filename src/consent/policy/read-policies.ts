/** Reads the policies of all three levels, and reports what a lower one may not say. */

import { dirname, join } from "node:path";
import * as v from "valibot";

import type { Context } from "../../context.ts";
import type { Config } from "../../files/config.ts";
import type { GoodPolicy } from "../../files/last-good.ts";
import { PolicyFile, policyMistakes, type PolicyRules, PolicyTable } from "../../files/policy-schema.ts";
import { type Problem, withLastGood } from "../../files/problem.ts";
import { readBySchema } from "../../files/read-by-schema.ts";
import { readTextFile, readTextFileWithin, type TextFile } from "../../files/text-file.ts";
import { readToml } from "../../files/toml.ts";
import { mustStat } from "../../host/files.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { boundsOfWorkspace, type Workspace } from "../../packages/workspace.ts";
import { forbiddenAt } from "./forbidden-at.ts";
import type { Policy } from "./judge.ts";
import { PROJECT_POLICY, systemPolicyFile } from "./policy-places.ts";

interface PolicyRequest {
  readonly context: Pick<Context, "os" | "systemPolicy">;
  readonly config: Pick<Config, "policy" | "policyFlaw">;
  readonly configFile: string;
  readonly workspace: Workspace | null;
  /** The system's policy that was in force before; called only where the file cannot be used. */
  readonly lastGood: () => GoodPolicy | undefined;
}

export interface PoliciesRead {
  /** From the highest level down; a level without a policy is absent. */
  readonly policies: readonly Policy[];
  readonly problems: readonly Problem[];
  readonly stamps: readonly Stamped[];
  readonly inForce?: PolicyRules;
}

/** Reads local files only. Never throws: problems are part of the result. */
export function readPolicies(request: PolicyRequest): PoliciesRead {
  const system = readSystem(request);
  const user = readUser(request);
  const project = readProject(request);
  const all = [system, user, project];
  const allowed = forbiddenAt(all.flatMap(({ policy }) => policy ?? []));
  return {
    policies: allowed.policies,
    problems: [...all.flatMap(({ problems }) => problems), ...allowed.problems],
    stamps: all.flatMap(({ stamp }) => (stamp === undefined ? [] : [stamp])),
    inForce: system.policy === undefined || system.policy.isUnread === true ? undefined : system.policy.rules,
  };
}

interface LevelRead {
  readonly policy?: Policy;
  readonly problems: readonly Problem[];
  readonly stamp?: Stamped;
}

function readSystem({ context, lastGood }: PolicyRequest): LevelRead {
  const file = systemPolicyFile(context);
  // Taken before the file is read, so that a change in between is noticed.
  const stamp = stamped(file);
  const read = withoutEmptied(file, readPolicy(file, readSystemPolicy(file)), lastGood);
  if (read.kind === "missing") return { problems: [], stamp };
  if (read.kind === "read") return { policy: { level: "system", file, rules: read.rules }, problems: read.problems, stamp };
  const good = goodRules(lastGood());
  const [first, ...others] = read.problems;
  if (good !== undefined)
    return { policy: { level: "system", file, rules: good.rules }, problems: [withLastGood(first, good.since), ...others], stamp };
  return { policy: unread("system", file), problems: [strictly(first, "nothing that a plugin brings runs"), ...others], stamp };
}

/** A file that is being replaced may be empty for a moment. */
function withoutEmptied(file: string, read: PolicyReading, lastGood: PolicyRequest["lastGood"]): PolicyReading {
  if (read.kind !== "read" || Object.keys(read.rules).length > 0) return read;
  const before = goodRules(lastGood());
  if (before === undefined || Object.keys(before.rules).length === 0) return read;
  const hint = "write it again, or remove the file";
  return { kind: "unread", problems: [{ severity: "error", file, message: "is empty, but had rules before", hint }] };
}

function goodRules(good: GoodPolicy | undefined): { readonly rules: PolicyRules; readonly since: number } | undefined {
  const parsed = good === undefined ? undefined : v.safeParse(PolicyTable, good.value);
  return good === undefined || parsed?.success !== true ? undefined : { rules: parsed.output, since: good.since };
}

/** The config's reader reports what is wrong in it, and keeps its last good version. */
function readUser({ config: { policy, policyFlaw }, configFile: file }: PolicyRequest): LevelRead {
  if (policyFlaw !== undefined)
    return { policy: unread("user", file), problems: [strictly(policyFlaw, "nothing that a plugin brings runs, except managed ones")] };
  return Object.keys(policy).length === 0 ? { problems: [] } : { policy: { level: "user", file, rules: policy }, problems: [] };
}

/** Nothing of a repository stays in force after it changed (PL-26), so there is no last good version. */
function readProject({ workspace }: PolicyRequest): LevelRead {
  if (workspace === null) return { problems: [] };
  const file = join(workspace.repository ?? workspace.folder, PROJECT_POLICY);
  const stamp = stamped(file);
  const read = readPolicy(file, readTextFileWithin(file, boundsOfWorkspace(workspace)));
  if (read.kind === "missing") return { problems: [], stamp };
  if (read.kind === "read") return { policy: { level: "project", file, rules: read.rules }, problems: read.problems, stamp };
  const [first, ...others] = read.problems;
  const strict = [strictly(first, "nothing that the project and its dependencies bring runs"), ...others];
  // An error would hold back what the user's own files say.
  const problems = strict.map((problem) => ({ ...problem, severity: "warning", failsValidation: true }) as const);
  return { policy: unread("project", file), problems, stamp };
}

function unread(level: Policy["level"], file: string): Policy {
  return { level, file, rules: {}, isUnread: true };
}

function strictly(problem: Problem, effect: string): Problem {
  return { ...problem, message: `${problem.message}; until this is fixed, ${effect}` };
}

type PolicyReading =
  | { readonly kind: "missing" }
  | { readonly kind: "read"; readonly rules: PolicyRules; readonly problems: readonly Problem[] }
  /** A part that cannot be read might forbid anything, so none of the file counts. The problems are errors. */
  | { readonly kind: "unread"; readonly problems: readonly [Problem, ...Problem[]] };

export function readPolicy(file: string, read: TextFile): PolicyReading {
  if (read.kind === "missing") return read;
  if (read.kind === "bad") return { kind: "unread", problems: [read.problem] };
  const toml = readToml(read.text);
  if (!toml.ok) {
    const { ok: _, ...wrong } = toml;
    return { kind: "unread", problems: [{ severity: "error", file, ...wrong }] };
  }
  const reading = readBySchema(PolicyFile, file, toml);
  const rules = reading.value?.policy ?? {};
  const problems = [...reading.problems, ...policyMistakes(rules, file, toml)];
  const [first, ...others] = problems.filter(({ severity }) => severity === "error");
  if (first !== undefined) return { kind: "unread", problems: [first, ...others] };
  return { kind: "read", rules, problems };
}

/** It may name a scanner, which is a program, and manage sources: so it counts only where no one but the owner of the system can write it. */
function readSystemPolicy(file: string): TextFile {
  const read = readTextFile(file);
  if (read.kind !== "text") return read;
  const wrong = writableByOthers(file);
  return wrong === undefined ? read : { kind: "bad", problem: { severity: "error", file, ...wrong, mayPass: true } };
}

/** The owner must be root, or the owner of `/etc`: in a user namespace root has another number. */
function writableByOthers(file: string): Required<Pick<Problem, "message" | "hint">> | undefined {
  if (process.getuid === undefined) return undefined;
  const folder = dirname(file);
  const hint = `run \`chown root ${folder} ${file} && chmod go-w ${folder} ${file}\` as root`;
  try {
    const owners = [0, mustStat(dirname(folder)).uid];
    for (const path of [folder, file]) {
      const { uid, mode } = mustStat(path);
      if (!owners.includes(uid)) return { message: `does not count as the system's policy: ${path} belongs to user ${uid}`, hint };
      if ((mode & 0o022) !== 0) return { message: `does not count as the system's policy: other users can write to ${path}`, hint };
    }
    return undefined;
  } catch (error) {
    return { message: `cannot be checked (${(error as NodeJS.ErrnoException).code ?? String(error)})`, hint };
  }
}
