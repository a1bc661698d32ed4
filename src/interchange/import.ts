/** `hooks import`: hooks of one agent's files, which every other configured agent runs from now on (IX-14). */

import { resolveAgent } from "../agents/find-agent.ts";
import type { AgentFacts } from "../agents/agent.ts";
import { AGENTS } from "../agents/list.ts";
import { recordDecision } from "../consent/decide.ts";
import { shownPart } from "../consent/difference.ts";
import { NOWHERE, type RunItem } from "../consent/subject.ts";
import { UserError } from "../errors.ts";
import { configToApply } from "../files/config.ts";
import { jsoncEditor } from "../files/editors.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { odditiesIn } from "../files/splice/jsonc-document.ts";
import { readTextFile } from "../files/text-file.ts";
import { MISSING } from "../host/stamp.ts";
import { entriesOf } from "../lookup.ts";
import type { EventName } from "../model/event.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import {
  addImport,
  importId,
  importKey,
  importName,
  type ImportRecord,
  readImports,
  removeImports,
} from "../plugins/imported/import-record.ts";
import { importedSubject } from "../plugins/imported/imported-consent.ts";
import { cutFiles, type MovePlan, planMove, removeCopies, writeCopies } from "../plugins/imported/move-hooks.ts";
import { type ImportedPlugin, readRecord, type RecordRead, topOf } from "../plugins/imported/read-imported.ts";
import type { Hook } from "../plugins/plugin.ts";
import { workspaceAround } from "../plugins/workspace-around.ts";
import { type AppContext, checkHome } from "../setup/app-context.ts";
import { ignoredBecause } from "../setup/entries/activation.ts";
import { withRegistrationLock } from "../setup/registration-lock.ts";
import { takeEffect } from "../setup/trust/decide.ts";
import { shownSubject } from "../setup/trust/show-decisions.ts";
import { type SubjectHere, subjectsHere } from "../setup/trust/subjects-here.ts";
import { importSource, type SourceRequest } from "./import-source.ts";

export interface ImportRequest extends SourceRequest {
  readonly dryRun?: boolean;
  /** Takes the hooks out of the files, so that their own agent and those that read the files run them through Symposium too. */
  readonly move?: boolean;
  readonly tracked?: boolean;
}

export interface ImportResult {
  readonly dryRun: boolean;
  readonly agent: string;
  readonly title: string;
  readonly record: ImportRecord;
  readonly plugin: string;
  readonly id: string;
  readonly files: readonly string[];
  readonly hooks: readonly RunItem[];
  readonly without: ImportedPlugin["unimported"];
  readonly agents: readonly ImportingAgent[];
  /** What agents that read these files themselves lose of the hooks, which moving them would keep. */
  readonly lostByReaders: readonly { readonly title: string; readonly loses: string }[];
  /** Files out of which the hooks go once the user agreed. */
  readonly moves: readonly MovePlan[];
  /** Files that their own agent does not read, so that it runs none of the hooks in them. */
  readonly ignored: readonly { readonly file: string; readonly because: string }[];
  readonly isNew: boolean;
  readonly subject?: SubjectHere;
  readonly digest?: string;
}

interface ImportingAgent {
  readonly agent: string;
  readonly title: string;
  /** How many of the hooks Symposium runs there; the agent runs the others itself. */
  readonly hooks: number;
  readonly losses: readonly ImportLoss[];
}

