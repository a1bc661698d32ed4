/** Hooks that were written for Claude Code, called by another agent in this process: what they read, and what the agent gets. */

import { createHome, type Home } from "./home.ts";
import { plugin } from "./plugin.ts";

export interface Said {
  readonly json?: object;
  readonly text?: string;
  readonly code?: number;
  readonly stderr?: string;
}

export interface ShimCallSeen {
  /** What each run of the hook read on stdin. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

const SHIMMED = 'format = "shim:claude-code"\ncommand = { script = "check.sh" }\n';

/** A home with one such hook. */
export function homeOf(event: string, more = ""): Promise<Home> {
  return createHome(plugin("guard", `[[hooks]]\nname = "check"\nevent = "${event}"\n${SHIMMED}${more}`, { "check.sh": "" }));
}

/** `says` gets what the hook read, and how often it was asked before. */
export async function callIn(
  home: Home,
  agent: string,
  event: string,
  payload: object,
  says: (input: Readonly<Record<string, unknown>>, turn: number) => Said = () => ({}),
): Promise<ShimCallSeen> {
  const inputs: Readonly<Record<string, unknown>>[] = [];
  let env: Readonly<Record<string, string | undefined>> = {};
  const reply = await home.call(agent, event, payload, {
    services: {
      runHandler: (job) => {
        const input = JSON.parse(job.input) as Readonly<Record<string, unknown>>;
        const { json, text, code = 0, stderr = "" } = says(input, inputs.length);
        inputs.push(input);
        env = job.env;
        return Promise.resolve({ kind: "exited", code, stdout: text ?? (json === undefined ? "" : JSON.stringify(json)), stderr, ms: 1 });
      },
    },
  });
  return { inputs, env, ...reply };
}
