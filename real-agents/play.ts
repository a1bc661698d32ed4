/** Plays one scenario, or several that share a run, on one agent with one form of our program, and says what came of it. */

import { rmSync } from "node:fs";
import { join } from "node:path";

import { TYPESCRIPT } from "../scripts/run-typescript.ts";
import { userPlace } from "../src/agents/agent-paths.ts";
import { agentNamed } from "../src/agents/agents-by-name.ts";
import type { BuiltProgram } from "./built-program.ts";
import { digestOf } from "./evidence.ts";
import { innerOf } from "./inner-agent.ts";
import type { Installed } from "./install.ts";
import { PROMPT, type Recipe, type Folders } from "./recipes/recipe.ts";
import { EXIT_CODES, register, type Registered, STARTS } from "./register.ts";
import { lines, MCP_CALLS, put, read, WATCHED, type RunPlan, type RunResult } from "./sandbox.ts";
import { runSessions, type Sessions } from "./sessions.ts";
import { writePlugin } from "./scenarios/plugin.ts";
import { initFor, type Claim, type Scenario, type Seen } from "./scenarios/scenario.ts";
import { watchedIn } from "./watched.ts";

export interface Stage {
  readonly recipe: Recipe;
  readonly installed: Installed;
  readonly program: BuiltProgram;
  /** The folder in which runs are made. */
  readonly base: string;
}

export interface Played {
  readonly scenario: Scenario;
  readonly run: RunResult;
  readonly claims: readonly Claim[];
  readonly works: boolean;
  readonly hooks: readonly string[];
  readonly registered: Registered;
  readonly log: string;
  readonly command: readonly string[];
}

/** The first one's run is the run of all. */
export async function play(stage: Stage, scenarios: readonly [Scenario, ...Scenario[]]): Promise<readonly Played[]> {
  const acted = await act(stage, scenarios[0]);
  return scenarios.map((scenario) => judged(stage, scenario, acted));
}

interface Acted {
  readonly folder: string;
  readonly hooks: readonly string[];
  readonly registered: Registered;
  readonly sessions: Sessions;
}

async function act({ recipe: usual, installed, program, base }: Stage, scenario: Scenario): Promise<Acted> {
  const recipe = { ...usual, seconds: usual.seconds * (scenario.longer ?? 1) };
  const folder = join(base, recipe.name, program.form, scenario.shares ?? scenario.name);
  const tools = Array.isArray(scenario.mcp) ? [join(folder, MCP_CALLS), ...scenario.mcp] : [];
  const mcp = { name: "my_srv-a", command: process.execPath, args: [...TYPESCRIPT, join(import.meta.dirname, "mcp-server.ts"), ...tools] };
  const inner = innerOf(recipe, scenario.nested === true);
  const moved = movedHome(recipe, scenario);
  const hooks: string[] = [];
  let registered: Registered = { said: "", exits: [], changed: [] };
  const plan: Omit<RunPlan, "script"> = {
    recipe,
    installed,
    folder,
    options: {
      prompt: PROMPT,
      permission: scenario.permission ?? "bypass",
      ...(scenario.mcp === undefined ? {} : { mcp }),
      ...(scenario.forbidden === undefined ? {} : { forbidden: scenario.forbidden }),
      ...(scenario.untrusted === undefined ? {} : { untrusted: scenario.untrusted }),
    },
    homeFile: moved.file,
    prepare: async (folders) => {
      for (const [path, text] of Object.entries(scenario.files ?? {})) put(join(folders.project, path), text);
      for (const plugin of scenario.plugins(folders)) {
        writePlugin(folders, moved.env(folders), plugin);
        hooks.push(...plugin.hooks.map(({ name }) => name));
      }
      const agents = [recipe, ...(scenario.nested === true ? [inner.recipe] : [])].map(({ name }) => name);
      if (scenario.nested === true) for (const [path, text] of Object.entries(inner.homeFiles)) put(join(folders.home, path), text);
      const steps = scenario.registering?.(recipe) ?? [initFor(agents)];
      registered = await register({ folders, installed, program, env: moved.env(folders) }, steps);
    },
    moreEnv: (folders) => ({ SYMPOSIUM_HOOK_TRACE: join(folder, "trace.jsonl"), ...moved.env(folders) }),
    ...(scenario.watch === true ? { watch: true } : {}),
    ...(scenario.httpServer === true ? { httpServer: true } : {}),
  };
  const sessions = await runSessions(plan, scenario, recipe, inner);
  return { folder, hooks, registered, sessions };
}

