/** `package-info`: the version, the source and the skills of a package, and the state of its plugin here. Runs nothing of it. */

import { type Asker, startedBy } from "../consent/may-consent.ts";
import { isNetworkPath } from "../consent/used-folder.ts";
import { UserError } from "../errors.ts";
import type { UpdateLevel } from "../files/git/update.ts";
import type { Problem } from "../files/problem.ts";
import { sameFolder } from "../host/bounds.ts";
import { isGuest } from "../host/own-process.ts";
import type { PlacedContext } from "../host/places.ts";
import { STARTED_MARK } from "../host/start-process.ts";
import { lookUp } from "../lookup.ts";
import { quotedPath } from "../model/safe-text.ts";
import { type Ecosystem, packageSurroundings, type Requirement } from "../packages/ecosystem.ts";
import type { LoadedPlugin } from "../plugins/active-plugins.ts";
import { withheld } from "../plugins/consent/standings.ts";
import { decisionOn } from "../plugins/enablement.ts";
import { printAtom } from "../plugins/gates/predicate.ts";
import { type LoadedHere, loadHere } from "../plugins/here/load-here.ts";
import { packageReason } from "../plugins/here/packages-here.ts";
import { WHY } from "../plugins/here/plugin-here.ts";
import { readPackagePlugin } from "../plugins/packages/package-plugin.ts";
import type { PackageOrigin } from "../plugins/plugin.ts";
import {
  fromPlace,
  type LocatedPackage,
  locatePackage,
  type MissingPackage,
  type NamedPackage,
  nameOfPackage,
  type PackageFrom,
  type UnreadPackage,
} from "./locate-package.ts";
import { installedCopies, type PackageSkill, packageSkills, skillsAbout } from "./package-skills.ts";

export interface PackageInfoRequest {
  /** `npm:react`, or a bare name in a workspace. */
  readonly name: string;
  /** In the ecosystem's own syntax. */
  readonly requirement?: string | undefined;
  /** `none`: fetches nothing. `check` and `fetch`: ask the registry about packages that the workspace does not lock. */
  readonly update?: UpdateLevel | undefined;
  /** Why nothing is fetched; completes "the source … is not on this machine, and …". */
  readonly noFetch?: string;
  readonly onProgress?: ((message: string) => void) | undefined;
  readonly ancestors?: Asker["ancestors"];
}

export interface PackageInfo {
  readonly ecosystem: string;
  /** As the package spells it. */
  readonly name: string;
  /** Absent where neither a lock file nor the package says. */
  readonly version?: string;
  readonly source: string;
  readonly from: PackageFrom;
  readonly plugin: PackagePlugin;
  /** Its own, then those of sources that apply here because of it. */
  readonly skills: readonly PackageSkill[];
  readonly moreSkills: number;
  /** Other packages that have its skills. */
  readonly redirects: readonly string[];
  readonly problems: readonly Problem[];
}

export async function packageInfo(app: PlacedContext, request: PackageInfoRequest): Promise<PackageInfo> {
  const here = loadHere(app);
  const named = nameOfPackage(request.name, here.workspace);
  const { ecosystem } = named;
  const wanted = { ...named, requirement: checked(named, request), isNewest: request.update === "check" || request.update === "fetch" };
  const found = locatePackage(wanted, here.workspace, packageSurroundings(app));
  if (found.kind === "unread") throw unread(found);
  const located = found.kind === "located" ? found : await fetched(app, request, found, ecosystem, here);
  const { name, version, folder, from, isDependency } = located;
  const origin: PackageOrigin = { kind: "package", ecosystem: ecosystem.name, name, version, folder, through: [], isFromSource: false };
  const brought = readPackagePlugin(origin, { ...app });
  const copiesOf = installedCopies(app, here.config, here.workspace?.folder ?? null);
  const { skills, more, problems } = packageSkills(brought.plugin, origin, copiesOf);
  const about = isDependency ? skillsAbout(origin, here, app.places, copiesOf) : [];
  return {
    ecosystem: ecosystem.name,
    name,
    version,
    source: folder,
    from,
    plugin: packagePlugin(origin, brought.plugin !== undefined, isDependency, here),
    skills: [...skills, ...about],
    moreSkills: more,
    redirects: brought.redirects.map((atom) => printAtom(atom)),
    problems: [...brought.problems, ...problems],
  };
}

function checked({ ecosystem, name }: NamedPackage, { requirement }: PackageInfoRequest): Requirement | undefined {
  const { packageWord, markers, ownRequirement, isName } = ecosystem;
  if (!isName(name)) throw new UserError("NAME", `${JSON.stringify(name)} is not the name of a ${packageWord}`);
  if (requirement === undefined) return undefined;
  const meant = ownRequirement(requirement);
  if (!("problem" in meant)) return meant;
  throw new UserError("REQUIREMENT", `--version: ${meant.problem}`, { hint: `write it as in ${markers[0]}` });
}

function unread({ name, path, why }: UnreadPackage): UserError {
  const hint = isNetworkPath(path)
    ? undefined
    : `run \`symposium use ${quotedPath(path)}\` in a terminal of your own, outside of any agent`;
  return new UserError("NOT-READ", `\`${name}\` ${why}`, { hint });
}