export async function importHooks(app: AppContext, request: ImportRequest): Promise<ImportResult> {
  const { context, places } = app;
  const { dryRun = false, move = false, tracked = false } = request;
  checkHome(context);
  const workspace = workspaceAround(workspaceFolder(context), app);
  const { agent, title, record: asked } = await importSource(request, context, workspace);
  // What was moved before stays moved.
  const earlier = readImports(places).records.find((one) => importKey(one) === importKey(asked))?.moved ?? [];
  const record: ImportRecord = earlier.length === 0 ? asked : { ...asked, moved: earlier };
  const read = readRecord(record, { context, places, workspace });
  const { plugin, origin, unimported } = usable(read, record, title);
  const files = origin.files.filter((file) => read.stamps.some(([path, stamp]) => path === file && stamp !== MISSING));
  const project = workspace === null ? context.cwd : topOf(workspace);
  const moves = move ? await planMove(app, record, project, tracked) : [];
  const hooks = moves.length === 0 ? plugin.hooks : plugin.hooks.map((hook) => ({ ...hook, except: [] }));
  const configured = importingAgents(app, hooks, agent.agent);
  const reading = configured.filter((one) => one.hooks < hooks.length && one.agent !== agent.agent).map((one) => one.agent);
  const result: ImportResult = {
    dryRun,
    agent: agent.agent,
    title,
    record,
    plugin: importName(record),
    id: importId(record),
    files,
    hooks: importedSubject(plugin, origin, workspace ?? { folder: NOWHERE, repository: null }).parts.map(shownPart),
    without: unimported,
    agents: configured,
    lostByReaders: lostByReaders(agent.agent, reading),
    moves,
    ignored: files.flatMap((file) => ignoredBy(agent.agent, file)),
    isNew: true,
  };
  if (dryRun) return result;
  writeCopies(moves);
  const moved = [...earlier.filter(({ file }) => moves.every((one) => one.moved.file !== file)), ...moves.map((one) => one.moved)];
  const isNew = addImport(places, context.now, moved.length === 0 ? record : { ...record, moved });
  await takeEffect(app);
  return { ...result, isNew, ...subjectNow(app, result.id) };
}

/** After a no: what was imported before stays, where it was. */
export async function undoImport(app: AppContext, { record, isNew, moves }: ImportResult): Promise<void> {
  if (!isNew && moves.length === 0) return;
  if (isNew) removeImports(app.places, app.context.now, [record]);
  else addImport(app.places, app.context.now, record);
  const kept = new Set((record.moved ?? []).map(({ file }) => file));
  removeCopies(app, [{ ...record, moved: moves.map(({ moved }) => moved).filter(({ file }) => !kept.has(file)) }]);
  await takeEffect(app);
}

/** After a yes: the last step of `--move`. Once no agent has the hooks, the consent says on which agents they deny if they cannot be verified. */
export async function finishMove(app: AppContext, { moves, id }: ImportResult): Promise<void> {
  if (moves.length === 0) return;
  const { subject, digest } = subjectNow(app, id);
  if (subject?.standing.state === "accepted" && digest !== undefined) {
    const scope = subject.subject.isUsers === true ? "everywhere" : "workspace";
    recordDecision({ places: app.places, now: app.context.now }, subject.subject, { decision: "accepted", digest, scope, beside: [] });
  }
  await withRegistrationLock(app, async () => cutFiles(moves));
  await takeEffect(app);
}

function subjectNow(app: AppContext, id: string): Pick<ImportResult, "subject" | "digest"> {
  const here = subjectsHere(app);
  const subject = here.subjects.find((one) => one.subject.id === id);
  if (subject === undefined) return {};
  const { digest } = shownSubject(app.places, here.book, subject);
  return { subject, digest };
}

/** Symposium reads more than some agents do: a guard that only its own agent misses would go unnoticed. */
function ignoredBy(agent: string, file: string): ImportResult["ignored"] {
  const facts = AGENTS.find(({ name }) => name === agent);
  const read = file.endsWith(".json") ? readTextFile(file) : undefined;
  if (facts === undefined || read?.kind !== "text") return [];
  return ignoredBecause(facts, odditiesIn(read.text)).map((because) => ({ file, because }));
}