function judged({ recipe, installed, program }: Stage, scenario: Scenario, { folder, hooks, registered, sessions }: Acted): Played {
  const { run } = sessions;
  const seen = seenIn(recipe, sessions, registered);
  const claims = [...scenario.judge(seen), ...ourPart(scenario, seen, program)];
  const log = digestOf([read(join(folder, "requests.jsonl")), ...hooks.flatMap(seen.handled), run.stdout, run.stderr]);
  return { scenario, run, claims, works: claims.every(([, holds]) => holds), hooks, registered, log, command: neutral(run, installed) };
}

/** Converted hooks do without our program. */
function ourPart(scenario: Scenario, seen: Seen, program: BuiltProgram): readonly Claim[] {
  if (scenario.group === "conversion") return [];
  return [
    ...registeredWell(seen.registered, program),
    scenario.silent === true ? neverCalled(seen, scenario) : endedWell(seen.run, scenario),
  ];
}

function endedWell({ root }: RunResult, { exitCodes = ["0"] }: Scenario): Claim {
  const codes = read(join(root, EXIT_CODES)).split("\n").filter(Boolean);
  return [
    `our program ended with exit code ${exitCodes.join(" or ")} whenever it was called`,
    codes.length > 0 && codes.every((code) => exitCodes.includes(code)),
  ];
}

/** Our own server needs no trust in hooks or projects. */
function neverCalled({ starts, launches }: Seen, { untrusted }: Scenario): Claim {
  const calls = untrusted === true ? starts : [...starts, ...launches];
  return [`our program was never started (${calls.join(", ")})`, calls.length === 0];
}

function registeredWell({ exits, placed }: Registered, { form }: BuiltProgram): readonly Claim[] {
  return [
    ["our command line ended with exit code 0", exits.every((exit) => exit === 0)],
    [`init placed the program's ${form} form`, placed === form],
  ];
}

/** A folder to which the agent's variable moves what it has in the home; its files are put where our own table says. */
function movedHome({ name, movedBy }: Recipe, { moved }: Scenario) {
  const facts = agentNamed(name);
  const env = ({ home }: Folders): Record<string, string> => (moved === true ? { [movedBy]: join(home, "moved") } : {});
  const file = (folders: Folders, path: string) =>
    userPlace(path, facts.relocatedBy, { home: folders.home, env: env(folders), os: "linux", cwd: folders.project });
  return { env, file };
}

/** Removes what a run left behind; a failed one stays for inspection. */
export function tidy(played: readonly Played[]): void {
  if (played.every(({ works }) => works)) for (const { run } of played) rmSync(run.root, { recursive: true, force: true });
}

function seenIn(recipe: Recipe, { run, requests }: Sessions, registered: Registered): Seen {
  const starts = read(join(run.root, STARTS)).split("\n").filter(Boolean);
  const isLaunch = (start: string) => start.startsWith("serve ");
  return {
    recipe,
    run,
    sessions: requests,
    registered,
    starts: starts.filter((start) => !isLaunch(start)),
    launches: starts.filter(isLaunch),
    turns: requests.flat(),
    handled: (hook) =>
      read(join(run.root, `handled-${hook}.jsonl`))
        .split("\n")
        .filter(Boolean),
    calls: read(join(run.root, "trace.jsonl")).split("\n").filter(Boolean),
    trace: lines(join(run.home, ".symposium", "trace", "trace.jsonl")),
    file: (path) => read(join(run.project, path)).trim(),
    watched: watchedIn(read(join(run.root, WATCHED))),
    left: (name) => read(join(run.root, name)).trim(),
  };
}

function neutral({ commandLine, root }: RunResult, { program }: Installed): string[] {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return commandLine.map((word) => (word === program ? name : word.replaceAll(root, "/home/user")));
}
