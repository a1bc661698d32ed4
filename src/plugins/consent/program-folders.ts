/** The folders in front of PATH for a hook that needs consent: a program that appears in one of them would run, so each must be checked (PL-17). */

import { isAtOrBelow } from "../../platform/bounds.ts";
import { realPath } from "../../platform/real-path.ts";
import type { Hook } from "../plugin.ts";
import type { PartStanding } from "../../trust/standing.ts";
import type { Consent } from "./standings.ts";

/** Of a repository's own plugin none of the repository's; of a package's those whose list of names every call compares. */
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
  return path.filter((folder) => !isAtOrBelow(realPath(folder), area) || isChecked(realPath(folder)));
}
