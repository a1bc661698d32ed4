/**
 * Whether registered entries and MCP servers are active for each agent, what must happen first (RG-8, MC-10), or why an agent does not read
 * them (RG-23, MC-6).
 */

import type { AgentFacts, ReaderVerdict, Scope } from "../../agents/agent.ts";
import { OWN_HOOK_FILES } from "../../agents/agents-by-name.ts";
import { AGENTS } from "../../agents/list.ts";
import type { LedgerFile } from "../../files/ledger.ts";
import { type JsoncOddities, odditiesIn } from "../../files/splice/jsonc-document.ts";
import { documentOf } from "./file-plan.ts";
import { type EntriesContext, entriesFor } from "./wanted-files.ts";

export interface Activation {
  readonly agent: string;
  readonly title: string;
  readonly scope: Scope;
  readonly file: string;
  readonly workspace?: string;
  readonly state: "active" | "waiting" | "not active";
  /** Each completes "not active until …"; none where nothing is left to do. */
  readonly until: readonly string[];
  /** Each completes "not active: …". */
  readonly because: readonly string[];
  /** For an agent whose hooks act in one file of several: what the user may paste into another. */
  readonly paste?: string;
}

export function activationsOf(
  { file, agents, scope, workspace, content }: Omit<LedgerFile, "insertions">,
  text: string,
  system: EntriesContext,
): Activation[] {
  const known = agents.flatMap((name) => AGENTS.filter((agent) => agent.name === name));
  const owner = OWN_HOOK_FILES.find(({ name }) => name === agents[0]);
  const entries = owner?.registration.alsoPasted === true ? entriesFor(owner, { scope, ...system, used: new Set() }) : undefined;
  const paste = entries && documentOf(entries.filter(({ kind }) => kind === "item"));
  return known.map((agent) => {
    const { name, title, trust } = agent;
    const until = trust.filter(({ value }) => value.scopes.includes(scope)).map(({ value }) => value.until);
    const because = content === "entries" ? ignoredBecause(agent, odditiesIn(text)) : [];
    const state = because.length > 0 ? "not active" : until.length > 0 ? "waiting" : "active";
    return { agent: name, title, scope, file, workspace, state, until, because, paste };
  });
}

/** The agents whose users approve the text of entries, and once more after every change of it. */
export function askingForText(agents: readonly string[], scope: Scope): readonly AgentFacts[] {
  return AGENTS.filter(
    ({ name, trust }) => agents.includes(name) && trust.some(({ value }) => value.isForText && value.scopes.includes(scope)),
  );
}

export function ignoredBecause(
  { title, reader }: Pick<AgentFacts, "title" | "reader">,
  { comment, trailingComma, byteOrderMark }: JsoncOddities,
): string[] {
  const found: readonly (readonly [verdict: ReaderVerdict, what: string | false])[] = [
    [reader.value.comment, comment !== undefined && `the comment in line ${comment}`],
    [reader.value.trailingComma, trailingComma !== undefined && `the comma before a closing bracket in line ${trailingComma}`],
    [reader.value.byteOrderMark, byteOrderMark && "the byte-order mark at its start"],
  ];
  return found.flatMap(([verdict, what]) => {
    if (what === false || verdict === "works") return [];
    return `${title} ${verdict === "agent-stops" ? "ends with an error" : "ignores this whole file"} because of ${what}`;
  });
}
