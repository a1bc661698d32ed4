/** A generated plugin in a temporary project, loaded as OpenCode loads it. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { onTestFinished } from "vitest";

import { hookFiles } from "../../../src/agents/opencode/hook-files.ts";
import type { Json } from "../../../src/model/json.ts";
import type { Hooks, Plugin } from "../opencode/loaded-plugin.ts";

export const [form] = hookFiles.forms;

export interface Loaded {
  readonly project: string;
  readonly hooks: Hooks;
  /** What a file of the project has, `undefined` where it is not there. */
  readonly read: (file: string) => string | undefined;
  /** What the plugin said in OpenCode's log. */
  readonly warnings: readonly string[];
}

export async function loaded(document: Json, client: object = {}): Promise<Loaded> {
  const project = mkdtempSync(join(tmpdir(), "symposium-hooks-"));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  const file = join(project, "plugin.mjs");
  writeFileSync(file, form.code?.wrap(document) ?? "");
  const exported = (await import(pathToFileURL(file).href)) as Record<string, Plugin>;
  const warnings: string[] = [];
  const app = { log: (entry: { readonly body: { readonly message: string } }) => void warnings.push(entry.body.message) };
  const plugin = exported["hooks"];
  if (plugin === undefined || Object.keys(exported).length !== 1) throw new Error("OpenCode calls everything that a file exports");
  const hooks = await plugin({ directory: project, client: { app, ...client } });
  const read = (name: string) => (existsSync(join(project, name)) ? readFileSync(join(project, name), "utf8") : undefined);
  return { project, hooks, read, warnings };
}
