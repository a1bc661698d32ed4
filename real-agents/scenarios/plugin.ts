/** Plugins as scenarios write them: hooks whose handlers are short `sh` scripts, put into the user's plugin folder. */

import { join } from "node:path";

import { placesOf } from "../../src/platform/places.ts";
import { manifestText, skillGroup } from "../../test/support/plugin.ts";
import { put, type Folders } from "../sandbox.ts";
import { shellWord } from "../shell-word.ts";

export interface Plugin {
  readonly name: string;
  readonly hooks: readonly PluginHook[];
  /** The dependencies it is for; absent for any project. */
  readonly crates?: readonly string[];
  /** Descriptions of its skills, by name. */
  readonly skills?: Readonly<Record<string, string>>;
}

export interface PluginHook {
  readonly name: string;
  readonly event: string;
  readonly matcher?: string;
  /** What the handler does with `$input`; absent for a handler whose program is not there. */
  readonly body?: string;
  readonly timeout?: number;
  readonly onFailure?: "open" | "closed";
  /** A line of the manifest as it is, for a policy that is not spelled as it should be. */
  readonly line?: string;
  readonly onUnsupported?: "deny" | "warn";
}

export function writePlugin({ home, root }: Folders, env: Readonly<Record<string, string>>, plugin: Plugin): void {
  const { name, hooks, crates = ["*"], skills = {} } = plugin;
  const folder = join(placesOf({ home, env, os: "linux" }).userPlugins, name);
  const group = Object.keys(skills).length === 0 ? "" : skillGroup();
  const manifest = manifestText(name, `${group}${hooks.flatMap(hookTable).join("\n")}\n`, `crates = ${JSON.stringify(crates)}`);
  put(join(folder, "SYMPOSIUM.toml"), manifest);
  for (const [skill, description] of Object.entries(skills))
    put(join(folder, "skills", skill, "SKILL.md"), `---\nname: ${skill}\ndescription: ${description}\n---\n\nRead this first.\n`);
  for (const { name: hook, body } of hooks) {
    if (body === undefined) continue;
    // Every handler writes down what it was given before it does anything else.
    const record = `printf '%s\\n' "$input" >> ${shellWord(`${root}/handled-${hook}.jsonl`)}`;
    put(join(folder, `${hook}.sh`), `#!/bin/sh\ninput=$(cat)\n${record}\n${body}\n`, 0o755);
  }
}

/** A handler's line that answers in the symposium format. */
export function answers(event: string, answer: Readonly<Record<string, unknown>>): string {
  return `printf '%s' ${shellWord(JSON.stringify({ [event]: answer }))}`;
}

function hookTable({ name, event, matcher, timeout, onFailure, onUnsupported, line }: PluginHook): string[] {
  return [
    "",
    "[[hooks]]",
    `name = "${name}"`,
    `event = "${event}"`,
    ...(matcher === undefined ? [] : [`matcher = '${matcher}'`]),
    ...(timeout === undefined ? [] : [`timeout = ${timeout}`]),
    ...(onFailure === undefined ? [] : [`on-failure = "${onFailure}"`]),
    ...(line === undefined ? [] : [line]),
    ...(onUnsupported === undefined ? [] : [`on-unsupported = "${onUnsupported}"`]),
    `command = { executable = "./${name}.sh" }`,
  ];
}
