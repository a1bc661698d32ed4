/** Decides which plugins exist and which are active. Everything that shows, runs or installs what plugins bring asks here, so that all commands agree. */

import { type ConsentBook, openConsents } from "../consent/consent-book.ts";
import { whyNotDev } from "../consent/dev-folder.ts";
import type { Denial } from "../consent/policy/judge.ts";
import { type PoliciesRead, readPolicies } from "../consent/policy/read-policies.ts";
import { readLastGood } from "../files/last-good.ts";
import type { Problem } from "../files/problem.ts";
import { workspaceState } from "../host/places.ts";
import { withinBudget } from "../host/reading-budget.ts";
import { packageSurroundings } from "../packages/ecosystem.ts";
import type { PartKind } from "./consent/bind-part.ts";
import {
  type Consent,
  consentOf,
  isDisabledAsAccepted,
  mayAsk,
  mayRun,
  partOf,
  type RefusedHook,
  refusedOf,
  refusedOfGone,
} from "./consent/standings.ts";
import { type PluginState, verdictOn } from "./enablement.ts";
import { type Answers, type AnswersPlace, definedOnce, openAnswers } from "./gates/answers.ts";
import { questionsOf } from "./gates/judge.ts";
import { type Asked, asksProgram, isWorkspaceBound, type PredicateSurroundings } from "./gates/predicate.ts";
import { type ForAll, type JudgedHook, type JudgedServer, type JudgedSubcommand, judgeItem, recordedGatesHold } from "./judge-items.ts";
import { withPackages } from "./packages/expand-packages.ts";
import { type Hook, innerGates, NO_PARTS, type Server, type Subcommand } from "./plugin.ts";
import type { OutlinedHook, OutlinedPlugin, ReadPlugin, ReadPlugins, ReadRequest } from "./plugins-read.ts";
import { fetchedBytesIn } from "./policy/item-source.ts";
import {
  disarming,
  NOTHING_DENIED,
  type PluginPolicy,
  policyJudge,
  refusedByPolicy,
  uncompared,
  type UncomparedPackage,
} from "./policy/plugin-policy.ts";
import { readPlugins } from "./read-plugins.ts";

export interface LoadedPlugin extends Omit<ReadPlugin, "isDormant"> {
  readonly state: PluginState;
  /** What the user decided about its code; absent where the user configured its source. */
  readonly consent?: Consent;
  readonly inactive?: string;
  /** Why a policy denies the programs that it asks and installs. Its skills stay. */
  readonly denied?: string;
  readonly hooks: readonly JudgedHook[];
  readonly subcommands: readonly JudgedSubcommand[];
  readonly servers: readonly JudgedServer[];
}

export interface LoadedOutline extends OutlinedPlugin {
  readonly state: "inactive" | "disabled";
  readonly inactive: string;
  readonly hooks: readonly { readonly hook: OutlinedHook; readonly inactive: string }[];
}

export interface LoadedPlugins extends Omit<ReadPlugins, "plugins" | "outlined"> {
  readonly plugins: readonly LoadedPlugin[];
  readonly outlined: readonly LoadedOutline[];
  readonly surroundings: PredicateSurroundings;
  readonly answers: { readonly file: string; readonly place: AnswersPlace; readonly answers: Answers };
  /** Closed hooks that deny because what the user agreed to cannot be verified. */
  readonly refused: readonly RefusedHook[];
  readonly refusedUnread: readonly RefusedHook[];
  /** The record of consents; its problem, where it permits nothing. */
  readonly consents: ConsentBook;
  readonly policy: Omit<PoliciesRead, "problems"> & {
    readonly deniedSources: ReadonlySet<string>;
    readonly wantedCopies: readonly UncomparedPackage[];
  };
}

export function hasHooks({ plugins, outlined }: Pick<LoadedPlugins, "plugins" | "outlined">): boolean {
  return [...plugins, ...outlined].some(({ hooks }) => hooks.length > 0);
}

/** Reads local files only. Problems are part of the result; it throws only where a budget is spent. */
export function loadPlugins(request: ReadRequest): LoadedPlugins {
  return judgePlugins(readPlugins(request), request);
}

