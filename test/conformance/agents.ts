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

/** The same payload in a session of its own, so that no two tests share a memory. */
export function inSession({ payload }: PayloadFile, session: string): Payload {
  const key = ["session_id", "sessionId", "sessionID"].find((name) => name in payload) ?? "session_id";
  return { ...payload, [key]: session };
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
