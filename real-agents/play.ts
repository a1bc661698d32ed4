/** Plays one scenario on one agent with one form of our programme, and says what came of it. */

import { rmSync } from "node:fs";
import { join } from "node:path";

import type { BuiltProgramme } from "./built-programme.ts";
import { digestOf } from "./evidence.ts";
import { innerOf } from "./inner-agent.ts";
import type { Installed } from "./install.ts";
import { RECIPES } from "./recipes/list.ts";
import { PROMPT, type Recipe, type Scope } from "./recipes/recipe.ts";
import { EXIT_CODES, type Register } from "./register.ts";
import { lines, put, read, runAgent, type RunResult } from "./sandbox.ts";
import { writePlugin } from "./scenarios/plugin.ts";
import type { Claim, Scenario, Seen } from "./scenarios/scenario.ts";

export interface Stage {
  readonly recipe: Recipe;
  readonly installed: Installed;
  readonly programme: BuiltProgramme;
  readonly register: Register;
  /** The folder in which runs are made. */
  readonly base: string;
}

export interface Played {
  readonly scenario: Scenario;
  readonly run: RunResult;
  readonly claims: readonly Claim[];
  readonly works: boolean;
  readonly hooks: readonly string[];
  readonly log: string;
  readonly command: readonly string[];
}

export async function play({ recipe, installed, programme, register, base }: Stage, scenario: Scenario): Promise<Played> {
  const folder = join(base, recipe.name, programme.form, scenario.name);
  const mcp = { name: "my_srv-a", command: process.execPath, args: [join(import.meta.dirname, "mcp-server.ts")] };
  const inner = innerOf(recipe, scenario.nested === true);
  const hooks: string[] = [];
  const run = await runAgent({
    recipe,
    installed,
    folder,
    options: {
      prompt: PROMPT,
      permission: scenario.permission ?? "bypass",
      ...(scenario.mcp === true ? { mcp } : {}),
      ...(scenario.forbidden === undefined ? {} : { forbidden: scenario.forbidden }),
    },
    script: (folders) => ({ steps: scenario.steps?.(recipe, folders, inner) ?? [], final: "All done." }),
    prepare: (folders) => {
      for (const [path, text] of Object.entries(scenario.files ?? {})) put(join(folders.project, path), text);
      for (const plugin of scenario.plugins(folders)) {
        writePlugin(folders, plugin);
        hooks.push(...plugin.hooks.map(({ name }) => name));
      }
      if (scenario.nested === true) {
        for (const [path, text] of Object.entries(inner.homeFiles)) put(join(folders.home, path), text);
        register(inner.recipe, folders, programme.path, "user");
      }
      for (const { agent, scope } of registered(scenario, recipe)) register(agent, folders, programme.path, scope);
    },
    moreEnv: { SYMPOSIUM_HOOK_TRACE: join(folder, "trace.jsonl") },
  });
  const seen = seenIn(recipe, run);
  const claims = [...scenario.judge(seen), endedWell(run)];
  const log = digestOf([read(join(folder, "requests.jsonl")), ...hooks.flatMap(seen.handled), run.stdout, run.stderr]);
  return { scenario, run, claims, works: claims.every(([, holds]) => holds), hooks, log, command: neutral(run, installed) };
}

function endedWell({ root }: RunResult): Claim {
  const codes = read(join(root, EXIT_CODES)).split("\n").filter(Boolean);
  return ["our programme ended with exit code 0 whenever it was called", codes.length > 0 && codes.every((code) => code === "0")];
}

/** Removes what a run left behind; a failed one stays for whoever looks into it. */
export function tidy({ run, works }: Played): void {
  if (works) rmSync(run.root, { recursive: true, force: true });
}

/** Whose files call us. An agent whose recipe is not here has no file either. */
function registered(scenario: Scenario, recipe: Recipe): readonly { readonly agent: Recipe; readonly scope: Scope }[] {
  const wanted = scenario.registered ?? [{ agent: recipe.name, scope: "user" as const }];
  return wanted.flatMap(({ agent, scope }) => RECIPES.filter(({ name }) => name === agent).map((found) => ({ agent: found, scope })));
}

function seenIn(recipe: Recipe, run: RunResult): Seen {
  return {
    recipe,
    run,
    turns: run.requests.map(({ body }) => JSON.stringify(body)).filter((text) => offersTools(text)),
    handled: (hook) =>
      read(join(run.root, `handled-${hook}.jsonl`))
        .split("\n")
        .filter(Boolean),
    calls: read(join(run.root, "trace.jsonl")).split("\n").filter(Boolean),
    trace: lines(join(run.home, ".symposium", "trace", "trace.jsonl")),
    file: (path) => read(join(run.project, path)).trim(),
  };
}

/** Requests without tools are side traffic; so is the reviewing model that Codex asks for permission. */
function offersTools(text: string): boolean {
  return /"(tools|functionDeclarations)":\[\{/.test(text) && !text.includes("APPROVAL REQUEST START");
}

function neutral({ commandLine, root }: RunResult, { programme }: Installed): string[] {
  const name = programme.slice(programme.lastIndexOf("/") + 1);
  return commandLine.map((word) => (word === programme ? name : word.replaceAll(root, "/home/user")));
}