/** The same for plugins already loaded, after something that gates depend on may have changed. */
export function judgePlugins(given: ReadPlugins, request: ReadRequest): LoadedPlugins {
  const { workspace, places, config, context } = request;
  const lastGood = () => (request.lastGood ?? readLastGood(places))?.policy;
  const { problems: policyProblems, ...policy } = readPolicies({ context, config, configFile: places.config, workspace, lastGood });
  const isDevForbidden = whyNotDev(policy.policies) !== undefined;
  const consents: ConsentBook = { ...openConsents(places), ...(isDevForbidden ? {} : { devNow: context.now() }) };
  const fetchedBytesOf = fetchedBytesIn(workspace, packageSurroundings(request));
  const around = { workspace, sources: given.sources, fetchedBytesOf };
  const policyFor = policyJudge(policy.policies, around);
  const consentAt = consentsOf(workspace, consents);
  const consentNow = (plugin: ReadPlugin) => withinBudget(request.budget, () => consentAt(plugin));
  const withConsent = (plugin: ReadPlugin): Consented => {
    const consent = consentNow(plugin);
    return { plugin, consent, policy: policyFor.of(plugin, consent) };
  };
  const known = given.plugins.map(withConsent);
  // Which packages count depends on gates, and what they define may count for other gates.
  let { definitions, answers, surroundings } = answersFor(known, request);
  let [read, consented] = [given, known];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { checkedPaths } = surroundings;
    read = withinBudget(request.budget, () => withPackages(given, request, surroundings, (plugin) => consentNow(plugin)?.standing.state));
    consented = [...known, ...read.plugins.slice(known.length).map(withConsent)];
    if (consented.length === known.length) break;
    const before = definitions.kept.length;
    ({ definitions, answers, surroundings } = answersFor(consented, request, checkedPaths));
    // A name that is defined twice now counts for none.
    if (definitions.kept.length <= before) break;
  }
  const judged = consented.map(judgePlugin);
  const plugins = judged.map((each) => each.plugin);
  const outlined = given.outlined.map(judgeOutline);
  const { packages: wantedCopies, stamps: ofCopies } = uncompared(plugins, policy.policies, fetchedBytesOf);
  return {
    ...read,
    plugins,
    outlined,
    surroundings,
    answers,
    refused: [...plugins.flatMap(refusedHere), ...gone()].filter(isLeftByPolicy),
    refusedUnread: judged.flatMap(({ unread }) => unread),
    consents,
    policy: {
      ...policy,
      stamps: [...policy.stamps, ...ofCopies],
      wantedCopies,
      deniedSources: new Set(given.sources.filter((source) => !policyFor.mayAskIn(source)).map(({ name }) => name)),
    },
    problems: [
      ...policyProblems,
      ...consented.flatMap((one) => disarming(policy.policies, around, one)),
      ...read.problems,
      ...judged.flatMap(({ problem }) => problem ?? []),
      ...namesakes(inOrder(plugins, outlined)),
      ...definitions.warnings.map((warning): Problem => ({ severity: "warning", file: places.config, ...warning })),
    ],
  };

  function judgePlugin({ plugin: { isDormant, ...plugin }, consent, policy: rules }: Consented) {
    const { isMember } = plugin;
    const own = { ...surroundings, isMember };
    const parents = plugin.inside?.parents ?? [];
    const { state, reason, problem } = verdictOn(plugin.plugin, isDormant && !isMember, config, own, parents);
    // What the user turned off is off for that reason, and no closed hook of it denies.
    const byPolicy = state === "disabled" ? NOTHING_DENIED : rules;
    const inactive = state === "inactive" ? undefined : reason;
    const forAll: ForAll = { inactive, consent, mayAsk: byPolicy.programs === undefined };
    const judge = (kind: PartKind, item: Hook | Subcommand | Server, denial: Denial | undefined) =>
      judgeItem(plugin.plugin, kind, item, own, forAll, denial);
    const hooks = plugin.plugin.hooks.map((hook) => ({ hook, ...judge("hook", hook, byPolicy.hook(hook)) }));
    const subcommands = plugin.plugin.subcommands.map((one) => ({ subcommand: one, ...judge("subcommand", one, byPolicy.subcommand) }));
    const servers = plugin.plugin.servers.map((server) => ({
      server,
      isGated: plugin.origin.kind !== "source" || [plugin.plugin.gate, server.gate].some(isWorkspaceBound),
      ...judge("server", server, byPolicy.server),
    }));
    const about = { consent, inactive: reason, denied: byPolicy.programs?.reason };
    const unread = refusedByPolicy(plugin, consent, { policy: byPolicy, stamps: policy.stamps }, own, inactive);
    return { plugin: { ...plugin, state, ...about, hooks, subcommands, servers }, problem, unread };
  }

  /** A policy's denial ends a refusal too: the hook would not run. An unreadable policy decides nothing. */
  function isLeftByPolicy({ source, hook }: RefusedHook): boolean {
    const denial = policyFor.ofRecorded(source, hook.section);
    return denial === undefined || denial.isUnread === true;
  }

  function judgeOutline(one: OutlinedPlugin): LoadedOutline {
    const { state, reason = "" } = verdictOn(one.plugin, false, config, surroundings);
    const hooks = one.plugin.hooks.map((hook) => ({ hook, inactive: reason }));
    return { ...one, state: state === "disabled" ? state : "inactive", inactive: reason, hooks };
  }

  /** A plugin in a folder of another is part of that one's record. */
  function refusedHere(plugin: LoadedPlugin): readonly RefusedHook[] {
    const { consent, inside, isMember } = plugin;
    if (consent === undefined || inside !== undefined || isDisabledAsAccepted(consent, consents, config)) return [];
    const own = { ...surroundings, isMember };
    return refusedOf(consent, plugin, (hook) => recordedGatesHold(hook, own, (asked) => mayAsk(plugin, asked)));
  }

  function gone(): readonly RefusedHook[] {
    if (workspace === null) return [];
    const present = consented.flatMap(({ consent }) => consent?.subject ?? []);
    const place = { workspace, config, packages: read.packages, consentFile: places.consent };
    return refusedOfGone({ book: consents, ...place, present, applies: (hook) => recordedGatesHold(hook, surroundings) });
  }
}

