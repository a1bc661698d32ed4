/** What `hooks import` is asked to import: the files of an agent, as they are recorded. */

import { isAbsolute, relative, resolve } from "node:path";

import { userPlace } from "../agents/agent-paths.ts";
import { loadShim, resolveAgent } from "../agents/find-agent.ts";
import type { HookFiles } from "../agents/hook-files.ts";
import { AGENTS } from "../agents/list.ts";
import { HOOK_FILES } from "../agents/hook-files-list.ts";
import { type Place, placeOf } from "../consent/place.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { isFolder, realPath } from "../host/paths.ts";
import type { Workspace } from "../packages/workspace.ts";
import { filesToRecord } from "../plugins/imported/find-files.ts";
import type { ImportRecord, RecordedFile } from "../plugins/imported/import-record.ts";
import { topOf } from "../plugins/imported/read-imported.ts";
import { unknownAgent } from "../setup/config-edits.ts";

export interface SourceRequest {
  /** The agent whose files they are, by any of its names. */
  readonly from: string;
  /** The folder of one of the agent's own plugins; absent for its settings. */
  readonly folder?: string | undefined;
  readonly user?: boolean;
}

export async function importSource(request: SourceRequest, context: Context, workspace: Workspace | null) {
  const { user = false, folder } = request;
  const { agent, title, relocatedBy } = await agentFrom(request.from);
  const scope = user ? "user" : "project";
  if (!user && workspace === null)
    throw new UserError("NO-WORKSPACE", `${context.cwd} is not in a workspace`, {
      hint: `run this in a git repository, or import your own hooks of ${title} with --user`,
    });
  const root = folder === undefined ? undefined : realPath(resolve(context.cwd, folder));
  const files = root === undefined ? filesToRecord(agent, scope) : filesOfPlugin(agent, root, title);
  if (files.length === 0) throw new UserError("NO-FILES", `${title} reads no hooks of ${user ? "the user" : "a project"}`);
  const place: Partial<Place> =
    user || workspace === null ? {} : placeOf({ workspace: topOf(workspace), repository: workspace.repository });
  const record: ImportRecord = {
    agent: agent.agent,
    scope,
    ...place,
    ...(root === undefined ? {} : { root: place.workspace === undefined ? root : belowOr(root, place.workspace) }),
    files: user && root === undefined ? files.map((file) => ({ ...file, path: userPlace(file.path, relocatedBy, context) })) : files,
    date: new Date(context.now()).toISOString(),
  };
  return { agent, title, record };
}

async function agentFrom(word: string) {
  const name = resolveAgent(word);
  const agent = HOOK_FILES.find((one) => one.agent === name);
  const facts = AGENTS.find((one) => one.name === name);
  if (agent === undefined || facts === undefined) throw unknownAgent(word);
  const { title, relocatedBy } = facts;
  if (agent.forms.every(({ code }) => code !== undefined))
    throw new UserError("NO-IMPORT", `hooks of ${title} are code, which only ${title} can run`);
  if (loadShim(agent.agent) === undefined)
    throw new UserError("NO-IMPORT", `Symposium cannot run hooks of ${title} on other agents yet`, {
      hint: "`symposium hooks convert --to all` writes them for other agents where that is possible",
    });
  return { agent, title, relocatedBy };
}

/** An agent's own plugin is wherever its marketplace puts it. */
function filesOfPlugin({ forms }: HookFiles, root: string, title: string): readonly RecordedFile[] {
  if (!isFolder(root))
    throw new UserError("NOT-FOUND", `${root} is not a folder`, {
      hint: `name the folder of a plugin of ${title}; without it the hooks of its settings are imported`,
      exitCode: 2,
    });
  const form = forms.find(({ isOfPlugin }) => isOfPlugin === true);
  if (form === undefined) throw new UserError("NO-IMPORT", `${title} has no plugins with hooks`, { exitCode: 2 });
  // Below the name that stands for any plugin.
  const path = (form.paths.project ?? "").replace(/^.*\*\//, "");
  return [{ form: form.name, path }];
}

/** In a worktree of the repository the folder there counts. */
function belowOr(root: string, project: string): string {
  const below = relative(project, root);
  return below.startsWith("..") || isAbsolute(below) ? root : below.replaceAll("\\", "/") || ".";
}
