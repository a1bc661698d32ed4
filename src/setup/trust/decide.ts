/** What the user decides: yes or no to the bytes that were shown, and taking that back. Agents cannot (PL-27). A decision takes effect at once. */

import type { ConsentRecord } from "../../consent/consent-file.ts";
import { forgetRecords, recordDecision } from "../../consent/decide.ts";
import { type Asker, whyNotConsent } from "../../consent/may-consent.ts";
import { countsAt } from "../../consent/place.ts";
import { whyScannersRefuse } from "../../consent/policy/scanners.ts";
import { pathIn, snapshotOf } from "../../consent/snapshot.ts";
import type { Subject } from "../../consent/subject.ts";
import { BUILD } from "../../context.ts";
import { UserError } from "../../errors.ts";
import { configInForce } from "../../files/config.ts";
import { sameName } from "../../files/similar-word.ts";
import type { PlacedContext } from "../../host/places.ts";
import { rebuildIndex } from "../../index/rebuild.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import type { AppContext } from "../app-context.ts";
import { changeConfig, planDisable, planUse, type UseEntry } from "../config-edits.ts";
import { registerAskedEvents } from "../entries/register-later.ts";
import { type SubjectHere, subjectNamed, subjectsHere, type SubjectsHere, subjectsNamed } from "./subjects-here.ts";

export type Decider = Pick<Asker, "hasTerminal" | "ancestors">;

interface DecideRequest extends Decider {
  readonly name: string;
  readonly decision: ConsentRecord["decision"];
  readonly digest: string;
  readonly everywhere?: boolean;
}

/** Records the decision for the bytes of this digest. Throws a `UserError` where it is not the user who decides, or the bytes differ. */
export async function decide(app: AppContext, request: DecideRequest): Promise<ConsentRecord> {
  const { name, decision, digest, everywhere = false } = request;
  refuse(app, request);
  // Read again: another terminal may have decided, and the manifest may be another one since the question.
  const here = subjectsHere(app);
  const plain = plainDigest(digest);
  const versions = subjectsNamed(here, name);
  const found = versions.find((one) => digestOf(one) === plain) ?? subjectNamed(here, name);
  const { subject, candidate } = found;
  const beside = here.subjects
    .filter((one) => one.subject.id === subject.id && one.subject !== subject)
    .flatMap((one) => digestOf(one) ?? []);
  if (decision === "accepted") await scanSubject(app, here, subject);
  const scope = everywhere || subject.isUsers === true ? "everywhere" : "workspace";
  const record = recordDecision({ places: app.places, now: app.context.now }, subject, { decision, digest: plain, scope, beside });
  // In this order: what is enabled before its code is decided on would only wait.
  if (candidate !== undefined && here.workspace !== null)
    await decideCandidate(app, { name: candidate.name, workspace: here.workspace }, decision === "accepted" ? "enabled" : "declined");
  await takeEffect(app);
  return record;
}

function digestOf({ standing }: SubjectHere): string | undefined {
  return "digest" in standing ? standing.digest : undefined;
}

/** `sha256:` in front is common elsewhere. */
export function plainDigest(digest: string): string {
  const plain = digest.replace(/^sha256:/, "").toLowerCase();
  if (/^[0-9a-f]{64}$/.test(plain)) return plain;
  throw new UserError("DIGEST", `${JSON.stringify(digest)} is not a valid digest`, { hint: "it has 64 hexadecimal digits", exitCode: 2 });
}

