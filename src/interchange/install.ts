/** `hooks install`: the hooks of a manifest in the files of the configured agents, recorded so that they can be removed (IX-9). */

import { basename, resolve } from "node:path";

import { hookPlace } from "../agents/agent-paths.ts";
import type { Scope } from "../agents/agent.ts";
import { resolveAgent } from "../agents/find-agent.ts";
import { READ_FILES } from "../agents/hook-list.ts";
import type { RunItem } from "../consent/subject.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { type Config, configToApply } from "../files/config.ts";
import { readLedger } from "../files/ledger.ts";
import type { Problem } from "../files/problem.ts";
import { sha256 } from "../host/engine.ts";
import { movedBase } from "../host/places.ts";
import { grouped, lookUp } from "../lookup.ts";
import { type AppContext, checkHome } from "../setup/app-context.ts";
import { applyRegistration } from "../setup/entries/apply-registration.ts";
import type { FilePlan } from "../setup/entries/file-plan.ts";
import { type HookFileOrder, planInstalledHooks } from "../setup/entries/plan-installed-hooks.ts";
import { followMoved } from "../setup/entries/plan-registration.ts";
import { projectAround } from "../setup/machine.ts";
import { withRegistrationLock } from "../setup/registration-lock.ts";
import { plainDigest } from "../setup/trust/decide.ts";
import { shimming } from "./encode-shim.ts";
import { encodeHooks, type EncodeOptions } from "./encode.ts";
import { checkInstall, shownHooks } from "./install-check.ts";
import type { ConversionLoss } from "./losses.ts";
import { type HooksRead, hookTexts, readHooks } from "./read-hooks.ts";
import { scriptBase } from "./script-place.ts";
import { servedBy, type Target, targetFor, targetNamed } from "./target.ts";

export interface InstallRequest {
  readonly manifest: string;
  /** Agents by any of their names; absent for all configured ones. */
  readonly to?: readonly string[] | undefined;
  readonly hookScope?: Config["hookScope"] | undefined;
  /** Entries call the commands directly, with what the agent itself sends (IX-12). */
  readonly noShim?: boolean;
  /** Installs only what a dry run gave this digest. */
  readonly digest?: string | undefined;
  readonly dryRun?: boolean;
}

export interface InstallResult {
  readonly dryRun: boolean;
  readonly manifest: string;
  readonly scope: Scope;
  readonly hooks: readonly RunItem[];
  /** Of everything that is written: files, entries and scope. What scripts contain is not part of it. */
  readonly digest: string;
  readonly agents: readonly InstalledAgent[];
  readonly files: readonly FilePlan[];
  readonly twice: readonly { readonly title: string; readonly file: string }[];
  readonly losses: readonly ConversionLoss[];
  readonly warnings: readonly Problem[];
}

export interface InstalledAgent {
  readonly agent: string;
  readonly title: string;
  readonly hooks: number;
  /** The agent whose file it reads: nothing is written for it. */
  readonly via?: string;
  readonly without?: string;
}

export async function installHooks(app: AppContext, request: InstallRequest): Promise<InstallResult> {
  checkHome(app.context);
  return request.dryRun === true ? install(app, request) : withRegistrationLock(app, () => install(app, request));
}