function usable({ plugin, problems }: RecordRead, { files, root }: ImportRecord, title: string): ImportedPlugin {
  const [broken] = problems;
  if (plugin === undefined && broken?.severity === "error")
    throw new UserError("UNREADABLE", problemText(jsonMistake(broken)), { hint: "fix the file and run this again; nothing was imported" });
  if (plugin === undefined) {
    const paths = files.map(({ path }) => path).join(" or ");
    throw new UserError("NO-FILES", `${title} has no hooks here: there is no ${paths}${root === undefined ? "" : ` in ${root}`}`, {
      hint: root === undefined ? "run this in the project's folder, or with --user for the hooks of your home" : "name another folder",
    });
  }
  if (plugin.plugin.hooks.length > 0) return plugin;
  const { unimported } = plugin;
  if (unimported.length === 0) throw new UserError("NO-HOOKS", `there are no hooks in ${plugin.plugin.manifest}`);
  throw new UserError("NO-HOOKS", "none of the hooks can run on other agents", { details: unimported.map(unimportedText) });
}

export function unimportedText({ event, command, reason }: ImportedPlugin["unimported"][number]): string {
  return `${event}  ${command}: ${reason}`;
}

function importingAgents({ places }: AppContext, hooks: readonly Hook[], from: string): ImportingAgent[] {
  const { agents } = configToApply(places).config;
  const source = AGENTS.find(({ name }) => name === from);
  return [...new Set(agents.flatMap((name) => resolveAgent(name) ?? []))].flatMap((agent) => {
    const facts = AGENTS.find(({ name }) => name === agent);
    if (facts === undefined || source === undefined) return [];
    const run = hooks.filter(({ except = [] }) => !except.includes(agent)).length;
    return [{ agent, title: facts.title, hooks: run, losses: importLosses(hooks, facts, source) }];
  });
}

function lostByReaders(from: string, readers: readonly string[]): ImportResult["lostByReaders"] {
  return AGENTS.flatMap(({ name, title, readsFilesOf = [] }) => {
    const loses = readers.includes(name) ? readsFilesOf.find(({ value }) => value.agent === from)?.value.loses : undefined;
    return loses === undefined ? [] : [{ title, loses }];
  });
}

/** Where a mistake in a JSON file is: what reads it at hook time only knows that there is one. */
function jsonMistake(problem: Problem): Problem {
  if (problem.position !== undefined) return problem;
  const file = readTextFile(problem.file);
  const read = file.kind === "text" ? jsoncEditor.read(file.text) : undefined;
  if (read === undefined || read.ok || read.trouble.line === undefined) return problem;
  return { ...problem, position: { line: read.trouble.line, column: 1 } };
}

export interface ImportLoss {
  readonly event: EventName;
  readonly hooks: readonly string[];
  /** `event`: the agent has no such event, so they do not run there. */
  readonly lost: "event" | "block" | "rewrite" | "context";
}

const ABILITIES = ["block", "rewrite", "context"] as const;

/** What an agent cannot do of imported hooks, as far as its events tell before any of them runs (IX-15). `source` is the agent that they were written for. */
function importLosses(hooks: readonly Hook[], agent: AgentFacts, source: AgentFacts): readonly ImportLoss[] {
  const byEvent = new Map<EventName, string[]>();
  for (const { event, name, except = [] } of hooks)
    if ("event" in event && !except.includes(agent.name)) byEvent.set(event.event, [...(byEvent.get(event.event) ?? []), name]);
  return [...byEvent].flatMap(([event, names]): ImportLoss[] => {
    const can = abilitiesAt(event, agent);
    if (can === undefined) return [{ event, hooks: names, lost: "event" }];
    const could = abilitiesAt(event, source) ?? [];
    // Context waits for the next event that can carry it (RT-19).
    const isHeld = entriesOf(agent.events).some(([, one]) => one.can.context);
    const lost = could.filter((one) => !can.includes(one) && !(one === "context" && isHeld));
    return lost.map((one) => ({ event, hooks: names, lost: one }));
  });
}

/** Of all native events that mean this one. */
function abilitiesAt(event: EventName, { events }: AgentFacts) {
  const found = entriesOf(events).flatMap(([, facts]) => (facts.event === event ? [facts.can] : []));
  return found.length === 0 ? undefined : ABILITIES.filter((one) => found.some((can) => can[one]));
}
