/**
 * What an agent is told when a session starts, before anything from plugins (PL-24): that dependencies bring plugins which the user has not decided
 * on, that plugins have commands for it (PG-16), and that Symposium is out of date. Each once in a session, and the last at most once a day.
 */

import { isLongAgo, updateNews } from "../files/state-file.ts";
import type { InstalledSkill } from "../files/unannounced-skills.ts";
import { type EventName, meaningOf } from "../model/event.ts";

export interface HintFacts {
  /** Dependencies with a plugin that the user has not decided on. */
  readonly candidates: readonly string[];
  /** Plugins whose code waits for the user's consent, or has changed since. */
  readonly waiting?: readonly string[];
  /** Subcommands for agents are active here. */
  readonly hasCommands?: boolean;
  /** The newest version that a check found; absent where the user wants no such hints. */
  readonly latest?: string;
  /** Our own version. */
  readonly current: string;
  /** When an agent was last told about a newer version. */
  readonly lastUpdateHint?: number;
  readonly now: number;
  /** The hints this session has already had. */
  readonly reported: readonly string[];
}

export interface SessionHint {
  /** To be remembered for the session. */
  readonly key: HintKey;
  readonly text: string;
}

type HintKey = "hint: candidates" | "hint: consent" | "hint: commands" | "hint: update";

/** In the order in which an agent gets them. With the last one the call also records the time. */
export function sessionHints(facts: HintFacts): readonly SessionHint[] {
  return HINTS.flatMap(([key, textOf]) => {
    const text = facts.reported.includes(key) ? undefined : textOf(facts);
    return text === undefined ? [] : [{ key, text }];
  });
}

/** At the start of a session, or at the first prompt where the agent has no such event. */
export function isHintTime(event: EventName | null, hasSessionStart: () => boolean): boolean {
  const meaning = meaningOf(event);
  return meaning?.tells === true && (meaning.session === "start" || !hasSessionStart());
}

/** Agents call us by this name, whatever the user types. */
const US = "symposium";

const HINTS: readonly (readonly [HintKey, (facts: HintFacts) => string | undefined])[] = [
  ["hint: candidates", ({ candidates }) => (candidates.length === 0 ? undefined : candidatesText(candidates))],
  ["hint: consent", ({ waiting = [] }) => (waiting.length === 0 ? undefined : waitingText(waiting))],
  ["hint: commands", ({ hasCommands }) => (hasCommands === true ? COMMANDS_TEXT : undefined)],
  ["hint: update", updateText],
];

/** Names only the section of the help: a plugin's description reaches an agent only when it asks. */
const COMMANDS_TEXT =
  `This project has commands for agents, which you can call with \`${US}\`. Run \`${US} --help\` to list them before you work with the code. ` +
  "Only use those under 'Commands for agents', unless the user explicitly asks for another one.";

const MOST_NAMED = 10;

/** Names come from packages, which anyone may publish: what is not an ordinary name is not repeated to an agent. */
function listed(names: readonly string[]): string {
  const ordinary = names.filter((name) => /^[\w@][\w@/.:-]{0,99}$/.test(name));
  const named = ordinary.slice(0, MOST_NAMED).map((name) => `\`${name}\``);
  const rest = names.length - named.length;
  return [...named, ...(rest === 0 ? [] : [`${rest} ${named.length === 0 ? "of them" : "more"}`])].join(", ");
}

/** An agent that has listed its skills before would not find new ones. */
export function addedSkillsText(added: readonly InstalledSkill[]): string {
  const folders = [...new Set(added.map(({ folder }) => JSON.stringify(folder)))];
  return (
    `Symposium has just installed skills for the dependencies of this project: ${listed(added.map(({ name }) => name))}. ` +
    `Each is a folder in ${folders.join(" and ")}: read the SKILL.md of one before you work with what it is about.`
  );
}

function waitingText(waiting: readonly string[]): string {
  return (
    `Plugins of this project wait for the user's consent before anything of them runs: ${listed(waiting)}. ` +
    `Tell the user, who can decide with \`${US} sync\` at a terminal. Do not answer for the user.`
  );
}

function candidatesText(candidates: readonly string[]): string {
  return (
    `Dependencies of this project bring plugins that are not enabled: ${listed(candidates)}. ` +
    `Tell the user, who can enable one with \`${US} use <name>\`, or see all with \`${US} status\`. Do not enable them yourself.`
  );
}

function updateText({ latest, current, lastUpdateHint, now }: HintFacts): string | undefined {
  return isLongAgo(lastUpdateHint, now) ? updateNews({ latest, current }, US) : undefined;
}
