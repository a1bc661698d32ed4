/** What a set-up comes to, as data: the value of `--json`, and what the text for people is made from. */

import type { Json } from "../canonical/json.ts";
import type { Config } from "../config/config.ts";
import { type Activation, activationsOf, type WrittenOn } from "../sync/registration/activation.ts";
import { actionOf, type FilePlan } from "../sync/registration/file-plan.ts";
import type { SetUpDone, SetUpPlan } from "../sync/set-up.ts";
import { diffText } from "../cli/unified-diff.ts";

export interface ReportedSetUp {
  readonly value: Json;
  readonly config?: { readonly file: string; readonly action: string; readonly agents: readonly string[]; readonly diff: string };
  readonly programme?: ReportedProgramme;
  readonly files: readonly FilePlan[];
  readonly activations: readonly Activation[];
  /** What goes of our own, where no agent is left. */
  readonly removes: readonly string[];
}

export interface ReportedProgramme {
  readonly file: string;
  readonly form: "native" | "node";
  readonly change: string;
  readonly notNative?: string;
  readonly trouble?: string;
}

type Outcome = Omit<SetUpPlan, "programme"> &
  Pick<SetUpDone, "files"> & { readonly programme?: SetUpPlan["programme"] | SetUpDone["programme"] };

export function reportedSetUp(
  outcome: Outcome,
  about: { readonly config: Config; readonly dryRun: boolean; readonly system: WrittenOn; readonly removes: readonly string[] },
): ReportedSetUp {
  const { files } = outcome;
  const activations = files.flatMap(({ record, after }) =>
    record === undefined || after === null ? [] : activationsOf(record, after, about.system),
  );
  const config = outcome.config === undefined ? {} : { config: reportedConfig(outcome.config, about.config) };
  const programme = outcome.programme === undefined ? {} : { programme: reportedProgramme(outcome.programme) };
  const value = {
    dryRun: about.dryRun,
    scope: about.config.hookScope,
    ...config,
    ...programme,
    files: files.map(reportedFile),
    agents: activations,
    unknownAgents: outcome.unknownAgents,
    ...(about.config.agents.length === 0 ? { removed: about.removes } : {}),
  };
  // Interfaces name their keys, and JSON asks for any: the value itself is plain.
  return { value: value as unknown as Json, ...config, ...programme, files, activations, removes: about.removes };
}

function reportedConfig({ file, before, after }: NonNullable<SetUpPlan["config"]>, { agents }: Config) {
  return { file, action: (before ?? "") === after ? "none" : actionOf(before, after), agents, diff: diffText(before, after) };
}

function reportedProgramme(programme: NonNullable<Outcome["programme"]>): ReportedProgramme {
  const { programme: file, form, change, notNative } = programme;
  const trouble = "trouble" in programme ? programme.trouble : undefined;
  return { file, form, change, ...(notNative === undefined ? {} : { notNative }), ...(trouble === undefined ? {} : { trouble }) };
}

export function reportedFile({ file, agents, scope, workspace, action, before, after, remarks }: FilePlan) {
  return {
    file,
    agents,
    scope,
    ...(workspace === undefined ? {} : { workspace }),
    action,
    diff: diffText(before, after),
    remarks: remarks.map(({ level, message, snippet }) => ({ level, message, ...(snippet === undefined ? {} : { snippet }) })),
  };
}