async function install(app: AppContext, request: InstallRequest): Promise<InstallResult> {
  const { context, places } = app;
  const { manifest: word, to, hookScope, noShim, dryRun = false } = request;
  const { config } = configToApply(places);
  const manifest = resolve(context.cwd, word);
  const targets = to === undefined ? configured(config, app.calledAs) : to.map(targetNamed);
  const scope = (hookScope ?? config.hookScope) === "global" ? "user" : "project";
  const project = projectAround(context);
  if (scope === "project" && project === undefined)
    throw new UserError("NO-PROJECT", "the home folder is not a project", { hint: "run this in a project, or with `--hook-scope global`" });
  const read = readHooks(await hookTexts({ files: [word] }, context), "hooks");
  await checkInstall(app, config, manifest, read.manifest.hooks, dryRun);
  // A project's entries are for all users.
  const shim = shimming(noShim, scope === "user" ? movedBase(places, context) : undefined);
  const place: InstallPlace = { manifest, scope, context, ...shim, project };
  const made = targets.map((target) => encodedFor(target, read, place, targets));
  // Two agents may read the same file.
  const all = made.flatMap(({ files }) => files);
  const orders = [...grouped(all, ({ file }) => file).values()].map((same) => {
    const [agents, entries] = [same.flatMap((one) => one.agents), same.flatMap((one) => one.entries)];
    return { ...same[0]!, agents, entries };
  });
  const digest = sha256(JSON.stringify([manifest, scope, orders]));
  if (request.digest !== undefined && plainDigest(request.digest) !== digest)
    throw new UserError("DIGEST", "what would be installed has another digest, so nothing was installed", {
      hint: `read it again: \`${app.calledAs} hooks install <manifest> --dry-run --diff\``,
    });
  const ledger = followMoved(readLedger(places.ledger), project);
  const plans = await planInstalledHooks({
    manifest,
    files: orders,
    scope,
    workspace: scope === "project" ? project : undefined,
    ledger,
    date: new Date(context.now()).toISOString(),
  });
  const files = dryRun ? plans : applyRegistration({ plans, ledger, places });
  return {
    dryRun,
    manifest,
    scope,
    hooks: shownHooks(read.manifest.hooks),
    digest,
    agents: made.map(({ about }) => about),
    files,
    twice: readTwice(made, place),
    losses: made.flatMap(({ losses }) => losses),
    warnings: read.warnings,
  };
}

function configured({ agents }: Config, calledAs: string): Target[] {
  const targets = [...new Set(agents.flatMap((name) => resolveAgent(name) ?? []))].flatMap((name) => targetFor(name) ?? []);
  if (targets.length > 0) return targets;
  throw new UserError("NO-AGENTS", "no agent is configured", { hint: `add one with \`${calledAs} init\`, or name some with --to` });
}

interface InstallPlace extends Pick<EncodeOptions, "shim"> {
  readonly manifest: string;
  readonly scope: Scope;
  readonly project?: string;
  readonly context: Context;
}

function encodedFor(target: Target, { manifest }: HooksRead, place: InstallPlace, targets: readonly Target[]) {
  const { scope, project = "", context, shim } = place;
  const { facts, agent, title } = target;
  const nothing = (why: Pick<InstalledAgent, "via" | "without">) => ({ about: { agent, title, hooks: 0, ...why }, files: [], losses: [] });
  const via = servedBy(target, targets);
  if (via !== undefined) return nothing({ via: via.title });
  const form = [target.form, ...target.files.forms].find(({ paths }) => paths[scope] !== undefined);
  if (form === undefined) return nothing({ without: `reads no hooks of ${scope === "user" ? "the user" : "a project"}` });
  const name = basename(place.manifest).replace(/\.[^.]*$/, "");
  const { files, losses, written } = encodeHooks(
    manifest,
    { ...target, form },
    { scope, name, base: scriptBase(place.manifest, scope === "user" ? undefined : place.project), shim },
  );
  const orders = files.map(({ path, entries, content }): HookFileOrder => ({
    file: hookPlace({ file: { user: path, project: path } }, facts, scope, context, project),
    agents: [agent],
    entries,
    text: form.format === "javascript" ? content : undefined,
  }));
  return { about: { agent, title, hooks: written.length }, files: orders, losses };
}

function readTwice(made: readonly ReturnType<typeof encodedFor>[], { scope, project = "", context }: InstallPlace) {
  return made.flatMap(({ about: { agent, title }, files }) => {
    const reads = lookUp(READ_FILES, agent)?.[scope] ?? [];
    const others = made.filter(({ about }) => about.agent !== agent).flatMap((one) => one.files.map(({ file }) => file));
    const base = scope === "user" ? context.home : project;
    const twice = files.length === 0 ? [] : others.filter((file) => reads.some((path) => resolve(base, path) === file));
    return twice.map((file) => ({ title, file }));
  });
}
