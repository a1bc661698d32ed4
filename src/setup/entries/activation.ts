/**
 * Whether registered entries and MCP servers are active for each agent, what must happen first (RG-8, MC-10), or why an agent does not read
 * them (RG-23, MC-6).
 */

import type { AgentFacts, ReaderVerdict, Scope } from "../../agents/agent.ts";
import { OWN_HOOK_FILES, titleOf } from "../../agents/agents-by-name.ts";
import { AGENTS } from "../../agents/list.ts";
import type { ServerPlace } from "../../agents/setup.ts";
import type { LedgerFile } from "../../files/ledger.ts";
import { type JsoncOddities, odditiesIn } from "../../files/splice/jsonc-document.ts";
import type { PlacedServer } from "../mcp-servers/placed-servers.ts";
import { documentOf } from "./file-plan.ts";
import { keyOf } from "./plan-servers.ts";
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

/** One for each agent that the file serves; `text` is the file's content. */
export function activationsOf(
  { file, agents, scope, workspace, content }: Omit<LedgerFile, "insertions">,
  text: string,
  system: EntriesContext,
): Activation[] {
  const known = agents.flatMap((name) => AGENTS.filter((agent) => agent.name === name));
  return known.map((agent) => {
    const { name, title, trust } = agent;
    const until = trust.filter(({ value }) => value.scopes.includes(scope)).map(({ value }) => value.until);
    const because = content === "entries" ? ignoredBecause(agent, odditiesIn(text)) : [];
    const paste = pasteFor(agents[0] ?? name, scope, system);
    return {
      agent: name,
      title,
      scope,
      file,
      workspace,
      state: because.length > 0 ? "not active" : until.length > 0 ? "waiting" : "active",
      until,
      because,
      paste,
    };
  });
}

/** What keeps the agent's own reader from the file, each a sentence. */
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

function pasteFor(owner: string, scope: Scope, system: EntriesContext): string | undefined {
  const agent = OWN_HOOK_FILES.find(({ name }) => name === owner);
  if (agent?.registration.alsoPasted !== true) return undefined;
  const entries = entriesFor(agent, { scope, ...system, used: new Set() });
  return documentOf(entries.filter(({ kind }) => kind === "item"));
}

/** What became of each MCP server, for each agent (MC-6, MC-10): active, waiting and for what, impossible or skipped and why. */
export interface ServerState {
  readonly agent: string;
  readonly title: string;
  readonly server: string;
  /** Absent for our own server. */
  readonly plugin?: string;
  readonly place?: ServerPlace;
  readonly file?: string;
  /** The only workspace that it applies to. */
  readonly workspace?: string;
  readonly state: "active" | "waiting" | "impossible" | "not written" | "through the agent itself";
  /** It is in its file. */
  readonly isWritten: boolean;
  /** Each completes "not active until …". */
  readonly until: readonly string[];
  /** Why it is impossible or not written, or how the agent comes by it itself. */
  readonly because?: string;
  /** It waits for a file of the project: what to paste meanwhile, and whether the user is asked. */
  readonly forFile?: { readonly snippet: string; readonly asks: boolean };
}

/** `recordOf` gives what the ledger has of a file, or will have when a plan was carried out; `whyMissing` completes "not written: …". */
export function serverStates(
  placed: readonly PlacedServer[],
  recordOf: (file: string) => LedgerFile | undefined,
  whyMissing = (file: string) => `${file} has another entry of that name, or could not be changed`,
): ServerState[] {
  return placed.map((one) => {
    const { agent, name, plugin, place, file, workspace, state, why, path, forFile } = one;
    const about = {
      agent,
      title: titleOf(agent),
      server: name,
      ...(plugin === undefined ? {} : { plugin }),
      ...(place === undefined ? {} : { place }),
      ...(file === undefined ? {} : { file }),
      ...(workspace === undefined ? {} : { workspace }),
    };
    if (state === "waiting") return { ...about, state, isWritten: false, until: [why ?? ""], forFile };
    if (state !== "wanted" || file === undefined || path === undefined) {
      const word = state === "impossible" || state === "through the agent itself" ? state : "not written";
      return { ...about, state: word, isWritten: false, until: [], because: why ?? "" };
    }
    const isThere = recordOf(file)?.servers?.some((server) => keyOf(server.path) === keyOf(path)) === true;
    if (!isThere)
      return {
        ...about,
        state: "not written",
        isWritten: false,
        until: [],
        because: whyMissing(file),
      };
    const until = approvalsOf(one);
    return { ...about, state: until.length === 0 ? "active" : "waiting", isWritten: true, until };
  });
}

function approvalsOf({ agent, place, refers }: PlacedServer): string[] {
  const { approvals = [] } = AGENTS.find(({ name }) => name === agent)?.servers ?? {};
  return approvals.flatMap(({ value: { places, until, onlyWith } }) =>
    place !== undefined && places.includes(place) && (onlyWith === undefined || refers === true) ? [until] : [],
  );
}
