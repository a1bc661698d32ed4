/** An agent as the converter sees it: the tables of the runtime, the shape of its hook files, and the words after `--from` and `--to`. */

import type { AgentFacts } from "../agents/agent.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import type { HookFileForm, HookFiles } from "../agents/hook-files.ts";
import { AGENTS } from "../agents/list.ts";
import { HOOK_FILES } from "../agents/hook-files-list.ts";
import { UserError } from "../errors.ts";
import { grouped, lookUp } from "../lookup.ts";
import { EVENTS } from "../model/event.ts";
import { neutralEvent, prevents } from "../model/hook-manifest.ts";
import type { NeutralTool } from "../model/tool.ts";
import { unknownAgent } from "../setup/config-edits.ts";

export interface Target {
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

export function allTargets(): Target[] {
  return HOOK_FILES.flatMap(({ agent }) => targetFor(agent) ?? []);
}

function denies(agent: string): "json" | "exit-code" | undefined {
  const registration = AGENTS.find(({ name }) => name === agent)?.registration;
  if (registration === undefined) return undefined;
  return "via" in registration ? denies(registration.via) : registration.denies;
}

/** The native event to which a hook of this interchange event is written. */
export function nativeEvent(event: string, target: Target): string | undefined {
  const { facts, files, form } = target;
  const names =
    form.events === undefined ? [...Object.keys(facts.events), ...Object.keys(files.exclusive ?? {})] : Object.keys(form.events);
  return names.find((native) => eventIn(native, target) === event);
}

export function eventIn(native: string, target: Target): string | undefined {
  const { facts, files, form } = target;
  if (form.events !== undefined) return lookUp(form.events, native);
  const event = lookUp(facts.events, native)?.event;
  return event === undefined ? lookUp(files.exclusive ?? {}, native) : EVENTS[event].interchange;
}

/** The agent's names for a neutral tool, the usual one first. */
export function nativeTools(tool: NeutralTool, { facts }: Target): readonly string[] {
  const { names } = facts.tools;
  const byTool = TOOLS.get(facts) ?? grouped(Object.keys(names), (native) => lookUp(names, native) ?? "");
  TOOLS.set(facts, byTool);
  return byTool.get(tool) ?? [];
}

/** A manifest may have a thousand hooks. */
const TOOLS = new WeakMap<AgentFacts, ReadonlyMap<string, readonly string[]>>();

export const FORMAT = "hooks";

export function targetNamed(word: string): Target {
  const target = targetFor(word);
  if (target !== undefined) return target;
  const [agent = "", form] = word.split(":");
  const plain = targetFor(agent);
  if (plain === undefined || form === undefined) throw unknownAgent(agent);
  const forms = HOOK_FILES.find((one) => one.agent === plain.agent)?.forms.map(({ name }) => `${agent}:${name}`) ?? [];
  throw new UserError("UNKNOWN-FORM", `${plain.title} has no hook files of the form ${JSON.stringify(form)}`, {
    hint: `use one of ${forms.join(", ")}`,
    exitCode: 2,
  });
}

/** What a word after `--to` means; `"hooks"` for the format itself. */
export function targetsOf(word: string): readonly (Target | typeof FORMAT)[] {
  if (word === "all") return allTargets();
  return [word === FORMAT ? FORMAT : targetNamed(word)];
}

/** The one of these agents whose hook files this one reads as its own: what is written for both would run twice (RG-7). */
export function servedBy({ agent }: Target, targets: readonly Target[]): Target | undefined {
  const registration = AGENTS.find(({ name }) => name === agent)?.registration;
  const via = registration !== undefined && "via" in registration ? registration.via : undefined;
  return targets.find((other) => other.agent === via);
}

export function canBlock(native: string, { facts, files }: Target): boolean {
  return (
    lookUp(facts.events, native)?.can.block === true || files.split?.some((one) => one.native === native && one.blocks === true) === true
  );
}

/** Whether decoding calls a hook blocking where the file does not say. */
export function blocksAsRead(event: string, native: string, isAsync: boolean, target: Target): boolean {
  if (isAsync) return false;
  if (neutralEvent(event) === undefined) return canBlock(native, target);
  // The facts do not say whether a hook can block at an event for one kind of tool.
  const isUnknown = lookUp(target.facts.events, native)?.event === undefined;
  return prevents(event) && (isUnknown || canBlock(native, target));
}