/** Each package in a chain may define what the gate of the next one asks. */
const MOST_ROUNDS = 10;

/** Finds each plugin's consent once; a plugin in a folder of another has the consent of that one. */
function consentsOf(workspace: ReadRequest["workspace"], book: ConsentBook): (plugin: ReadPlugin) => Consent | undefined {
  const known = new Map<ReadPlugin, Consent | undefined>();
  return (plugin) => {
    const top = plugin.inside?.top ?? plugin;
    if (!known.has(top)) known.set(top, consentOf(top, workspace, book));
    return known.get(top);
  };
}

function answersFor(plugins: readonly Consented[], { workspace, context, places }: ReadRequest, checkedPaths = new Set<string>()) {
  const definitions = definedOnce(definitionsIn(plugins));
  const folder = workspace?.folder ?? context.cwd;
  const file = workspaceState(places, workspace?.folder ?? places.base).answers;
  const { env, os, now } = context;
  const place: AnswersPlace = { env, os, now, folder, definitions: definitions.kept };
  const answers = openAnswers(file, place);
  const { answered, unanswered, definedNames } = answers;
  const isMember = false;
  const surroundings: PredicateSurroundings = { env, os, workspace, folder, isMember, checkedPaths, answered, unanswered, definedNames };
  return { definitions, answers: { file, place, answers }, surroundings };
}

interface Consented {
  readonly plugin: ReadPlugin;
  readonly consent: Consent | undefined;
  readonly policy: PluginPolicy;
}

/** Before the user agreed to it, no program of a package or a workspace answers a predicate (PL-16). */
function definitionsIn(plugins: readonly Consented[]) {
  return plugins.flatMap(({ plugin: { plugin, origin }, consent, policy }) => {
    const predicates = policy.programs === undefined ? plugin.predicates : [];
    const running = predicates.filter((one) => mayRun({ origin, consent, plugin }, "predicate", one));
    return running.map((one) => {
      const { name, command, env, path } = one;
      return { plugin: plugin.name, name, command, env, path, covered: partOf(consent, "predicate", plugin, one)?.checked };
    });
  });
}

/** Source and name identify a plugin, so both stay; but readers of a trace should know. A package's plugin often has the name of one that leads there. */
function namesakes(plugins: readonly (LoadedPlugin | LoadedOutline)[]): Problem[] {
  const first = new Map<string, LoadedPlugin | LoadedOutline>();
  return plugins.flatMap((loaded): Problem[] => {
    const { name, manifest } = loaded.plugin;
    const other = first.get(name);
    if (loaded.origin.kind === "package") return [];
    if (other === undefined) {
      first.set(name, loaded);
      return [];
    }
    const message = `another plugin is also named \`${name}\`: ${other.plugin.manifest}`;
    return [{ severity: "warning", file: manifest, message, hint: "both are used; rename one of them" }];
  });
}

export function inOrder<P, A extends Pick<OutlinedPlugin, "before">>(plugins: readonly P[], outlined: readonly A[]): readonly (P | A)[] {
  const all: (P | A)[] = [];
  let at = 0;
  for (const one of outlined) {
    while (at < one.before) all.push(plugins[at++]!);
    all.push(one);
  }
  return [...all, ...plugins.slice(at)];
}

/** Whether any of their gates needs a program's answer. */
export function asksPrograms(plugins: readonly LoadedPlugin[]): boolean {
  return plugins.some(({ plugin }) => [plugin.gate, ...innerGates(plugin)].some(asksProgram));
}

/** The questions needed to judge these plugins here. Those of a package or a workspace ask none before the user agreed (PL-16). */
export function askedBy(plugins: readonly LoadedPlugin[], surroundings: PredicateSurroundings): readonly Asked[] {
  return plugins
    .filter(({ state }) => state !== "disabled")
    .flatMap((loaded) => {
      const { plugin } = loaded;
      return [[plugin.gate], ...innerGates(plugin).map((gate) => [plugin.gate, gate])]
        .flatMap((gates) => questionsOf(gates, surroundings))
        .filter((asked) => mayAsk(loaded, asked));
    });
}

export function askedByClosed(plugins: readonly LoadedPlugin[], surroundings: PredicateSurroundings): readonly Asked[] {
  const closed = plugins.flatMap((loaded) => {
    const hooks = loaded.plugin.hooks.filter(({ onFailure }) => onFailure === "closed");
    return hooks.length === 0 ? [] : [{ ...loaded, plugin: { ...loaded.plugin, ...NO_PARTS, hooks } }];
  });
  return askedBy(closed, surroundings);
}
