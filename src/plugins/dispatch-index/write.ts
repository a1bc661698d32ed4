/** Writes the dispatch index as text. The only writer of the format in `format.ts`. */

import { selectorOf } from "../../canonical/matcher.ts";
import type { LoadedPlugin } from "../active-plugins.ts";
import type { Hook } from "../plugin.ts";
import {
  INDEX_FORMAT,
  INDEX_VERSION,
  type IndexedHook,
  type IndexHeader,
  nativeSection,
  type Registration,
  type Stamped,
} from "./format.ts";

export interface IndexMeta {
  readonly programme: string;
  readonly workspace: string | null;
  readonly registrations: readonly Registration[];
  /** Checked on every call. */
  readonly stamps: readonly Stamped[];
  /** Checked now and then. */
  readonly watched: readonly Stamped[];
  readonly logLevel: IndexHeader["logLevel"];
  readonly problems: readonly string[];
}

/** `plugins` in the order of dispatch; inactive ones are listed too, so that a trace can say why nothing ran. */
export function indexText(plugins: readonly LoadedPlugin[], { watched, ...meta }: IndexMeta): string {
  const bySection = new Map<string, string[]>();
  let order = 0;
  for (const loaded of plugins) {
    for (const hook of loaded.plugin.hooks) {
      const section = sectionOf(hook);
      const lines = bySection.get(section) ?? [];
      lines.push(`${selectorOf(hook.matcher)}\t${loaded.plugin.name}/${hook.name}\t${JSON.stringify(indexed(hook, loaded, order++))}\n`);
      bySection.set(section, lines);
    }
  }
  const sections: Record<string, readonly [number, number]> = {};
  let body = "";
  for (const [section, lines] of bySection) {
    const start = body.length;
    body += lines.join("");
    sections[section] = [start, body.length];
  }
  const last = `${JSON.stringify(watched)}\n`;
  const header: IndexHeader = {
    format: INDEX_FORMAT,
    version: INDEX_VERSION,
    ...meta,
    events: [...bySection.keys()],
    sections,
    watched: body.length,
    length: body.length + last.length,
  };
  return `${JSON.stringify(header)}\n${body}${last}`;
}

function sectionOf({ event }: Hook): string {
  return "event" in event ? event.event : nativeSection(event.agent, event.native);
}

function indexed(hook: Hook, { plugin, source, manifest, inactive = hook.inactive }: LoadedPlugin, order: number): IndexedHook {
  return {
    plugin: plugin.name,
    hook: hook.name,
    source,
    manifest,
    order,
    ...(hook.agent === undefined ? {} : { agent: hook.agent }),
    format: hook.format,
    command: hook.command,
    ...(Object.keys(hook.env).length === 0 ? {} : { env: hook.env }),
    ...(hook.path.length === 0 ? {} : { path: hook.path }),
    timeout: hook.timeout,
    onFailure: hook.onFailure,
    onUnsupported: hook.onUnsupported,
    ...(hook.blocking === undefined ? {} : { blocking: hook.blocking }),
    ...(inactive === undefined ? {} : { inactive }),
  };
}
