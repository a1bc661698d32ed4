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
  asciiJson,
  asciiText,
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
export interface IndexMeta extends Omit<
  IndexHeader,
  "format" | "version" | "events" | "sections" | "coverages" | "listed" | "watched" | "length"
> {
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
  let body = "";
  const add = (text: string) => {
    const start = body.length;
    body += text;
    return start;
  };
  for (const [section, { lines, inactive }] of bySection) {
    const isNamed = ({ selector }: Line) => wordsOf(selector) !== undefined;
    const named = lines.filter(isNamed);
    const [directory, places] = directoryOf(named);
    const starts = [
      add(textOf(lines.filter((line) => !isNamed(line)))),
      add(directory),
      add(places),
      add(`[${named.map(({ id }) => id).join(",")}]\n`),
      add(`${asciiJson(inactive)}\n`),
      add(textOf(named)),
    ] as const;
    put(sections, section, [...starts, body.length]);
  }
  const covered = add(coverages.text());
  const names = [...new Set(plugins.map(({ plugin }) => plugin.name))];
  const listed = add(`${asciiJson({ commands, servers, plugins: names } satisfies IndexedLists)}\n`);
  const header: Omit<IndexHeader, "length"> = {
    format: INDEX_FORMAT,
    version: INDEX_VERSION,
    ...meta,
    events: [...bySection.keys()],
    sections,
    coverages: covered,
    listed,
    watched: add(`${asciiJson(watched)}\n`),
  };
  return `${asciiJson({ ...header, length: body.length })}\n${body}`;
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
    text += `${asciiJson(files)}\n`;
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
  /** As JSON. */
  readonly id: string;
  readonly text: string;
}

function lineOf(selector: string, name: string, entry: WrittenHook): Line {
  return { selector, id: asciiJson(name), text: `${asciiText(selector)}\t${asciiText(name)}\t${asciiJson(entry)}\n` };
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join("");
}

/** Each word with the part of the second line that has the places of its hooks' lines, counted from the first of them. */
function directoryOf(lines: readonly Line[]): readonly [directory: string, places: string] {
  let at = 0;
  const byWord = new Map<string, number[]>();
  for (const line of lines) {
    for (const word of wordsOf(line.selector) ?? []) {
      const places = byWord.get(word) ?? [];
      places.push(at);
      byWord.set(word, places);
    }
    at += line.text.length;
  }
  let [directory, all] = ["|", ""];
  for (const [word, places] of byWord) {
    const start = all.length;
    all += places.join(",");
    directory += `${asciiText(word)} ${start}-${all.length}|`;
  }
  return [`${directory}\n`, `${all}\n`];
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
