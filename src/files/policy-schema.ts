/** `[policy]`: what may run. The same table at all three levels: the system's file, the user's config and the project's file (IX-17). */

import * as v from "valibot";

import { lookUp } from "../lookup.ts";
import { EVENT_NAMES, eventFromWord } from "../model/event.ts";
import { type Capability, CAPABILITY_NAMES, EVENT_ALIASES, isKnownManifestEvent, neutralEvent } from "../model/hook-manifest.ts";
import type { Problem, TomlPath } from "./problem.ts";
import { about, item } from "./schema.ts";
import { similarWord } from "./similar-word.ts";
import type { Toml } from "./toml.ts";

/** From the weakest to the strictest. */
export const RESTRICTIONS = ["allow", "managed-only", "deny"] as const;

export type Restriction = (typeof RESTRICTIONS)[number];

export interface PolicyRules {
  readonly "disable-all-hooks"?: boolean | undefined;
  readonly "allow-managed-only"?: boolean | undefined;
  readonly "disable-dev-folders"?: boolean | undefined;
  /** Only the system's policy names them. */
  readonly managed?: readonly string[] | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly events?: Readonly<Record<string, Restriction>> | undefined;
  readonly capabilities?: Readonly<Partial<Record<Capability, Restriction | undefined>>> | undefined;
  /** Not in a project's policy. */
  readonly scanner?: string | undefined;
}

const restriction = (text: string, example: string) => v.optional(about(text, v.picklist(RESTRICTIONS), example));

/** Without a default: a lower level that writes `false` tries to loosen a higher one, and is told so. */
const optionalSwitch = (text: string, example: string) => v.optional(about(text, v.boolean(), example));

/** A project writes such lists too, and every item that would run is looked up in them. */
const MOST_ENTRIES = 500;

const optionalTexts = (text: string, example: string) =>
  v.optional(about(text, v.pipe(v.array(v.string()), v.maxLength(MOST_ENTRIES, `has more than ${MOST_ENTRIES} entries`)), example));

const CAPABILITY_MEANINGS: Readonly<Record<Capability, string>> = {
  structured_output: "Hooks that decide by the JSON they print.",
  input_rewrite: "Hooks that can change a tool's input.",
  llm_evaluated: "Hooks that a model evaluates. Symposium never runs these.",
  http_handler: "Hooks that send a request instead of starting a program.",
  async_execution: "Hooks that run in the background.",
  platform_commands: "Hooks with a command per operating system.",
  custom_env: "Hooks that set or keep variables of their environment.",
  configurable_cwd: "Hooks that choose their working folder.",
};

const capabilityEntries = Object.fromEntries(
  CAPABILITY_NAMES.map((name) => [name, restriction(CAPABILITY_MEANINGS[name], `${name} = "deny"`)]),
) as Record<Capability, ReturnType<typeof restriction>>;

const Capabilities = item(
  { item: "table", isStrict: true, about: "What hooks with a capability of the Hook Interchange Format may do." },
  capabilityEntries,
);

export const PolicyTable = item(
  { item: "policy", isStrict: true, about: "What may run. A lower level only tightens." },
  {
    "disable-all-hooks": optionalSwitch("Run no hook.", "disable-all-hooks = true"),
    "allow-managed-only": optionalSwitch("Run only what comes from a managed source.", "allow-managed-only = true"),
    "disable-dev-folders": optionalSwitch(
      "Let no folder of `use --dev` run without consent to its bytes. A policy with a scanner does the same.",
      "disable-dev-folders = true",
    ),
    managed: optionalTexts(
      "The managed sources, written as in sources. Only the system's policy may name them.",
      'managed = ["https://github.com/my-org/*"]',
    ),
    sources: optionalTexts(
      "The only sources whose programs run: a repository's address, a folder, npm:left-pad, npm:*, workspace, user-plugins, symposium-recommendations. An ending /* matches everything below.",
      'sources = ["https://github.com/my-org/*", "workspace"]',
    ),
    events: v.optional(
      about(
        "Hooks of an event, by its name here or in the Hook Interchange Format.",
        v.record(v.string(), v.picklist(RESTRICTIONS)),
        'events = { before_tool_execute = "managed-only" }',
      ),
    ),
    capabilities: v.optional(Capabilities),
    scanner: v.optional(
      about(
        "A command that is asked before the user's consent, an import or an installation takes effect. Not in a project's policy.",
        v.string(),
        'scanner = "/usr/local/bin/scan-hooks"',
      ),
    ),
  },
);

export const PolicyFile = item(
  { item: "file", isStrict: true, about: "Policy of Symposium: what may run, for a machine or a project." },
  { policy: v.optional(PolicyTable, {}) },
);

/** What the schema cannot see. */
export function policyMistakes({ events = {} }: PolicyRules, file: string, { positionOf }: Pick<Toml & { ok: true }, "positionOf">) {
  const mistake = (path: TomlPath, message: string, hint: string): Problem => {
    return { severity: "error", file, position: positionOf(path), message, hint };
  };
  const words = Object.keys(events);
  if (words.length > MOST_ENTRIES)
    return [mistake(["policy", "events"], `\`events\` has more than ${MOST_ENTRIES} entries`, "name each event once")];
  return words.flatMap((word) => {
    if (policyEvent(word) !== undefined) return [];
    const near = similarWord(word, [...EVENT_NAMES, ...INTERCHANGE_NAMES]);
    const hint = near === undefined ? `events are ${INTERCHANGE_NAMES.join(", ")}` : `did you mean ${near}?`;
    return [mistake(["policy", "events", word], `unknown event \`${word}\``, hint)];
  });
}

const INTERCHANGE_NAMES = ["before_tool_execute", "after_tool_execute", "before_prompt", "session_start", "session_end", "agent_stop"];

/** The event as hooks are filed: our name, `<agent>:<native event>`, or the format's name where we have none. */
export function policyEvent(word: string): string | undefined {
  const name = lookUp<string>(EVENT_ALIASES, word) ?? word;
  const neutral = eventFromWord(name) ?? neutralEvent(name);
  if (neutral !== undefined) return neutral;
  return isKnownManifestEvent(name) || /^[a-z-]+:[\w.-]+$/.test(name) ? name : undefined;
}
