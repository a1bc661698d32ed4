/** Reads a Go module or workspace from its files. `GOWORK` and `GOFLAGS` do not count: a terminal and a hook would disagree about a project's dependencies. */

import { dirname, join, resolve } from "node:path";

import { readTextFileWithin } from "../../files/text-file.ts";
import { boundsOf, isWrittenOutside } from "../../host/bounds.ts";
import { pathExists } from "../../host/paths.ts";
import { askedOnce, type Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import type { Dependency, RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";
import { dependenciesOf, type GoMember } from "./dependencies.ts";
import { type GoFile, readGoFile } from "./go-file.ts";
import { type GoFiles, openGoFiles } from "./read-files.ts";

/** Never throws. A module that the `go.work` above does not list counts as its own root. */
export function readRoot(start: string, where: RootSurroundings): WorkspaceRoot | undefined {
  const found = findWork(start, where);
  if (found.folder === undefined && !pathExists(join(start, "go.mod"))) return undefined;
  const folder = found.folder ?? start;
  const files = openGoFiles(boundsOf(where.repository ?? folder));
  const work = found.folder === undefined ? undefined : files.goFile(join(folder, "go.work"), FIX_WORK);
  const used = usedBy(work, folder, files);
  const isOutside = (one: string) => isWrittenOutside(one, files.bounds);
  // Without a readable `go.work` the module beside it is the only one that is known.
  const inside = used.filter((one) => !isOutside(one));
  const members = work === undefined ? memberAt(folder, files) : membersOf(inside, folder, files);
  // Modules beside the repository, whose names are in their own `go.mod`.
  const unnamed = used.filter(isOutside).map((beside): Dependency => {
    return { ecosystem: "go", name: beside, origin: { kind: "path", beside, isUnnamed: true } };
  });
  const checked = checkedOf(folder, members, found.folder !== undefined, files);
  const isChecked = new Set(checked.map(([file]) => file));
  return {
    ecosystem: "go",
    folder,
    members: members.map(({ folder: own, file }) => ({ name: file.module ?? "", folder: own })).filter(({ name }) => name !== ""),
    dependencies: [...dependenciesOf({ folder, work, members }, files), ...unnamed],
    isUnlocked: files.hasMistakes(),
    checked,
    watched: [...files.stamps.values(), ...found.looked].filter(([file]) => !isChecked.has(file)),
    problems: files.problems,
  };
}

const FIX_MODULE = "resolve the conflict or mistake in it, and run `go mod tidy`";
const FIX_WORK = "resolve the conflict or mistake in it, and run `go work sync`";

function memberAt(folder: string, files: GoFiles): GoMember[] {
  const file = files.goFile(join(folder, "go.mod"), FIX_MODULE);
  return file === undefined ? [] : [{ folder, file }];
}

const MOST_MEMBERS = 5_000;

function usedBy(work: GoFile | undefined, root: string, { problems }: GoFiles): readonly string[] {
  const folders = [...new Set(work?.uses.map((path) => resolve(root, path)))];
  const message = `lists more than ${MOST_MEMBERS} modules, of which the first ones count`;
  if (folders.length > MOST_MEMBERS) problems.push({ severity: "error", file: join(root, "go.work"), message });
  return folders.slice(0, MOST_MEMBERS);
}

function membersOf(folders: readonly string[], root: string, files: GoFiles): GoMember[] {
  const file = join(root, "go.work");
  const members: GoMember[] = [];
  for (const folder of folders) {
    if (files.isOutside(folder, file, "a module")) continue;
    const before = files.problems.length;
    const [member] = memberAt(folder, files);
    if (member !== undefined) members.push(member);
    else if (files.problems.length === before) {
      const hint = "create it there, or remove its line from go.work";
      files.problems.push({ severity: "warning", file, message: `lists ${folder}, which has no go.mod`, hint });
    }
  }
  return members;
}

/** A hook call checks the files of so many modules every time: a workspace has no lock file for all of them. */
const MOST_CHECKED = 16;

function checkedOf(root: string, members: readonly GoMember[], isWork: boolean, { stamps }: GoFiles): Stamped[] {
  const own = isWork ? ["go.work", "go.work.sum"].map((name) => join(root, name)) : [];
  const first = members.slice(0, MOST_CHECKED).map(({ folder }) => folder);
  const folders = first.includes(root) || isWork ? first : [root, ...first];
  const files = [...own, ...folders.flatMap((folder) => [join(folder, "go.mod"), join(folder, "go.sum")])];
  return files.map((file) => stamps.get(file) ?? stamped(file));
}

/** The folder of the nearest `go.work` above, if it lists the module. The search leaves neither the repository nor the folders below the home folder. */
function findWork(folder: string, { repository, home }: Pick<RootSurroundings, "repository" | "home">) {
  const bounds = repository == null ? undefined : boundsOf(repository);
  const looked: Stamped[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "go.work");
    looked.push(stamped(file));
    if (pathExists(file)) return { folder: at === folder || lists(file, at) ? at : undefined, looked };
    if (at === repository || at === home || dirname(at) === at || dirname(at) === home) return { folder: undefined, looked };
  }
  function lists(file: string, at: string): boolean {
    const used = askedOnce("go.work ", file, () => {
      const read = readTextFileWithin(file, bounds);
      return new Set(read.kind === "text" ? readGoFile(read.text).uses.map((path) => resolve(at, path)) : []);
    });
    return used.has(folder);
  }
}
