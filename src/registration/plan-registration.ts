/** The plan of a registration: one plan for every file that should have our entries, or has them now. */

import { join } from "node:path";

import type { Scope } from "../agents/agent.ts";
import { userPlace } from "../agents/hook-place.ts";
import { OWN_HOOK_FILES } from "../agents/registrable.ts";
import type { Ledger, LedgerFile } from "../config-files/ledger.ts";
import type { FileOrder, FilePlan } from "./file-plan.ts";
import { planFile } from "./plan-file.ts";
import { fileIncludes } from "../config-files/user-file.ts";
import { agentOf, framesOf } from "./own-hook-file.ts";
import { type WantedFile, wantedFiles, type Wish } from "./wanted-files.ts";

export interface RegistrationWish extends Wish {
  readonly ledger: Ledger;
  /** An ISO date with time. */
  readonly date: string;
  /** The folder whose project files are searched for entries of the Rust tool. */
  readonly around?: string;
}

/** In the order of the configured agents, then removals. Reads files and changes nothing. */
export function planRegistration(wish: RegistrationWish): FilePlan[] {
  const wanted = wish.scope === "project" && wish.workspace === undefined ? [] : wantedFiles(wish);
  const recordedAt = new Map(wish.ledger.files.map((recorded) => [recorded.file, recorded]));
  const planned = new Set(wanted.map(({ file }) => file));
  const goes = wish.ledger.files.filter((recorded) => !planned.has(recorded.file) && !staysRegistered(recorded, wish));
  const rust = hookFiles(wish).filter(
    ({ file }) => !recordedAt.has(file) && !planned.has(file) && file.endsWith(".json") && fileIncludes(file, "cargo-agents"),
  );
  return [
    ...wanted.map((one) => planFile(orderFor(one, one, recordedAt.get(one.file), wish))),
    ...goes.map((recorded) => planFile(orderFor(recorded, undefined, recorded, wish))),
    ...rust.map((identity) => planFile(orderFor(identity, undefined, undefined, wish))),
  ];
}

/** Other projects keep their entries while their agents and the scope are still configured; so do homes that a variable moved. */
function staysRegistered({ scope, agents }: LedgerFile, wish: Wish): boolean {
  return scope === wish.scope && agents.some((agent) => wish.agents.includes(agent));
}

type Identity = FileOrder["identity"];

export function orderFor(
  identity: Identity,
  wanted: WantedFile | undefined,
  recorded: LedgerFile | undefined,
  { date }: Pick<RegistrationWish, "date">,
): FileOrder {
  const { file, agents, scope, workspace } = identity;
  // The record of a newer version is enough to remove the entries of an agent that this version does not know.
  const agent = agentOf(identity);
  const placeholder = agent?.registration.placeholder;
  return {
    identity: { file, agents, scope, ...(workspace === undefined ? {} : { workspace }) },
    ...(wanted === undefined ? {} : { wanted }),
    ...(recorded === undefined ? {} : { recorded }),
    ...(placeholder === undefined ? {} : { placeholder }),
    frames: framesOf(agent),
    date,
  };
}

/** Every file that may contain our entries or the Rust tool's: the user's, and those of the current project. */
export function hookFiles({ context, around }: Pick<RegistrationWish, "context" | "around">): Identity[] {
  const found = OWN_HOOK_FILES.flatMap(({ facts, registration }): Identity[] => {
    const { rustFiles: more, file } = registration;
    const at = (scope: Scope) => [file[scope], ...(more?.[scope] ?? [])];
    const agents = [facts.name];
    const user = at("user").map((path): Identity => ({ file: userPlace(path, facts.relocatedBy, context), agents, scope: "user" }));
    if (around === undefined) return user;
    return [...user, ...at("project").map((path): Identity => ({ file: join(around, path), agents, scope: "project", workspace: around }))];
  });
  return found.filter(({ file }, at) => found.findIndex((other) => other.file === file) === at);
}
