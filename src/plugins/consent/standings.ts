/** What the user agreed to of the plugins here, and the closed hooks that deny because it cannot be verified (PL-17). */

import { type ConsentBook, decisionsOn, isAccepted, type RecordedHere, recordedHere, standingOf } from "../../consent/consent-book.ts";
import type { PartStanding, Standing } from "../../consent/standing.ts";
import { deniesUnverified, NOWHERE, OF_IMPORT, OF_REPOSITORY, type RecordedHook, type Subject } from "../../consent/subject.ts";
import type { Config } from "../../files/config.ts";
import { sameName } from "../../files/similar-word.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { quotedPath } from "../../model/safe-text.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { Live } from "../gates/live.ts";
import type { Asked } from "../gates/predicate.ts";
import { type Hook, packageSource, type Plugin } from "../plugin.ts";
import type { PackagesRead, ReadPlugin } from "../plugins-read.ts";
import { type PartItem, partKey, type PartKind } from "./bind-part.ts";
import { conditionText } from "./run-items.ts";
import { subjectOf } from "./subject-of.ts";

export interface Consent {
  readonly subject: Subject;
  readonly standing: Standing;
}

export interface RefusedHook {
  readonly plugin: string;
  readonly source: string;
  readonly hook: RecordedHook;
  readonly reason: string;
  readonly manifest: Stamped;
  /** What is checked before each denial: a restored file may end it. */
  readonly covered: readonly Stamped[];
  readonly when?: Live;
}

/** `undefined` for a plugin of a source that the user configured. Outside a workspace only decisions for everywhere count. */
export function consentOf(
  read: Pick<ReadPlugin, "plugin" | "origin" | "parts">,
  workspace: Workspace | null,
  book: ConsentBook,
): Consent | undefined {
  const subject = subjectOf(read, workspace ?? { folder: NOWHERE, repository: null });
  return subject && { subject, standing: standingOf(book, subject) };
}

/** Whether an item may run: the source is the user's own choice, or the user agreed to this part; and no policy denies it. */
export function mayRun(loaded: Runs, kind: PartKind, item: PartItem): boolean {
  const { origin, consent, plugin, denied } = loaded;
  return denied === undefined && (origin.kind === "source" || partOf(consent, kind, plugin, item)?.state === "accepted");
}

/** Whether a program may be asked for this plugin. A skill of a package has gates of its own, in a file that the consent to the package covers. */
export function mayAsk(loaded: Runs, asked: Asked): boolean {
  const { origin, consent, denied } = loaded;
  if (origin.kind === "package") return denied === undefined && consent?.standing.state === "accepted";
  return mayRun(loaded, "shell", conditionText(asked));
}

interface Runs extends Pick<ReadPlugin, "origin" | "plugin"> {
  readonly consent?: Consent | undefined;
  readonly denied?: string;
}

export function partOf(consent: Consent | undefined, kind: PartKind, plugin: Pick<Plugin, "manifest">, item: PartItem) {
  return consent?.standing.parts.get(partKey(kind, plugin, item));
}

/** Why the item does not run, with the command that changes it. */
export function withheldPart(consent: Consent, kind: PartKind, plugin: Plugin, item: PartItem): string | undefined {
  const part = partOf(consent, kind, plugin, item);
  if (part === undefined || consent.standing.state === "unneeded") return withheld(consent);
  return withheldBy({ ...part, because: part.because ?? "is new" }, consent.subject.plugin);
}

export function isWaiting(consent: Consent | undefined): boolean {
  return consent !== undefined && consent.subject.workspace !== NOWHERE && ["waiting", "changed"].includes(consent.standing.state);
}

export function withheld({ subject: { plugin }, standing }: Consent): string | undefined {
  return standing.state === "unneeded" ? undefined : withheldBy({ ...standing, state: standing.state }, plugin);
}

