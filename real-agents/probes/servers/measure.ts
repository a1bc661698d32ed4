/** Runs an agent with hand-made server files: which servers it starts or connects to, what of references it resolves, which tools the model is offered. */

import { chmodSync } from "node:fs";
import { join } from "node:path";

import { parse as parseToml, stringify as tomlOf } from "smol-toml";
import { parse as parseYaml, stringify as yamlOf } from "yaml";

import { install } from "../../install.ts";
import { json, PROMPT } from "../../recipes/recipe.ts";
import { lines, put, read, runAgent, type Folders } from "../../sandbox.ts";
import { type ProbedFile, type ServerNote, type ServerQuestion, type ServerQuestions, SYNTAXES, VALUE, VARIABLE } from "./question.ts";

const ENDPOINTS = join(import.meta.dirname, "mcp-endpoints.ts");

export interface ServerAnswer {
  readonly what: string;
  readonly reached: string;
  readonly references: string;
  readonly offered: boolean;
}

export interface Asked {
  readonly answers: readonly ServerAnswer[];
  readonly ended: string;
}

export async function askServers({ recipe }: ServerQuestions, one: ServerQuestion, folder: string): Promise<Asked> {
  const installed = install(recipe);
  const notes = join(folder, "servers.jsonl");
  const run = await runAgent({
    recipe,
    // The servers listen in the namespace of the run, so they are started with the agent.
    installed: { ...installed, program: join(folder, "agent") },
    folder,
    options: { prompt: PROMPT, permission: "bypass", ...(one.untrusted === true ? { untrusted: true } : {}) },
    script: () => ({ steps: [{ calls: [recipe.calls.shell("sleep 4")] }], final: "All done." }),
    prepare: (folders) => {
      const bun = process.execPath;
      put(join(folder, "agent"), `#!/bin/sh\n${bun} ${ENDPOINTS} ${notes} &\nsleep 1\nexec ${installed.program} "$@"\n`, 0o755);
      put(join(folders.home, ".symposium/bin/symposium-hook"), `#!/bin/sh\nexec ${bun} ${ENDPOINTS} ${notes} "\${2#*/}"\n`);
      chmodSync(join(folders.home, ".symposium/bin/symposium-hook"), 0o755);
      for (const file of one.files) putServers(file, folders);
      for (const [path, text] of Object.entries(one.more ?? {})) put(placeOf(path, folders), text);
    },
    moreEnv: ({ root }) => ({
      [VARIABLE]: VALUE,
      ...Object.fromEntries(Object.entries(one.env ?? {}).map(([name, value]) => [name, value.replace("{root}", root)])),
    }),
  });
  const noted = lines<ServerNote>(notes);
  const asked = JSON.stringify(run.requests.map(({ body }) => body));
  const toolOf = (name: string, at: number) => one.toolsOf?.[name] ?? (one.toolsInOrder === undefined ? name : `${one.toolsInOrder}${at}`);
  const answers = one.files.flatMap(({ servers }, at) =>
    Object.entries(servers).map(([name, { what }]) => answerOf(toolOf(name, at), what, noted, asked)),
  );
  const turns = run.requests.filter(({ body }) => JSON.stringify(body).includes('"tools"')).length;
  return { answers, ended: `${turns} requests, ${run.timedOut ? "never ended" : `exit ${run.exit}`}` };
}

function answerOf(name: string, what: string, notes: readonly ServerNote[], asked: string): ServerAnswer {
  const mine = notes.filter((note) => note.name === name);
  const [last] = mine.toReversed();
  return {
    what,
    reached: [...new Set(mine.map(({ by }) => by))].join(", ") || "no",
    references: last === undefined || last.by === "stdio" ? "" : resolvedIn(last),
    // Codex names the servers whose tools the model can search for.
    offered: asked.includes(`ping_${name}`) || asked.includes(`\\n- ${name}\\n`),
  };
}

/** The syntaxes that arrived as the variable's value, and the parts of the address. */
function resolvedIn({ url, headers }: ServerNote): string {
  const given = Object.keys(SYNTAXES).filter((name) => headers[name] !== undefined);
  const resolved = given.filter((name) => headers[name] === `Bearer ${VALUE}`).map((name) => `\`${SYNTAXES[name]?.slice(7)}\``);
  const others = Object.entries(headers).flatMap(([name, value]) => (name.startsWith("y-") ? [`${name}: ${String(value)}`] : []));
  const query = decodeURIComponent(url.split("?")[1] ?? "");
  return [
    ...(given.length > 0 ? [`headers: ${resolved.join(", ") || "none"}`] : []),
    ...others,
    ...(query === "" ? [] : [`address: ${query}`]),
  ].join("; ");
}

export function placeOf(path: string, { root, home, project }: Folders): string {
  if (path.startsWith("~/")) return join(home, path.slice(2));
  return path.startsWith("/") ? join(root, path) : join(project, path);
}

function putServers({ path, from = path, change = (text) => text, table, servers }: ProbedFile, folders: Folders): void {
  const place = placeOf(path, folders);
  const entries = Object.fromEntries(Object.entries(servers).map(([name, { entry }]) => [name, entry]));
  let added: unknown = entries;
  for (const key of table.toReversed()) added = { [key === "{project}" ? folders.project : key]: added };
  const old = read(placeOf(from, folders));
  if (path.endsWith(".toml")) put(place, change(tomlOf(merged(parseToml(old), added) as never)));
  else if (path.endsWith(".yaml")) put(place, change(yamlOf(merged(parseYaml(old) ?? {}, added))));
  else put(place, change(json(merged(JSON.parse(old || "{}"), added))));
}

/** Tables are merged; everything else is replaced. */
export function merged(old: unknown, added: unknown): unknown {
  const isTable = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isTable(old) || !isTable(added)) return added;
  const both = { ...old };
  for (const [key, value] of Object.entries(added)) both[key] = key in old ? merged(old[key], value) : value;
  return both;
}
