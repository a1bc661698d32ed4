/**
 * Runs an agent with a recording hook at every event it knows, answering in the agent's own form. Two things are made this
 * way: the captured payloads that tests read, and the measurements of what an agent does with an answer.
 */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { install } from "../install.ts";
import type { Step } from "../model-server/script.ts";
import { PROMPT, type Permission, type Recipe } from "../recipes/recipe.ts";
import { lines, put, runAgent, type Folders, type RunResult } from "../sandbox.ts";
import { record } from "./record.ts";

export interface NativeAnswer {
  readonly stdout?: unknown;
  readonly stderr?: string;
  readonly exit?: number;
  /** Answer only payloads that contain this text. */
  readonly onlyIf?: string;
  /** Files that are written and folders that are removed before the answer, by absolute path. */
  readonly writes?: Readonly<Record<string, string>>;
  readonly removes?: readonly string[];
}

export type Answers = Readonly<Record<string, NativeAnswer>>;

export interface Recorded {
  readonly event: string;
  readonly cwd: string;
  readonly payload: string;
}

export interface Probe {
  readonly name: string;
  readonly prompt?: string;
  readonly permission?: Permission;
  readonly steps?: (folders: Folders) => readonly Step[];
  readonly answers?: Answers | ((folders: Folders) => Answers);
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whatever else must stand in home or project. */
  readonly prepare?: (folders: Folders) => void;
  readonly below?: string;
  readonly untrusted?: true;
  readonly mcp?: boolean;
  readonly moreArgs?: readonly string[];
  readonly moreEnv?: Readonly<Record<string, string>>;
  readonly moreHomeFiles?: Readonly<Record<string, string>>;
  /** A second run in the same home and project. */
  readonly then?: Pick<Probe, "prompt" | "steps" | "moreArgs">;
}

export interface Probed extends RunResult {
  readonly hooks: readonly Recorded[];
}

export const MCP_SERVER = "my_srv-a";
export const MCP_TOOL = "ping_al-pha";

export async function probe(recipe: Recipe, wanted: Probe, base = mkdtempSync(join(tmpdir(), "symposium-probe-"))): Promise<Probed> {
  const folder = join(base, recipe.name, wanted.name);
  const mcp = {
    name: MCP_SERVER,
    command: process.execPath,
    args: [join(import.meta.dirname, "..", "mcp-server.ts")],
  };
  const once = (part: Pick<Probe, "prompt" | "steps" | "moreArgs">, again: boolean) =>
    runAgent({
      recipe,
      installed: install(recipe),
      folder,
      again,
      options: {
        prompt: part.prompt ?? PROMPT,
        permission: wanted.permission ?? "bypass",
        ...(wanted.mcp === true ? { mcp } : {}),
        ...(wanted.untrusted === true ? { untrusted: true } : {}),
      },
      script: (folders) => ({ steps: part.steps?.(folders) ?? [], final: "All done." }),
      prepare: (folders) => {
        for (const [path, text] of Object.entries(wanted.files ?? {})) put(join(folders.project, path), text);
        for (const [path, text] of Object.entries(wanted.moreHomeFiles ?? {})) put(join(folders.home, path), text);
        wanted.prepare?.(folders);
        const answers = typeof wanted.answers === "function" ? wanted.answers(folders) : wanted.answers;
        put(join(folder, "answers.json"), JSON.stringify(answers ?? {}));
        record(recipe, folders);
      },
      ...(wanted.below === undefined ? {} : { below: wanted.below }),
      ...(part.moreArgs === undefined ? {} : { moreArgs: part.moreArgs }),
      ...(wanted.moreEnv === undefined ? {} : { moreEnv: () => wanted.moreEnv ?? {} }),
    });
  let result = await once(wanted, false);
  if (wanted.then !== undefined) result = await once(wanted.then, true);
  return { ...result, hooks: lines<Recorded>(join(folder, "hooks.jsonl")) };
}
