/** Our directory with a guard and a plugin of another source, and the index made from them. */

import { execFileSync } from "node:child_process";

import { parseIndex } from "../../src/index/read-index.ts";
import { rebuildIndex } from "../../src/index/rebuild.ts";
import type { ourDirectory } from "./our-directory.ts";
import { hook, manifest } from "../support/plugin.ts";

export type Ours = Awaited<ReturnType<typeof ourDirectory>>;

const CLOSED = 'on-failure = "closed"';
export const GUARD = manifest("guard", hook("deny", "PreToolUse", CLOSED));
export const CONFIG = '[[plugin-source]]\nname = "team"\npath = "team"\n\n[plugins]\ndisable = ["noisy"]\n';
export const TREE = { "config.toml": CONFIG, plugins: { guard: GUARD }, team: { other: manifest("other", hook("look", "Stop")) } };
export const BOTH = ["guard/deny", "other/look"];

export async function made({ context, places }: Ours, folder: string | null = null) {
  const rebuilt = await rebuildIndex({ context, places, folder, program: "1" });
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  const hooks = [...(index?.part(0, index.header.length).matchAll(/\t([\w-]+\/[\w-]+)\t/g) ?? [])].map(([, id]) => id!).sort();
  return { hooks, kept: index?.header.kept ?? [], problems: index?.header.problems ?? [], unsettled: index?.header.unsettled };
}

export const guard = (ours: Ours) => ours.path("plugins", "guard", "SYMPOSIUM.toml");
export const fifo = (path: string) => void execFileSync("mkfifo", [path]);
