/** The folders from which agents load Agent Plugins by themselves on this machine (AP-6), by `agentPlugins` in `agents/<name>/agent.ts`. */

import { basename, dirname, join, posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import { isFolder, namesIn, realPath, realPathIfThere } from "../host/paths.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { type Json, parseJson, withoutComments } from "../model/json.ts";
import { userPlace } from "./agent-paths.ts";
import type { Scope } from "./agent.ts";
import { AGENTS } from "./list.ts";
import type { Agent, AgentFiles, PackagePart } from "./setup.ts";

export interface AgentPackage {
  readonly agent: string;
  readonly folder: string;
  readonly scope: Scope;
  readonly takes: readonly PackagePart[];
}

export interface AgentPackages {
  readonly packages: readonly AgentPackage[];
  /** Every file and folder that the answer depends on: a change in one of them may change the answer. */
  readonly checked: readonly string[];
}

interface PackagesPlace {
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  /** The folder that agents are started in; absent where only what counts everywhere is asked for. */
  readonly project?: string | undefined;
  readonly parseToml: (text: string) => unknown;
  readonly parseYaml: (text: string) => Promise<unknown>;
}

/** Never rejects: what cannot be read counts as not there. */
export async function agentPackages(agents: readonly string[], place: PackagesPlace): Promise<AgentPackages> {
  const checked = new Set<string>();
  const packages: AgentPackage[] = [];
  for (const agent of AGENTS.filter(({ name }) => agents.includes(name))) {
    if (agent.agentPlugins === undefined) continue;
    const { places, takes } = agent.agentPlugins;
    const files = filesOf(agent, place, checked);
    for (const { value } of places) {
      if (value.scope === "project" && place.project === undefined) continue;
      for (const folder of (await value.find(files)).slice(0, MOST_FOLDERS)) {
        const real = realPathIfThere(folder);
        if (real !== undefined && (value.noLinks !== true || !isLink(folder)))
          packages.push({ agent: agent.name, folder: real, scope: value.scope, takes: takes.value });
      }
    }
  }
  return { packages, checked: [...checked] };
}

function isLink(path: string): boolean {
  return realPath(path) !== join(realPath(dirname(path)), basename(path));
}

export function listsCopiesToo(agent: string): boolean {
  return AGENTS.find(({ name }) => name === agent)?.agentPlugins?.besideCopy?.value !== "one";
}

const MOST_FOLDERS = 1_000;
const MOST_BYTES = 4 * 1024 * 1024;

function filesOf({ relocatedBy }: Agent, { context, project, parseToml, parseYaml }: PackagesPlace, checked: Set<string>): AgentFiles {
  const { home, os } = context;
  const { join: joined } = os === "windows" ? win32 : posix;
  const textOf = (file: string): string | undefined => {
    checked.add(file);
    return readRegularTextIfAny(file, { maxBytes: MOST_BYTES });
  };
  return {
    home,
    os,
    project,
    user: (path) => userPlace(path, relocatedBy, context),
    foldersIn: (folder) => {
      checked.add(folder);
      return namesIn(folder).filter((name) => isFolder(joined(folder, name)));
    },
    json: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : parseJson(withoutComments(text.replace("\uFEFF", "")));
    },
    toml: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : (parseToml(text) as Json | undefined);
    },
    yaml: async (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ((await parseYaml(text)) as Json | undefined);
    },
  };
}
