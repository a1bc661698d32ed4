/** What the user agreed to of the plugins here, and the closed hooks that deny because it cannot be verified (PL-17). */

import type { Config } from "../../config/config.ts";
import { sameName } from "../../config/same-name.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { quotedPath } from "../../platform/quoted-path.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import { acceptedHooks, type ConsentBook, decisionsOn, recordedHere, type RecordedHere, standingOf } from "../../trust/consent-book.ts";
import type { Standing } from "../../trust/standing.ts";
import { deniesUnverified, NOWHERE, OF_IMPORT, OF_REPOSITORY, type RecordedHook, type Subject } from "../../trust/subject.ts";
import { eventOfSection } from "../dispatch-index/section.ts";
import type { Asking } from "../dispatch-index/used-events.ts";
import type { PackagesRead } from "../packages/walk.ts";
import { packageSource } from "../plugin-origin.ts";
import type { ReadPlugin } from "../read-plugins.ts";
import { subjectOf } from "./subject-of.ts";

export interface Consent {
  readonly subject: Subject;
  readonly standing: Standing;
}

/** A closed hook in whose place a denial is given. */
export interface RefusedHook {
  readonly plugin: string;
  readonly source: string;
  readonly hook: RecordedHook;
  readonly reason: string;
  readonly manifest: Stamped;
  /** What is checked before each denial: a restored file may end it. */
  readonly covered: readonly Stamped[];
}

/** `undefined` for a plugin of a source that the user configured. Outside a workspace only decisions for everywhere count. */
export function consentOf(
  read: Pick<ReadPlugin, "plugin" | "origin" | "parts">,
  workspace: Workspace | null,
  book: ConsentBook,
): Consent | undefined {
  const subject = subjectOf(read, workspace ?? NO_WORKSPACE);
  return subject === undefined ? undefined : { subject, standing: standingOf(book, subject) };
}

const NO_WORKSPACE = { folder: NOWHERE, repository: null };

/** Whether its code may run: it is the user's own choice of a source, or the user agreed to these bytes; and no policy denies it. */
export function mayRun({ origin, consent, denied }: Runs): boolean {
  return denied === undefined && (origin.kind === "source" || consent?.standing.state === "accepted");
}

interface Runs extends Pick<ReadPlugin, "origin"> {
  readonly consent?: Consent | undefined;
  /** Why a policy denies the programs that it asks and installs. */
  readonly denied?: string;
}

/** Whether the user has something to decide here. */
export function isWaiting(consent: Consent | undefined): boolean {
  if (consent?.subject.workspace === NOWHERE) return false;
  return consent?.standing.state === "waiting" || consent?.standing.state === "changed";
}

/** Why nothing of it runs, with the command that changes it. */
export function withheld({ subject: { plugin }, standing }: Consent): string | undefined {
  switch (standing.state) {
    case "accepted":
    case "unneeded":
      return undefined;
    case "waiting":
      return `waits for your consent; run \`symposium trust accept ${quotedPath(plugin)}\` at a terminal`;
    case "declined":
      return `you declined it; \`symposium trust ask ${quotedPath(plugin)}\` asks again`;
    case "changed":
      return `${standing.because}${whatDenies(standing)}; run \`symposium trust accept ${quotedPath(plugin)}\` at a terminal`;
    case "unknown":
      return `cannot be verified: ${standing.because}`;
  }
}

/** A clause about the hooks that deny because of a change; empty where none does. */
export function whatDenies({ closed }: Pick<Extract<Standing, { state: "changed" }>, "closed">): string {
  const names = [...new Set(closed.map(({ name }) => `\`${name}\``))];
  if (names.length === 0) return "";
  return names.length === 1
    ? `, and its hook ${names[0]} denies until you decide`
    : `, and its hooks ${names.join(", ")} deny until you decide`;
}

/** Of a plugin that is there. */
export function refusedOf(
  consent: Consent | undefined,
  { source, manifest }: Pick<ReadPlugin, "source" | "manifest">,
): readonly RefusedHook[] {
  if (consent === undefined || !("closed" in consent.standing)) return [];
  const { subject, standing } = consent;
  const reason = `plugin \`${subject.plugin}\`: ${withheld(consent)}`;
  const covered = "checked" in standing ? standing.checked : [];
  return standing.closed.map((hook) => ({ plugin: subject.plugin, source, hook, reason, manifest, covered }));
}

/** By the name that the user accepted: changed bytes may name themselves like something that the user disabled. */
export function isDisabledAsAccepted({ subject }: Consent, book: ConsentBook, { disable }: Pick<Config, "disable">): boolean {
  const accepted = decisionsOn(book, subject).filter(({ decision }) => decision === "accepted");
  return accepted.every(({ plugin }) => disable.some((name) => sameName(name, plugin)));
}

export interface GoneRequest {
  readonly book: ConsentBook;
  readonly workspace: Workspace;
  readonly config: Pick<Config, "disable">;
  readonly packages: Pick<PackagesRead, "expected" | "unread" | "isUncertain">;
  /** The subjects of the plugins that are there. */
  readonly present: readonly Subject[];
  readonly consentFile: string;
}

/**
 * Of plugins the user agreed to that cannot be found. A package that neither the user nor a plugin leads to any more is gone, and denies nothing;
 * while something cannot be read, it is unknown where that leads. A decision for every workspace then counts for a dependency.
 */
export function refusedOfGone({ book, workspace, config, packages, present, consentFile }: GoneRequest): readonly RefusedHook[] {
  const isPresent = ({ id }: RecordedHere) => present.some((subject) => subject.id === id);
  const isDisabled = ({ plugin, id }: RecordedHere) =>
    config.disable.some((name) => [plugin, id, id.slice(id.indexOf(":") + 1)].some((one) => sameName(name, one)));
  const isUnknown = packages.unread.length > 0 || packages.isUncertain || workspace.problems.some(({ severity }) => severity === "error");
  const isDependency = (id: string) => workspace.dependencies.some((one) => sameName(packageSource(one), id));
  const isExpected = ({ id, isEverywhere }: RecordedHere) =>
    id.startsWith(OF_REPOSITORY) ||
    id.startsWith(OF_IMPORT) ||
    (isUnknown && (!isEverywhere || workspace.unread !== undefined || isDependency(id))) ||
    packages.expected.some((one) => sameName(packageSource(one), id) && !(isEverywhere && one.isMember === true));
  return recordedHere(book, { workspace: workspace.folder, repository: workspace.repository })
    .filter((record) => !isPresent(record) && !isDisabled(record) && isExpected(record))
    .flatMap(({ id, plugin, hooks, files }) => {
      const reason = `plugin \`${plugin}\`, which you agreed to, is missing or unreadable; restore it, or run \`symposium trust revoke ${quotedPath(plugin)}\``;
      const denying = hooks.filter(deniesUnverified);
      const covered = denying.length === 0 ? [] : files();
      return denying.map((hook): RefusedHook => ({ plugin, source: id, hook, reason, manifest: stamped(consentFile), covered }));
    });
}

/** The events of everything the user agreed to, in any workspace. */
export function askingOfAccepted(book: ConsentBook): readonly Asking[] {
  const hooks = acceptedHooks(book).map(({ section, agent, except, format, isClosed }) => ({
    event: eventOfSection(section),
    format,
    onFailure: isClosed ? ("closed" as const) : ("open" as const),
    ...(agent === undefined ? {} : { agent }),
    ...(except === undefined ? {} : { except }),
  }));
  return hooks.length === 0 ? [] : [{ plugin: { hooks } }];
}