/** PL-32: an agent must not choose what is requested from a registry. */
async function fetched(
  { context, places }: PlacedContext,
  { requirement, update, noFetch, onProgress, ancestors }: PackageInfoRequest,
  missing: MissingPackage,
  ecosystem: Ecosystem,
  { workspace, config }: Pick<LoadedHere, "workspace" | "config">,
): Promise<LocatedPackage> {
  const { kind: _, isDependency, ...wanted } = missing;
  const { origin } = missing;
  // Of what is locked an agent chooses nothing: name, version and bytes are in the lock file (PL-32).
  const isLocked = isDependency && missing.version !== undefined && origin?.kind === "registry" && origin.checksum !== undefined;
  const what = `the source of \`${missing.name}\`${missing.version === undefined ? "" : ` ${missing.version}`}`;
  const refuse = (why: string, hint: string) => new UserError("NOT-FETCHED", `${what} is not on this machine, and ${why}`, { hint });
  const version = requirement === undefined ? "" : ` --version ${quotedPath(requirement)}`;
  const again = `symposium package-info ${ecosystem.name}:${missing.name}${version}`;
  if (update === "none") throw refuse("`--update none` forbids fetching", "run it without `--update none`");
  const because = noFetch ?? startedBy({ context, ancestors });
  const isOurs = noFetch !== undefined || lookUp(context.env, STARTED_MARK) !== undefined;
  if (because !== undefined && (isOurs || !config.agentsMayFetch || !isLocked)) {
    const own = `run \`${again}\` in a terminal of your own, outside of any agent`;
    const line = `${own}; with \`agents-may-fetch = true\` under [packages] in ${places.config} agents may fetch what the lock file has`;
    throw refuse(
      config.agentsMayFetch && !isOurs ? `${because}, which may fetch only what the lock file has with a checksum` : because,
      isOurs ? own : line,
    );
  }
  if (isGuest(places)) throw refuse(`${places.base} belongs to another user`, `run \`${again}\` as that user`);
  onProgress?.(`fetching ${ecosystem.name}:${missing.name}${missing.version === undefined ? "" : ` ${missing.version}`}`);
  const repository = workspace?.repository ?? workspace?.folder ?? null;
  const answer = await ecosystem.fetchPackage(
    { ...wanted, namedIn: workspace?.folder ?? context.cwd },
    { ...context, cache: places.cache, repository },
  );
  if ("folder" in answer) return { kind: "located", ...answer, from: fromPlace(answer.folder, places), isDependency };
  throw new UserError("NOT-FETCHED", answer.message, { hint: answer.hint });
}

export interface CrateInfo extends PackageInfo {
  readonly version: string;
}

export async function crateInfo(app: PlacedContext, request: PackageInfoRequest): Promise<CrateInfo> {
  const info = await packageInfo(app, { ...request, name: `cargo:${request.name}` });
  // Cargo's version where a manifest gives none.
  return { ...info, version: info.version ?? "0.0.0" };
}

/**
 * `waiting`: its skills count, its code needs your consent. `declined`: you said no, or `[plugins] disable` names it. `dormant`: nothing enables it
 * here. `inactive`: its gate is closed. `none`: the package brings no plugin.
 */
export interface PackagePlugin {
  readonly state: "active" | "waiting" | "declined" | "dormant" | "inactive" | "none";
  readonly reason?: string;
  /** The command that changes that, without the program's name. */
  readonly change?: string;
}

function packagePlugin(origin: PackageOrigin, carriesPlugin: boolean, isDependency: boolean, here: LoadedHere): PackagePlugin {
  const { config, workspace, loaded } = here;
  const found = loaded.plugins.find((one) => isOf(one, origin));
  if (found !== undefined) return loadedState(found, here);
  if (!carriesPlugin) return { state: "none" };
  if (decisionOn(origin, config, workspace?.folder ?? null) === "declined") return { state: "declined", reason: WHY.disabled ?? "" };
  const name = isDependency ? origin.name : `${origin.ecosystem}:${origin.name}`;
  const change = `use ${quotedPath(name)}${workspace === null ? " --global" : ""}`;
  return { state: "dormant", reason: "nothing enables it here", change };
}

/** A package of the workspace itself has its plugin in its own folder. */
function isOf({ origin, plugin }: LoadedPlugin, { ecosystem, name, folder }: PackageOrigin): boolean {
  if (origin.kind === "package") return origin.ecosystem === ecosystem && origin.name === name && sameFolder(origin.folder, folder);
  return origin.kind === "repository" && sameFolder(plugin.directory, folder);
}

function loadedState(loaded: LoadedPlugin, { config, workspace }: LoadedHere): PackagePlugin {
  const { state, inactive, origin, consent, plugin } = loaded;
  if (state === "disabled") return { state: "declined", reason: WHY.disabled ?? "" };
  if (state !== "active") return { state, reason: WHY[state] ?? inactive ?? "" };
  const held = consent === undefined ? undefined : withheld(consent);
  const because = origin.kind === "package" ? packageReason(origin, config, workspace) : { reason: "part of the workspace" };
  if (held === undefined || consent === undefined) return { state: "active", ...because };
  const isDeclined = consent.standing.state === "declined";
  const change = `trust ${isDeclined ? "ask" : "accept"} ${quotedPath(plugin.name)}`;
  const isUnknown = consent.standing.state === "unknown";
  return { state: isDeclined ? "declined" : "waiting", reason: held, change: isUnknown ? undefined : change };
}
