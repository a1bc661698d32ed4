/** What became of each MCP server, for each agent (MC-6, MC-10): active, waiting and for what, impossible or skipped and why. */

import { titleOf } from "../agents/agents-by-name.ts";
import { AGENTS } from "../agents/list.ts";
import type { ServerPlace } from "../agents/set-up.ts";
import type { LedgerFile } from "../config-files/ledger.ts";
import { keyOf } from "./plan-servers.ts";
import type { PlacedServer } from "./wanted-servers.ts";

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
    if (state === "waiting")
      return { ...about, state, isWritten: false, until: [why ?? ""], ...(forFile === undefined ? {} : { forFile }) };
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
