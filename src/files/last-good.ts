/**
 * What was in force when everything was last readable (RT-37): the values of the config, and for each source its plugins with the text of
 * their manifests. One private file in our own directory for each config; code that finds something unreadable uses it.
 */

import { attempt } from "../errors.ts";
import { shortHash } from "../host/bytes.ts";
import type { Places } from "../host/places.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { writePrivately } from "../host/write-file.ts";
import { ifAny, isListOf, isObject, isOfType, isShaped, isText, listOf, parseJson } from "../model/json.ts";

export interface LastGood {
  readonly config?: GoodConfig;
  /** The system's; absent where there was none. */
  readonly policy?: GoodPolicy;
  readonly sources: readonly GoodSource[];
}

export interface GoodConfig {
  /** In the form of its schema. */
  readonly value: unknown;
  /** In force since then, in milliseconds since 1970. */
  readonly since: number;
}

/** In the form of its schema. */
export type GoodPolicy = GoodConfig;

export interface GoodSource {
  readonly name: string;
  /** The folder that its plugins are in. */
  readonly root: string;
  readonly plugins: readonly GoodPlugin[];
}

/** The texts of files beside a manifest. */
export interface BesideTexts {
  /** Of the hook manifest that it names. */
  readonly hooksText?: string;
  /** Of the servers of an Agent Plugin. */
  readonly serversText?: string;
}

export interface GoodPlugin extends BesideTexts {
  /** From the root. */
  readonly directory: string;
  /** The manifest's name in it. */
  readonly file: string;
  readonly text: string;
  /** Of the manifest with exactly that text; absent where the manifest has another. */
  readonly stamp?: string;
  /** Names of its hooks, and of those that are closed on failure. */
  readonly hooks: readonly string[];
  readonly closed: readonly string[];
  /** Another plugin names its folder, and it counts only with that one. */
  readonly isChained?: true;
  readonly since: number;
}

/** As found now; the record knows since when. */
export interface InForce {
  readonly config: unknown;
  readonly policy?: unknown;
  readonly sources: readonly (Omit<GoodSource, "plugins"> & { readonly plugins: readonly InForcePlugin[] })[];
}

export interface InForcePlugin extends Omit<GoodPlugin, "since" | "text" | keyof BesideTexts> {
  /** For an outlined plugin, called only where the record has another stamp; `undefined` where the manifest has just changed. */
  readonly texts: () => GoodTexts | undefined;
  /** It was not read, and is as it was when it was read last. */
  readonly isOutlined?: true;
}

export type GoodTexts = Pick<GoodPlugin, "text" | keyof BesideTexts>;

const LAST_GOOD_FORMAT = "symposium-last-good";
const LAST_GOOD_VERSION = 1;

type RecordPlaces = Pick<Places, "lastGood" | "config">;

/** Named by the config, so that a call with another one cannot replace it. */
export function lastGoodFile({ lastGood, config }: RecordPlaces): string {
  return `${lastGood}/${shortHash(config)}.json`;
}

/** Thousands of plugins stay far below. */
const LARGEST = 64 * 1024 * 1024;

/** `undefined` where it is missing, damaged or belongs to another user. Never throws. */
export function readLastGood(places: RecordPlaces): LastGood | undefined {
  const value = parseJson(readRegularTextIfAny(lastGoodFile(places), { maxBytes: LARGEST, isOurs: true }) ?? "");
  if (!isObject(value) || value["format"] !== LAST_GOOD_FORMAT || value["version"] !== LAST_GOOD_VERSION) return undefined;
  const { config, policy, sources }: Record<string, unknown> = value;
  if (!isListOf(sources, (one): one is GoodSource => isShaped(one, SOURCE))) return undefined;
  return { config: isDated(config) ? config : undefined, policy: isDated(policy) ? policy : undefined, sources };
}

function isDated(value: unknown): value is GoodConfig {
  return isObject(value) && typeof value["since"] === "number";
}

/** Writes only changes. Never throws: without a record the files themselves are used as long as they are valid. */
export function writeLastGood(places: RecordPlaces, before: LastGood | undefined, inForce: InForce, now: number): void {
  const after = dated(before, inForce, now);
  if (before !== undefined && isSame(before, after)) return;
  const text = `${JSON.stringify({ format: LAST_GOOD_FORMAT, version: LAST_GOOD_VERSION, ...after })}\n`;
  if (text.length > LARGEST / 4) return;
  // It fails on a full or read-only disk.
  attempt(() => writePrivately(lastGoodFile(places), text));
}

function dated(before: LastGood | undefined, { config, policy, sources }: InForce, now: number): LastGood {
  const datedValue = (known: GoodConfig | undefined, value: unknown): GoodConfig =>
    known !== undefined && JSON.stringify(known.value) === JSON.stringify(value) ? known : { value, since: now };
  return {
    config: datedValue(before?.config, config),
    policy: policy === undefined ? undefined : datedValue(before?.policy, policy),
    sources: sources.map(({ name, root, plugins }, index) => {
      const earlier = goodSource(before, sources, index);
      const known = new Map(earlier?.plugins.map((plugin) => [plugin.directory, plugin]));
      return { name, root, plugins: plugins.flatMap((plugin) => datedPlugin(plugin, known.get(plugin.directory), now)) };
    }),
  };
}

/** The record's own value where nothing differs. */
function datedPlugin({ texts: textsNow, isOutlined, ...plugin }: InForcePlugin, known: GoodPlugin | undefined, now: number): GoodPlugin[] {
  const isAsKnown = isOutlined === true && known?.stamp !== undefined && known.stamp === plugin.stamp && known.file === plugin.file;
  const texts = isAsKnown ? { text: known.text, hooksText: known.hooksText, serversText: known.serversText } : textsNow();
  if (texts === undefined) return known === undefined ? [] : [known];
  const isText = known !== undefined && known.text === texts.text && known.file === plugin.file;
  const after = { ...plugin, ...texts, since: isText ? known.since : now };
  return [isText && sameShape(known, after) ? known : after];
}

function sameShape(one: GoodPlugin, other: GoodPlugin): boolean {
  const shape = ({ hooks, closed, isChained, hooksText, serversText }: GoodPlugin) =>
    JSON.stringify([hooks, closed, isChained === true, hooksText, serversText]);
  return one.stamp === other.stamp && shape(one) === shape(other);
}

function isSame(before: LastGood, after: LastGood): boolean {
  if (before.config !== after.config || before.policy !== after.policy || before.sources.length !== after.sources.length) return false;
  return after.sources.every(({ name, root, plugins }, index) => {
    const other = before.sources[index]!;
    const isPlace = other.name === name && other.root === root && other.plugins.length === plugins.length;
    return isPlace && plugins.every((plugin, at) => plugin === other.plugins[at]);
  });
}

/** The record of the source at `index`. Two sources may have one name: the first of them is the first there too. */
export function goodSource(lastGood: LastGood | undefined, sources: readonly { readonly name: string }[], index: number) {
  const { name } = sources[index] ?? {};
  const nth = sources.slice(0, index).filter((source) => source.name === name).length;
  return lastGood?.sources.filter((source) => source.name === name)[nth];
}

const PLUGIN = {
  ...{ directory: isText, file: isText, text: isText, hooksText: ifAny(isText), serversText: ifAny(isText), stamp: ifAny(isText) },
  ...{ hooks: listOf(isText), closed: listOf(isText), since: isOfType("number") },
};
const SOURCE = { name: isText, root: isText, plugins: listOf((one) => isShaped(one, PLUGIN)) };
