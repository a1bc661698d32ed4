/** Writes the dispatch index as text. The only writer of the format in `format.ts`. */

import type { Stamped } from "../host/reading-budget.ts";
import { lookUp, put } from "../lookup.ts";
import { selectorOf, wordsOf } from "../model/matcher.ts";
import type { LoadedOutline, LoadedPlugin } from "../plugins/active-plugins.ts";
import { partOf, programFolders, type RefusedHook } from "../plugins/consent/standings.ts";
import type { Unanswered } from "../plugins/gates/predicate.ts";
import type { Judged } from "../plugins/judge-items.ts";
import { type Hook, sectionOf } from "../plugins/plugin.ts";
import {
  ENTRY_DEFAULTS,
  INDEX_FORMAT,
  INDEX_VERSION,
  type IndexedHook,
  type IndexedLists,
  type IndexedQuestion,
  type IndexHeader,
  type IndexSection,
  type WrittenHook,
} from "./format.ts";
import { type CoverageAt, indexedCommands, indexedServers } from "./indexed-lists.ts";

/** The workspace's part of the header; the rest follows from the hooks. */
export interface IndexMeta extends Omit<IndexHeader, "format" | "version" | "events" | "sections" | "listed" | "watched" | "length"> {
  /** Checked occasionally. */
  readonly watched: readonly Stamped[];
}

/** `plugins` in the order of dispatch; inactive ones are listed too, so that a trace can say why nothing ran. */
export function indexText(
  plugins: readonly (LoadedPlugin | LoadedOutline)[],
  { watched, ...meta }: IndexMeta,
  refused: readonly RefusedHook[] = [],
): string {
  const bySection = new Map<string, Group>();
  const groupOf = (section: string) => {
    const group: Group = bySection.get(section) ?? { lines: [], inactive: {} };
    bySection.set(section, group);
    return group;
  };
  const coverages = coverageLines();
  let order = 0;
  for (const { plugin, hook, ...about } of refused) {
    const { selector, section } = hook;
    groupOf(section).lines.push(lineOf(selector, `${plugin}/${hook.name}`, refusal({ plugin, hook, ...about }, order++, coverages.at)));
  }
  for (const loaded of plugins) {
    if ("before" in loaded) {
      for (const { hook, inactive } of loaded.hooks) leaveOut(groupOf(sectionOf(hook)), inactive, loaded.plugin.name, hook.name);
      continue;
    }
    for (const { hook, ...judged } of loaded.hooks) {
      const group = groupOf(sectionOf(hook));
      const id = `${loaded.plugin.name}/${hook.name}`;
      if (judged.inactive !== undefined) leaveOut(group, judged.inactive, loaded.plugin.name, hook.name);
      else group.lines.push(lineOf(selectorOf(hook.matcher), id, indexed(hook, judged, loaded, order++, coverages.at)));
    }
  }
  const sections: Record<string, IndexSection> = {};
  const [commands, servers] = [indexedCommands(plugins, coverages.at), indexedServers(plugins, coverages.at)];
  let body = coverages.text();
  for (const [section, { lines, inactive }] of bySection) {
    const isNamed = ({ selector }: Line) => wordsOf(selector) !== undefined;
    const named = lines.filter(isNamed);
    const start = body.length;
    body += textOf(lines.filter((line) => !isNamed(line)));
    const words = body.length;
    body += textOf(named);
    const directory = body.length;
    body += directoryOf(named);
    const names = body.length;
    body += `${JSON.stringify(named.map(({ id }) => id))}\n`;
    const reasons = body.length;
    body += `${JSON.stringify(inactive)}\n`;
    put(sections, section, [start, words, directory, names, reasons, body.length]);
  }
  const listed = body.length;
  const names = [...new Set(plugins.map(({ plugin }) => plugin.name))];
  body += `${JSON.stringify({ commands, servers, plugins: names } satisfies IndexedLists)}\n`;
  const last = `${JSON.stringify(watched)}\n`;
  const header: IndexHeader = {
    format: INDEX_FORMAT,
    version: INDEX_VERSION,
    ...meta,
    events: [...bySection.keys()],
    sections,
    listed,
    watched: body.length,
    length: body.length + last.length,
  };
  return `${JSON.stringify(header)}\n${body}${last}`;
}

