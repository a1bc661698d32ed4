/** The corpus: files as users have them, each named for what is special about it. A new file in the tree is a new test. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import type { Scope } from "../../../src/agents/agent.ts";
import { agentNamed, ownHookFile } from "../../../src/agents/agents-by-name.ts";
import type { Agent, OwnHookFile } from "../../../src/agents/setup.ts";

const ROOT = join(import.meta.dirname, "../../fixtures/user-files");

export interface UserFile {
  readonly agent: string;
  /** What is special about it, in words. */
  readonly property: string;
  readonly bytes: Buffer;
  /** Of its name, with the dot. */
  readonly ending: string;
}

/** Files in the folder of an agent, or in one below it: its hook files, `refused`, `config`. */
export function userFiles(agent: string, kind = "."): UserFile[] {
  return entriesOf(join(ROOT, agent, kind)).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const [, name = "", ending = ""] = /^(.*)(\.[^.]+)$/.exec(entry.name) ?? [];
    return [{ agent, property: name.replaceAll("-", " "), ending, bytes: readFileSync(join(entry.parentPath, entry.name)) }];
  });
}

/** Everything that `agent` has in its folders besides the file that we write to: a tree for each case. */
export interface FilesBeside {
  readonly agent: string;
  readonly property: string;
  /** Path below the home or the project → bytes. */
  readonly files: Readonly<Record<string, Buffer>>;
}

export function filesBeside(agent: string): FilesBeside[] {
  const folder = join(ROOT, agent, "beside");
  return entriesOf(folder).map(({ name }) => {
    const entries = readdirSync(join(folder, name), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = entries.map((entry) => join(entry.parentPath, entry.name));
    const files = Object.fromEntries(paths.map((path) => [relative(join(folder, name), path), readFileSync(path)]));
    return { agent, property: name.replaceAll("-", " "), files };
  });
}

/** The agent whose hook file serves this one: itself, or another. */
export function ownerOf(agent: string): Agent<OwnHookFile> {
  const { registration } = agentNamed(agent);
  return ownHookFile("via" in registration ? registration.via : agent);
}

/** Below the home or the project. */
export function hookFileOf(agent: string, scope: Scope): string {
  return ownerOf(agent).registration.file[scope];
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