/** Takes back every decision on the plugin that counts here, or `everywhere`. The plugin may be gone. Throws where there is no decision. */
export async function revoke(app: AppContext, request: Omit<DecideRequest, "decision" | "digest">): Promise<readonly ConsentRecord[]> {
  const { name, everywhere = false } = request;
  // An agent that takes a consent back would disarm a closed hook.
  refuse(app, { ...request, hasTerminal: true });
  const here = subjectsHere(app);
  const isHere = recordsHere(here);
  const isMeant = (record: ConsentRecord) => everywhere || isHere(record);
  const forgotten = forgetRecords({ places: app.places, now: app.context.now }, (records) => recordsNamed(records, name).filter(isMeant));
  // Closed hooks deny while the record is missing: that ends here.
  if (forgotten.length === 0 && here.book.isMissing !== true)
    throw new UserError("NO-DECISION", `you have decided nothing about \`${name}\`${everywhere ? "" : " in this workspace"}`, {
      hint: `\`${app.calledAs} trust list\` lists your decisions`,
    });
  await takeEffect(app);
  return forgotten;
}

/** Forgets a no, so that the user is asked again. Without a name it forgets all of this workspace. */
export function forgetNo(app: AppContext, request: Decider & { readonly name?: string | undefined }): readonly ConsentRecord[] {
  refuse(app, request);
  const { name } = request;
  const isHere = recordsHere(subjectsHere(app));
  return forgetRecords({ places: app.places, now: app.context.now }, (records) =>
    (name === undefined ? records : recordsNamed(records, name)).filter((record) => record.decision === "declined" && isHere(record)),
  );
}

/** By the subject's id, otherwise by the plugin's name: a plugin may have the id of another as its name. */
function recordsNamed(records: readonly ConsentRecord[], name: string): readonly ConsentRecord[] {
  const byId = records.filter(({ subject }) => subject === name);
  return byId.length > 0 ? byId : records.filter(({ plugin }) => sameName(plugin, name));
}

export function recordsHere({ workspace, repository }: SubjectsHere): (record: ConsentRecord) => boolean {
  const counts = workspace === null ? undefined : countsAt({ workspace, repository });
  return (record) => record.scope === "everywhere" || counts?.(record) === true;
}

function refuse({ context }: AppContext, { hasTerminal, ancestors }: Decider): void {
  const refusal = whyNotConsent({ context, hasTerminal, ancestors });
  if (refusal !== undefined) throw refusal;
}

/** Throws a `UserError` where a scanner refuses. The record is made of the same digest afterwards, or not at all. */
async function scanSubject({ context }: Pick<AppContext, "context">, here: SubjectsHere, subject: Subject): Promise<void> {
  if (here.policies.every(({ level, rules, isUnread }) => level === "project" || (rules.scanner === undefined && isUnread !== true)))
    return;
  const { id, plugin, version, workspace, coverage, parts } = subject;
  const { digest, folder, files } = snapshotOf(subject);
  const refused = await whyScannersRefuse(
    here.policies,
    {
      action: "consent",
      plugin,
      origin: id,
      version,
      workspace: workspace === "" ? null : workspace,
      manifest: coverage.manifest,
      digest,
      runs: parts.map(({ kind, name, commands }) => ({ kind, name, commands })),
      files: files.flatMap(([path, , hash]) => {
        const digest = /^(?:x:)?([0-9a-f]{64})$/.exec(hash)?.[1];
        return digest === undefined ? [] : [{ path: pathIn(folder, path), digest }];
      }),
    },
    { context, folders: [here.workspace, here.repository, context.cwd] },
  );
  if (refused !== undefined) throw refused;
}

/** Without agents there is nothing to do: `init` does it. */
export async function takeEffect({ context, places }: PlacedContext): Promise<void> {
  const read = configInForce(places);
  if (!read.ok || read.config.agents.length === 0) return;
  await registerAskedEvents({ context, places }, read.config);
  const folder = workspaceFolder(context);
  await rebuildIndex({ context, places, folder, program: BUILD });
}

/** What the user answers about a dependency's plugin: `use` in this workspace, or `disable` everywhere. Its code is asked about separately. */
export async function decideCandidate(app: PlacedContext, candidate: UseEntry, answer: "enabled" | "declined"): Promise<void> {
  await changeConfig(app, (config) => (answer === "enabled" ? planUse(config, candidate) : planDisable(config, candidate.name)));
}
