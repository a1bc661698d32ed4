/** `hooks import`: hooks of one agent's files, which every other configured agent runs from now on (IX-14). */

import { AGENTS } from "../../agents/list.ts";
import { resolveAgent } from "../../agents/resolve.ts";
import { odditiesIn } from "../../config-files/jsonc-oddities.ts";
import { type Problem, problemText } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { UserError } from "../../errors.ts";
import { MISSING } from "../../platform/stamp.ts";
import { addImport, removeImports } from "../../plugins/imported/change-imports.ts";
import { importId, importName, type ImportRecord } from "../../plugins/imported/import-record.ts";
import { importedSubject } from "../../plugins/imported/imported-subject.ts";
import { type ImportedPlugin, type RecordRead, readRecord } from "../../plugins/imported/read-imported.ts";
import type { Hook } from "../../plugins/plugin.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import { ignoredBecause } from "../../registration/activation.ts";
import { checkHome } from "../../set-up/home-folder.ts";
import { NOWHERE, type RunItem } from "../../trust/subject.ts";
import type { AppContext } from "../app-context.ts";
import { shownSubject } from "../trust/shown-subject.ts";
import { type SubjectHere, subjectsHere } from "../trust/subjects-here.ts";
import { takeEffect } from "../trust/take-effect.ts";
import { configToApply } from "../usable-config.ts";
import { workspaceFolder } from "../workspace-folder.ts";
import { type ImportLoss, importLosses } from "./import-losses.ts";
import { importSource, type SourceRequest } from "./import-source.ts";
import { jsonMistake } from "./json-mistake.ts";

export interface ImportRequest extends SourceRequest {
  readonly dryRun?: boolean;
}

export interface ImportResult {
  readonly dryRun: boolean;
  readonly agent: string;
  readonly title: string;
  readonly record: ImportRecord;
  /** The name and the id of the plugin that the hooks are now. */
  readonly plugin: string;
  readonly id: string;
  /** Those that exist. */
  readonly files: readonly string[];
  /** What other agents run, as the question shows it. */
  readonly hooks: readonly RunItem[];
  /** Hooks that only their own agent can run. */
  readonly without: ImportedPlugin["unimported"];
  readonly agents: readonly ImportingAgent[];
  /** Files that their own agent does not read, so that it runs none of the hooks in them. */
  readonly ignored: readonly IgnoredFile[];
  /** It was not imported before. */
  readonly isNew: boolean;
  /** Absent in a dry run. */
  readonly subject?: SubjectHere;
  readonly digest?: string;
}

export interface IgnoredFile {
  readonly file: string;
  /** A sentence. */
  readonly because: string;
}

/** One of the configured agents. */
export interface ImportingAgent {
  readonly agent: string;
  readonly title: string;
  /** How many of the hooks Symposium runs there; it runs the others itself. */
  readonly hooks: number;
  readonly losses: readonly ImportLoss[];
}

export async function importHooks(app: AppContext, request: ImportRequest): Promise<ImportResult> {
  const { context, places } = app;
  const { dryRun = false } = request;
  checkHome(context);
  const workspace = workspaceAround(workspaceFolder(context), app);
  const { agent, title, record } = await importSource(request, context, workspace);
  const read = readRecord(record, { context, places, workspace });
  const { plugin, origin, unimported } = usable(read, record, title);
  const files = origin.files.filter((file) => read.stamps.some(([path, stamp]) => path === file && stamp !== MISSING));
  const result: ImportResult = {
    dryRun,
    agent: agent.agent,
    title,
    record,
    plugin: importName(record),
    id: importId(record),
    files,
    hooks: importedSubject(plugin, origin, workspace ?? { folder: NOWHERE, repository: null }).runs,
    without: unimported,
    agents: importingAgents(app, plugin.hooks, agent.agent),
    ignored: files.flatMap((file) => ignoredBy(agent.agent, file)),
    isNew: true,
  };
  if (dryRun) return result;
  const isNew = addImport(places, context.now, record);
  await takeEffect(app);
  return { ...result, isNew, ...subjectNow(app, result.id) };
}

/** After a no to what was not imported before. */
export async function undoImport(app: AppContext, { record }: Pick<ImportResult, "record">): Promise<void> {
  removeImports(app.places, app.context.now, [record]);
  await takeEffect(app);
}

function subjectNow(app: AppContext, id: string): Pick<ImportResult, "subject" | "digest"> {
  const here = subjectsHere(app);
  const subject = here.subjects.find((one) => one.subject.id === id);
  if (subject === undefined) return {};
  const { digest } = shownSubject(app.places, here.book, subject);
  return { subject, ...(digest === undefined ? {} : { digest }) };
}

/** Symposium reads more than some agents do: a guard that only its own agent misses would go unnoticed. */
function ignoredBy(agent: string, file: string): readonly IgnoredFile[] {
  const facts = AGENTS.find(({ name }) => name === agent);
  const read = file.endsWith(".json") ? readTextFile(file) : undefined;
  if (facts === undefined || read?.kind !== "text") return [];
  return ignoredBecause(facts, odditiesIn(read.text)).map((because) => ({ file, because }));
}

/** Throws where nothing can be imported. */
function usable({ plugin, problems }: RecordRead, { files, root }: ImportRecord, title: string): ImportedPlugin {
  const [broken] = problems;
  if (plugin === undefined && broken !== undefined && broken.severity === "error") throw unreadable(broken);
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

function unreadable(problem: Problem): UserError {
  const located = jsonMistake(problem);
  return new UserError("UNREADABLE", problemText(located), { hint: "fix the file and run this again; nothing was imported" });
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
