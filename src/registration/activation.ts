/** Whether what was written is at work, or what must happen first (RG-8), or why the agent will not even read it (RG-23). */

import type { AgentFacts, ReaderVerdict, Scope } from "../agents/agent.ts";
import { OWN_HOOK_FILES, REGISTRABLE } from "../agents/registrable.ts";
import { type JsoncOddities, odditiesIn } from "../config-files/jsonc-oddities.ts";
import type { LedgerFile } from "../config-files/ledger.ts";
import type { OperatingSystem } from "../context.ts";
import { documentOf } from "./snippet.ts";
import { entriesFor } from "./wanted-files.ts";

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
  /** For an agent whose hooks act in one file of several: what the user may put into another. */
  readonly paste?: string;
}

/** What entries depend on besides the agent: the system, and our directory where the user moved it. */
export interface WrittenOn {
  readonly os: OperatingSystem;
  readonly place?: string;
}

/** One for each agent that the file serves; `text` is what stands in the file. */
export function activationsOf(
  { file, agents, scope, workspace, content }: Omit<LedgerFile, "insertions">,
  text: string,
  system: WrittenOn,
): Activation[] {
  const known = agents.flatMap((name) => REGISTRABLE.filter((agent) => agent.facts.name === name));
  return known.map(({ facts }) => {
    const { name } = facts;
    const until = facts.trust.filter(({ value }) => value.scopes.includes(scope)).map(({ value }) => value.until);
    const because = content === "entries" ? ignoredBecause(facts, odditiesIn(text)) : [];
    const paste = pasteFor(agents[0] ?? name, scope, system);
    return {
      agent: name,
      title: facts.title,
      scope,
      file,
      ...(workspace === undefined ? {} : { workspace }),
      state: because.length > 0 ? "not active" : until.length > 0 ? "waiting" : "active",
      until,
      because,
      ...(paste === undefined ? {} : { paste }),
    };
  });
}

function ignoredBecause({ title, reader }: AgentFacts, oddities: JsoncOddities): string[] {
  const { comment, trailingComma, byteOrderMark } = reader.value;
  const because = (verdict: ReaderVerdict, what: string | undefined): string[] => {
    if (what === undefined || verdict === "works") return [];
    return [
      verdict === "agent-stops" ? `${title} ends with an error because of ${what}` : `${title} ignores this whole file because of ${what}`,
    ];
  };
  return [
    ...because(comment, oddities.comment === undefined ? undefined : `the comment in line ${oddities.comment}`),
    ...because(
      trailingComma,
      oddities.trailingComma === undefined ? undefined : `the comma before a closing bracket in line ${oddities.trailingComma}`,
    ),
    ...because(byteOrderMark, oddities.byteOrderMark ? "the byte-order mark at its beginning" : undefined),
  ];
}

function pasteFor(owner: string, scope: Scope, system: WrittenOn): string | undefined {
  const agent = OWN_HOOK_FILES.find(({ facts }) => facts.name === owner);
  if (agent?.registration.alsoPasted !== true) return undefined;
  const entries = entriesFor(agent, { scope, ...system, used: new Set() });
  return documentOf(entries.filter(({ kind }) => kind === "item"));
}
