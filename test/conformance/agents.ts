/** The agents of the matrix, found by their folders: an oracle and payloads are all that one needs. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { AnyOracle, Payload } from "../oracles/oracle.ts";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "agents");

export interface PayloadFile {
  /** File name without its ending: native event, then what is special about it. */
  readonly name: string;
  readonly event: string;
  readonly payload: Payload;
}

export interface AgentUnderTest {
  readonly oracle: AnyOracle;
  readonly payloads: readonly PayloadFile[];
}

export function agentsUnderTest(): Promise<readonly AgentUnderTest[]> {
  return Promise.all(
    agentNames().map(async (agent) => {
      const { oracle } = (await import(pathToFileURL(join(FOLDER, agent, "oracle.ts")).href)) as { readonly oracle: AnyOracle };
      return { oracle, payloads: payloadsOf(agent) };
    }),
  );
}

function agentNames(): readonly string[] {
  return readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, "oracle.ts")));
}

function payloadsOf(agent: string): readonly PayloadFile[] {
  const folder = join(FOLDER, agent, "payloads");
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((file) => ({
    name: file.slice(0, -".json".length),
    event: file.slice(0, file.indexOf(".")),
    payload: JSON.parse(readFileSync(join(folder, file), "utf8")) as Payload,
  }));
}

/** The keys by which agents name a session; one that sends two means the same by both. */
const SESSION_KEYS = ["session_id", "sessionId", "sessionID", "conversation_id", "trajectory_id"];

/** Some versions of some agents name no session: nothing is remembered from one such call to the next. */
export function hasSession({ inSession: own }: Pick<AnyOracle, "inSession">, { payload }: PayloadFile): boolean {
  return own !== undefined || SESSION_KEYS.some((key) => key in payload);
}

/** The same payload in a session of its own, so that no two tests share a memory; without one, in a folder of its own. */
export function inSession(oracle: Pick<AnyOracle, "inSession">, file: PayloadFile, session: string): Payload {
  const { payload } = file;
  if (oracle.inSession !== undefined) return oracle.inSession(payload, session);
  if (!hasSession(oracle, file)) return inFolder(payload, `/home/user/${session}`);
  const named = SESSION_KEYS.filter((key) => key in payload).map((key) => [key, session]);
  return { ...payload, ...Object.fromEntries(named) };
}

/** The same payload in another folder, wherever the agent names it. */
export function inFolder(payload: Payload, folder: string): Payload {
  const info = payload["tool_info"];
  if ("workspace_roots" in payload) return { ...payload, workspace_roots: [folder], ...("cwd" in payload ? { cwd: folder } : {}) };
  if (typeof info === "object" && info !== null) return { ...payload, tool_info: { ...info, cwd: folder } };
  return { ...payload, ["working_dir" in payload ? "working_dir" : "cwd"]: folder };
}

/** One payload for each event: the plainest, whose name is the shortest. */
export function onePerEvent(payloads: readonly PayloadFile[]): readonly PayloadFile[] {
  const plainest = new Map<string, PayloadFile>();
  for (const file of payloads) {
    const other = plainest.get(file.event);
    if (other === undefined || rank(file) < rank(other)) plainest.set(file.event, file);
  }
  return [...plainest.values()];
}

/** A shell call stands for tools: every agent has one. */
function rank({ name, event }: PayloadFile): number {
  return name === `${event}.shell` ? 0 : name.length;
}
