/** What other clients do not get of an exported plugin, and what differs for them (AP-5). Symposium reads all of it back, unless the sentence says otherwise. */

export const EXPORT_LOSSES = {
  "condition-unread": { severity: "warning", sentence: "other clients offer it in every project: they do not read its condition" },
  "hook-unread": { severity: "warning", sentence: "only Symposium runs it: Agent Plugins have no hooks" },
  "subcommand-unread": { severity: "warning", sentence: "only Symposium offers it: Agent Plugins have no commands" },
  "plugin-unread": { severity: "warning", sentence: "only Symposium adds it: Agent Plugins name no other plugins" },
  "skills-conditional": { severity: "warning", sentence: "only Symposium offers them: other clients do not read their condition" },
  "skills-need-programs": { severity: "warning", sentence: "only Symposium offers them: it installs the programs that they need" },
  "skills-elsewhere": {
    severity: "warning",
    sentence: "only Symposium offers them: they are not in the plugin's folder, and it gets them from there",
  },
  "skill-renamed": { severity: "warning", sentence: "its name is not valid in an Agent Plugin or is taken, so it has another" },
  "skill-invalid": { severity: "error", sentence: "is left out: it is not a valid skill" },
  "name-changed": { severity: "warning", sentence: "its name is not valid for an Agent Plugin, so it has another" },
  "server-conditional": { severity: "warning", sentence: "only Symposium offers it: other clients do not read its condition" },
  "server-program": { severity: "warning", sentence: "only Symposium offers it: it installs or interprets its program" },
  "server-reference": { severity: "warning", sentence: "only Symposium offers it: other clients do not replace ${NAME} by a variable" },
  "server-placeholder": { severity: "warning", sentence: "only Symposium offers it: other clients would replace a text in it" },
  "server-address": { severity: "warning", sentence: "only Symposium offers it: an Agent Plugin's address is https, or this machine" },
  "server-header": { severity: "warning", sentence: "only Symposium offers it: it has one header twice" },
  "server-refused": { severity: "warning", sentence: "only Symposium offers it: its entry is not valid in an Agent Plugin" },
  "server-folder": { severity: "warning", sentence: "other clients start it in the plugin's folder, and not in the project" },
  "server-keep-alive": { severity: "info", sentence: "other clients decide themselves when it ends" },
  "path-in-package": { severity: "info", sentence: "names a file of the plugin, so the package names its own, and not one of the project" },
  "path-in-text": {
    severity: "warning",
    sentence: "names a file of the plugin inside a longer text, which is left as it is: make the path an argument of its own",
  },
  "path-stays": { severity: "info", sentence: "names a path that the package does not have; it is left as it is" },
  "files-named": {
    severity: "info",
    sentence: "has only the files that its commands and `files` name: its folder has others that are not of the plugin",
  },
  "file-private": { severity: "info", sentence: "is left out: such files contain secrets" },
  "file-of-machine": { severity: "warning", sentence: "names a folder of this machine" },
} as const satisfies Readonly<Record<string, Pick<ExportLoss, "severity"> & { readonly sentence: string }>>;

export type ExportLossCode = keyof typeof EXPORT_LOSSES;

export interface ExportLoss {
  readonly code: ExportLossCode;
  /** An error: the package does not have it. A warning: other clients lack it, or do it differently. */
  readonly severity: "error" | "warning" | "info";
  /** What it is about: `hook check`, `server docs`, `skills/widget`. */
  readonly item: string;
  /** More about it: the new name, the reason, the place. */
  readonly detail?: string;
}

export function exportLoss(code: ExportLossCode, item: string, detail?: string): ExportLoss {
  return { code, severity: EXPORT_LOSSES[code].severity, item, detail };
}

export function exportSentence({ code, item, detail }: ExportLoss): string {
  return `${item}: ${EXPORT_LOSSES[code].sentence}${detail === undefined ? "" : ` (${detail})`}`;
}

export const EXPORT_FAIL_ON = ["left-out", "lossy", "any"] as const;

export type ExportFailOn = (typeof EXPORT_FAIL_ON)[number];

/** Which losses fail `--check`. */
const FAILS = { "left-out": ["error"], lossy: ["error", "warning"], any: ["error", "warning", "info"] };

export function failingExportLosses(losses: readonly ExportLoss[], failOn: ExportFailOn): readonly ExportLoss[] {
  return losses.filter(({ severity }) => FAILS[failOn].includes(severity));
}
