/** One hook of an agent's file as a hook of Symposium, which other agents run as that agent would (IX-12). */

import { decodeHandler, type HookFiles, type NativeHook } from "../../agents/hook-files.ts";
import { NATIVE_EVENTS } from "../../agents/native-list.ts";
import type { OperatingSystem } from "../../context.ts";
import type { Runnable } from "../../host/command-line.ts";
import { entriesOf, lookUp } from "../../lookup.ts";
import type { EventName } from "../../model/event.ts";
import { shimOf } from "../../model/handler-formats.ts";
import { type ManifestHandler, neutralEvent } from "../../model/hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { OPEN } from "../gates/predicate.ts";
import { hookRequest, isHandlerFinding, isUsual } from "../hook-manifest/handler.ts";
import { atomsOf, conditionOf, unmetNeed } from "../hook-manifest/native-filter.ts";
import type { HandlerContract, Hook } from "../plugin.ts";
import type { FoundFile, Unimported } from "./find-files.ts";

interface ImportPlace extends Pick<FoundFile, "form" | "pluginRoot" | "isMoved"> {
  readonly agent: HookFiles;
  readonly name: string;
  readonly except: readonly string[];
  readonly os: OperatingSystem;
  readonly project: string | null;
}

/** Seconds, where the file says nothing: longer than a whole call may take. */
const TIMEOUT = 60;

export function importedHook(native: NativeHook, place: ImportPlace): Hook | Unimported {
  const { agent, form, name, except, pluginRoot } = place;
  const { handler } = decodeHandler(native.entry, form.fields);
  const split = agent.split?.find((one) => one.native === native.event);
  const facts = lookUp(lookUp(NATIVE_EVENTS, agent.agent) ?? {}, native.event);
  const event = facts?.event ?? (split && neutralEvent(split.event));
  const { type, url, prompt } = handler;
  const shown = handler.command ?? url ?? (isObject(prompt) ? type : (prompt ?? type));
  const without = (reason: string, isGuard: boolean): Unimported => ({ event: native.event, command: shown, reason, isGuard });
  if (event === undefined) return without(`no other agent has the event ${native.event}`, false);
  const isAsync = handler.async === true;
  const command = commandOf(handler, native.entry, place);
  // What only a model can answer is a loss (IX-11), and what the agent itself skips is not a guard.
  const isNoGuard = isAsync || !["command", "http"].includes(type) || (handler.command ?? url) === undefined;
  const mayBlock = !isNoGuard && (facts?.can.block === true || split?.blocks === true);
  if (typeof command === "string") return without(command, mayBlock);
  const filter = filterOf(native, event, place);
  if (typeof filter === "string") return without(filter, mayBlock);
  const closed = form.fields.failClosed;
  const contract = contractOf(handler);
  return {
    name,
    event: { event },
    matcher: { kind: "all" },
    format: shimOf(agent.agent),
    except,
    native: Object.keys(filter).length === 0 ? undefined : filter,
    pluginRoot,
    installation: name,
    command,
    env: handler.env ?? {},
    path: [],
    requirements: [],
    timeout: handler.timeout || TIMEOUT,
    onFailure: closed !== undefined && handler.timeout_action === "block" ? "closed" : "open",
    onUnsupported: "deny",
    // No agent runs it from its own file any more.
    deniesIfChanged: (place.isMoved === true && mayBlock) || undefined,
    contract: isUsual(contract) ? undefined : contract,
    keepEnv: [],
    gate: OPEN,
  };
}

export function isImported(hook: Hook | Unimported): hook is Hook {
  return "format" in hook;
}

/** A text is why it cannot be run. */
function commandOf(handler: ManifestHandler, entry: JsonObject, place: ImportPlace): Runnable | string {
  const { form, agent, os } = place;
  const { type, command, platform = {} } = handler;
  if (type === "http") {
    const request = hookRequest(handler);
    return isHandlerFinding(request) ? request.message : { kind: "shell", path: `POST ${request.url}`, args: [] };
  }
  if (type !== "command") return `hooks of the type ${JSON.stringify(type)} need the agent itself`;
  const text = (os === "linux" ? platform.linux : os === "macos" ? platform.darwin : undefined) ?? command;
  if (text === undefined || text.trim() === "") return "it has no command";
  const [, ...unset] = agent.pluginVariables ?? [];
  const { args: key } = form.fields;
  const unmet = unmetNeed(entry, { variables: unset, needs: entriesOf<Json>(agent.needs ?? {}).filter(([word]) => word !== key) });
  if (unmet !== undefined) return unmet;
  const args = key === undefined ? null : (lookUp(entry, key) ?? null);
  if (args === null) return { kind: "shell", path: text, args: [] };
  if (!Array.isArray(args) || !args.every((one): one is string => typeof one === "string")) return `\`${key}\` must be a list of texts`;
  return { kind: "executable", path: filledIn(text, place), args: args.map((one) => filledIn(one, place)) };
}

/** Without a shell the agent itself puts its folders in. */
function filledIn(text: string, { agent, project, pluginRoot }: ImportPlace): string {
  const folders = new Map<string, string>();
  for (const name of agent.projectVariables) if (project !== null) folders.set(name, project);
  const [root] = agent.pluginVariables ?? [];
  if (root !== undefined && pluginRoot !== undefined) folders.set(root, pluginRoot);
  return text.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => folders.get(name) ?? whole);
}

/** When its agent would run it; a text is why no other agent can say that. */
function filterOf(native: NativeHook, event: EventName, place: ImportPlace): NonNullable<Hook["native"]> | string {
  const { agent } = place;
  const condition = conditionOf(native, agent);
  if (typeof condition === "string") return condition;
  const atoms = atomsOf(native, event, place);
  if (typeof atoms === "string") return atoms;
  const isOneOfSeveral = entriesOf(lookUp(NATIVE_EVENTS, agent.agent) ?? {}).filter(([, facts]) => facts.event === event).length > 1;
  const isSplit = agent.split?.some((one) => one.native === native.event) === true;
  return { ...(isOneOfSeveral || isSplit ? { event: native.event } : {}), ...atoms, ...condition };
}

function contractOf(handler: ManifestHandler): HandlerContract {
  const { status_message: statusMessage, cwd, type } = handler;
  const request = type === "http" ? hookRequest(handler) : undefined;
  const http = request === undefined || isHandlerFinding(request) ? undefined : request;
  return { isAsync: handler.async === true || undefined, statusMessage, cwd, http };
}
