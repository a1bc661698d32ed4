/** Writes the dispatch index as text. The only writer of the format in `format.ts`. */

import type { RecordedHook } from "../consent/subject.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { lookUp, put } from "../lookup.ts";
import { selectorOf, wordsOf } from "../model/matcher.ts";
import type { LoadedOutline, LoadedPlugin } from "../plugins/active-plugins.ts";
import type { RefusedHook } from "../plugins/consent/standings.ts";
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
import { type CoverageAt, indexedCommands, indexedServers, startedOf } from "./indexed-lists.ts";

/** The workspace's part of the header; the rest follows from the hooks. */
export interface IndexMeta extends Omit<IndexHeader, "format" | "version" | "events" | "sections" | "listed" | "watched" | "length"> {
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

function indexed(hook: Hook, { when, asks }: Judged, loaded: LoadedPlugin, order: number, coverageAt: CoverageAt): WrittenHook {
  const { blocking, contract, verified, format, timeout, onFailure, onUnsupported } = hook;
  return {
    ...startedOf("hook", hook, when, loaded, coverageAt),
    ...sharedBy(hook, order),
    keepEnv: hook.keepEnv.length === 0 ? undefined : hook.keepEnv,
    blocking,
    contract,
    verified,
    asks: asks?.map((one) => indexedQuestion(one, coverageAt)),
    ...unusual({ format, timeout, onFailure, onUnsupported }),
  };
}

function indexedQuestion({ question, covered }: Unanswered, coverageAt: CoverageAt): IndexedQuestion {
  return covered === undefined ? question : { ...question, covered: coverageAt(covered) };
}

/** An entry that denies in the place of a hook that is unknown, or must not run. */
function refusal(
  { plugin, source, hook, reason, manifest, covered, when }: RefusedHook,
  order: number,
  coverageAt: CoverageAt,
): WrittenHook {
  return {
    plugin,
    source,
    manifest,
    covered: covered.length === 0 ? undefined : coverageAt(covered),
    ...sharedBy(hook, order),
    ...unusual({ format: hook.format, onFailure: "closed" }),
    command: { kind: "executable", path: "", args: [] },
    when,
    refusal: reason,
  };
}

/** What a manifest's hook and the record of one say alike. */
function sharedBy({ name, agent, except, native, pluginRoot, deniesIfChanged }: Hook | RecordedHook, order: number) {
  return { hook: name, order, agent, except, native, pluginRoot, deniesIfChanged };
}

function unusual(settings: Partial<Pick<IndexedHook, keyof typeof ENTRY_DEFAULTS>>): Partial<typeof settings> {
  return Object.fromEntries(Object.entries(settings).filter(([key, value]) => value !== lookUp<unknown>(ENTRY_DEFAULTS, key)));
}
