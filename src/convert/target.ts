/** An agent as the converter sees it: the tables that the runtime uses, and the shape of its hook files. */

import type { AgentFacts } from "../agents/agent.ts";
import { HOOK_FILES } from "../agents/native-list.ts";
import type { HookFileForm, HookFiles } from "../agents/hook-files.ts";
import { AGENTS } from "../agents/list.ts";
import { resolveAgent } from "../agents/hook-time.ts";
import { EVENTS } from "../canonical/event.ts";
import { entriesOf, lookUp } from "../lookup.ts";
import type { NeutralTool } from "../canonical/tool.ts";

export interface Target {
  /** The agent's name. */
  readonly agent: string;
  readonly title: string;
  readonly facts: AgentFacts;
  readonly files: HookFiles;
  readonly form: HookFileForm;
  /** It reads JSON that a hook prints; otherwise exit codes alone. */
  readonly readsJson: boolean;
}

/** For `claude`, `codex:toml` …; `undefined` for a word that means no agent, or a form that it does not have. */
export function targetFor(word: string): Target | undefined {
  const [name = "", formName] = word.split(":");
  const agent = resolveAgent(name);
  const facts = AGENTS.find((one) => one.name === agent);
  const files = HOOK_FILES.find((one) => one.agent === agent);
  const form = formName === undefined ? files?.forms[0] : files?.forms.find((one) => one.name === formName);
  if (facts === undefined || files === undefined || form === undefined) return undefined;
  const matchers = form.matcher === undefined ? files : { ...files, matcher: form.matcher };
  return { agent: facts.name, title: facts.title, facts, files: matchers, form, readsJson: denies(facts.name) === "json" };
}

/** Every agent in its first form. */
export function allTargets(): Target[] {
  return HOOK_FILES.flatMap(({ agent }) => targetFor(agent) ?? []);
}

function denies(agent: string): "json" | "exit-code" | undefined {
  const registration = AGENTS.find(({ name }) => name === agent)?.registration;
  if (registration === undefined) return undefined;
  return "via" in registration ? denies(registration.via) : registration.denies;
}

/** The interchange name of a native event. */
function interchangeEvent(native: string, { facts, files }: Target): string | undefined {
  const event = lookUp(facts.events, native)?.event;
  return event === undefined ? lookUp(files.exclusive ?? {}, native) : EVENTS[event].interchange;
}

/** The native event to which a hook of this interchange event is written. */
export function nativeEvent(event: string, target: Target): string | undefined {
  const { facts, files, form } = target;
  const names =
    form.events === undefined ? [...Object.keys(facts.events), ...Object.keys(files.exclusive ?? {})] : Object.keys(form.events);
  return names.find((native) => eventIn(native, target) === event);
}

/** The interchange name of a native event of this form. */
export function eventIn(native: string, target: Target): string | undefined {
  return target.form.events === undefined ? interchangeEvent(native, target) : lookUp(target.form.events, native);
}

/** The agent's names for a neutral tool, the usual one first. */
export function nativeTools(tool: NeutralTool, { facts }: Target): readonly string[] {
  let tools = TOOLS.get(facts);
  if (tools === undefined) TOOLS.set(facts, (tools = new Map()));
  let names = tools.get(tool);
  if (names === undefined) {
    names = entriesOf(facts.tools.names).flatMap(([native, neutral]) => (neutral === tool ? [native] : []));
    tools.set(tool, names);
  }
  return names;
}

/** A manifest may have a thousand hooks. */
const TOOLS = new WeakMap<AgentFacts, Map<NeutralTool, readonly string[]>>();
