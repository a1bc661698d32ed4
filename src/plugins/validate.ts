/** From the text of a manifest to a plugin. What cannot be used is left out and told; the rest is kept. */

import type { Problem } from "../config/problem.ts";
import { readBySchema } from "../config/read-by-schema.ts";
import { readToml } from "../config/toml.ts";
import type { Surroundings } from "../installations/resolve-command.ts";
import type { AgentWords } from "./agent-words.ts";
import { checkHook } from "./check-hook.ts";
import { gateOf, hasGate } from "./gate.ts";
import { openBook } from "./installation-book.ts";
import { Manifest } from "./manifest.ts";
import type { Hook, Plugin } from "./plugin.ts";
import type { Report } from "./report.ts";

export interface Validated {
  /** Absent when nothing of it can be used. */
  readonly plugin?: Plugin;
  /** No gate at any level, so only the user's `use` wakes it. */
  readonly isDormant?: boolean;
  readonly problems: readonly Problem[];
}

/** Never throws, whatever the text. */
export function validateManifest(file: string, text: string, agents: AgentWords, where: Surroundings): Validated {
  const toml = readToml(text);
  if (!toml.ok) return { problems: [{ severity: "error", file, position: toml.position, message: toml.message }] };
  const { value: manifest, problems, pathOf } = readBySchema(Manifest, file, toml);
  if (manifest === undefined) return { problems };
  const report: Report = (item, { severity = "error", key, ...rest }) => {
    const path = pathOf(item);
    problems.push({ severity, file, position: toml.positionOf(key === undefined ? path : [...path, key]), ...rest });
  };

  const gate = gateOf(manifest);
  if (gate === undefined) {
    report(manifest, {
      key: "crates",
      message: "`crates` and `depends-on` are the same, so this plugin is ignored",
      hint: "set one of them",
    });
    return { problems };
  }
  const book = openBook(manifest.installations, report);
  const hooks = manifest.hooks.map((entry) => checkHook(entry, book, agents, where)).filter((hook): hook is Hook => hook !== undefined);
  const plugin: Plugin = {
    name: manifest.name,
    directory: where.directory,
    manifest: file,
    gate,
    installations: [...book.sound.values()],
    hooks,
    skills: manifest.skills,
    servers: manifest.mcp_servers,
    subcommands: manifest.subcommand,
    predicates: manifest.predicate,
    chained: manifest.plugins,
  };
  return { plugin, isDormant: !hasGate(manifest), problems };
}