/** The lists that hooks, commands and servers of one plugin share are written once. */
function coverageLines() {
  const places = new Map<readonly Stamped[], number>();
  let text = "";
  const at: CoverageAt = (files) => {
    const known = places.get(files);
    if (known !== undefined) return known;
    const place = text.length;
    places.set(files, place);
    text += `${JSON.stringify(files)}\n`;
    return place;
  };
  return { at, text: () => text };
}

function leaveOut(group: Group, reason: string, plugin: string, hook: string): void {
  listUnder(group.inactive, `inactive: ${reason}`).push(`${plugin}/${hook}`);
}

function listUnder(groups: Record<string, string[]>, reason: string): string[] {
  const list = lookUp(groups, reason) ?? [];
  put(groups, reason, list);
  return list;
}

interface Group {
  readonly lines: Line[];
  readonly inactive: Record<string, string[]>;
}

interface Line {
  readonly selector: string;
  readonly id: string;
  readonly text: string;
}

function lineOf(selector: string, id: string, entry: WrittenHook): Line {
  return { selector, id, text: `${selector}\t${id}\t${JSON.stringify(entry)}\n` };
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join("");
}

/** Each word with the position of its hook's line, counted from the first of them. */
function directoryOf(lines: readonly Line[]): string {
  let at = 0;
  const places = lines.flatMap((line) => {
    const place = at;
    at += line.text.length;
    return (wordsOf(line.selector) ?? []).map((word) => `${word} ${place}|`);
  });
  return `|${places.join("")}\n`;
}

function indexed(
  hook: Hook,
  judged: Judged,
  { plugin, source, manifest, consent }: LoadedPlugin,
  order: number,
  coverageAt: CoverageAt,
): WrittenHook {
  const part = partOf(consent, "hook", plugin, hook);
  const path = programFolders(hook, consent, part);
  const settings = { format: hook.format, timeout: hook.timeout, onFailure: hook.onFailure, onUnsupported: hook.onUnsupported };
  return {
    plugin: plugin.name,
    hook: hook.name,
    source,
    manifest,
    covered: part === undefined ? undefined : coverageAt(part.checked),
    order,
    agent: hook.agent,
    except: hook.except,
    native: hook.native,
    pluginRoot: hook.pluginRoot,
    command: hook.command,
    env: Object.keys(hook.env).length === 0 ? undefined : hook.env,
    keepEnv: hook.keepEnv.length === 0 ? undefined : hook.keepEnv,
    path: path.length === 0 ? undefined : path,
    missing: hook.missing,
    blocking: hook.blocking,
    deniesIfChanged: hook.deniesIfChanged,
    contract: hook.contract,
    verified: hook.verified,
    when: judged.when,
    asks: judged.asks === undefined ? undefined : judged.asks.map((one) => indexedQuestion(one, coverageAt)),
    ...unusual(settings),
  };
}

function indexedQuestion({ question, covered }: Unanswered, coverageAt: CoverageAt): IndexedQuestion {
  return covered === undefined ? question : { ...question, covered: coverageAt(covered) };
}

/** The hook itself is unknown, or must not run: only its place is taken. */
function refusal(
  { plugin, source, hook, reason, manifest, covered, when }: RefusedHook,
  order: number,
  coverageAt: CoverageAt,
): WrittenHook {
  const { name, agent, except, format, native, pluginRoot, deniesIfChanged } = hook;
  return {
    plugin,
    hook: name,
    source,
    manifest,
    covered: covered.length === 0 ? undefined : coverageAt(covered),
    order,
    agent,
    except,
    native,
    pluginRoot,
    format: format === ENTRY_DEFAULTS.format ? undefined : format,
    command: { kind: "executable", path: "", args: [] },
    onFailure: "closed",
    deniesIfChanged,
    when,
    refusal: reason,
  };
}

function unusual(settings: Pick<IndexedHook, keyof typeof ENTRY_DEFAULTS>): Partial<typeof settings> {
  return Object.fromEntries(Object.entries(settings).filter(([key, value]) => value !== lookUp<unknown>(ENTRY_DEFAULTS, key)));
}