function withheldBy({ state, because = "" }: Pick<PartStanding, "state" | "because">, plugin: string): string | undefined {
  const accept = `run \`symposium trust accept ${quotedPath(plugin)}\` at a terminal`;
  const why = {
    accepted: undefined,
    waiting: `waits for your consent; ${accept}`,
    declined: `you declined it; \`symposium trust ask ${quotedPath(plugin)}\` asks again`,
    changed: `${because}; ${accept}`,
    unknown: `cannot be verified: ${because}`,
  };
  return why[state];
}

/** The refused hooks of a plugin that is there. A hook that does not apply here denies nothing. */
export function refusedOf(
  consent: Consent | undefined,
  { source, manifest }: Pick<ReadPlugin, "source" | "manifest">,
  applies: (hook: RecordedHook) => boolean | Live,
): readonly RefusedHook[] {
  if (consent === undefined) return [];
  const { subject, standing } = consent;
  // No stamp shows when a file can be read again.
  const covered = standing.state === "unknown" ? [] : standing.checked;
  return standing.closed.flatMap(({ hook, because }) => {
    // Completes "The hook house-rules/guard denies this call: …", one sentence with what to run.
    const reason = `it ${because}; run \`symposium trust accept ${quotedPath(subject.plugin)}\` in a terminal`;
    return refusals({ plugin: subject.plugin, source, hook, reason, manifest, covered }, applies(hook));
  });
}

/** None where the gates of the accepted hook are closed; `when` is what is left for the call to judge. */
export function refusals(refused: RefusedHook, applies: boolean | Live): readonly RefusedHook[] {
  if (applies === false) return [];
  return [applies === true ? refused : { ...refused, when: applies }];
}

/** By the name that the user accepted: changed bytes may name themselves like something that the user disabled. */
export function isDisabledAsAccepted({ subject }: Consent, book: ConsentBook, { disable }: Pick<Config, "disable">): boolean {
  const accepted = decisionsOn(book, subject).filter(({ parts }) => parts.some(isAccepted));
  return accepted.every(({ plugin }) => disable.some((name) => sameName(name, plugin)));
}

interface GoneRequest {
  readonly book: ConsentBook;
  readonly workspace: Workspace;
  readonly config: Pick<Config, "disable">;
  readonly packages: Pick<PackagesRead, "expected" | "unread" | "isUncertain">;
  readonly present: readonly Subject[];
  readonly consentFile: string;
  readonly applies: (hook: RecordedHook) => boolean | Live;
}

/**
 * Of plugins the user agreed to that cannot be found. A package that neither the user nor a plugin leads to any more is gone, and denies nothing;
 * while something cannot be read, it is unknown where that leads. A decision for every workspace then counts for a dependency.
 */
export function refusedOfGone({ book, workspace, config, packages, present, consentFile, applies }: GoneRequest): readonly RefusedHook[] {
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
      const reason = `\`${plugin}\`, which you accepted, is missing or cannot be read: restore it, or run \`symposium trust revoke ${quotedPath(plugin)}\``;
      const denying = hooks.filter(deniesUnverified);
      const covered = denying.length === 0 ? [] : files();
      const manifest = stamped(consentFile);
      return denying.flatMap((hook) => refusals({ plugin, source: id, hook, reason, manifest, covered }, applies(hook)));
    });
}

/** Folders for PATH: none inside the repository for its own plugin, and inside a package only those whose list of names every call compares. */
export function programFolders(
  { path }: Pick<Hook, "path">,
  consent: Consent | undefined,
  part: PartStanding | undefined,
): readonly string[] {
  if (consent === undefined || path.length === 0) return path;
  const { subject } = consent;
  const { kind } = subject.coverage;
  const area = realPath(subject.coverage.folder);
  const isChecked = (folder: string) => kind === "folder" && part?.checked.some(([one]) => one === folder) === true;
  return path.filter((given) => {
    const folder = realPath(given);
    return !isAtOrBelow(folder, area) || isChecked(folder);
  });
}
