/** What a new ecosystem starts from. It typechecks, passes the tests of every ecosystem, and knows no dependency and no package yet. */

import type { GeneratedFile } from "./write-generated.ts";

export interface NewEcosystem {
  readonly name: string;
  readonly title: string;
  /** The file that marks a project. */
  readonly marker: string;
}

export function newEcosystemFiles(ecosystem: NewEcosystem): GeneratedFile[] {
  const source = `src/packages/${ecosystem.name}`;
  const fixtures = `test/packages/${ecosystem.name}/fixtures`;
  return [
    { path: `${source}/index.ts`, text: index(ecosystem) },
    { path: `${source}/read-root.ts`, text: readRoot(ecosystem) },
    { path: `${source}/requirement.ts`, text: requirement(ecosystem) },
    { path: `${fixtures}/versions.json`, text: '["0.9.0", "0.10.0", "1.0.0-rc.1", "1.0.0", "1.0.1"]\n' },
    { path: `${fixtures}/workspace/${ecosystem.marker}`, text: "" },
    { path: `${fixtures}/workspace.json`, text: '{ "members": [], "dependencies": [] }\n' },
  ];
}

const index = ({ name, title, marker }: NewEcosystem) => `/** ${title}. */

import { compareVersionTexts } from "../../model/semantic-version.ts";
import type { Ecosystem } from "../ecosystem.ts";
import { readRoot } from "./read-root.ts";
import { ownRequirement, requirementOf } from "./requirement.ts";

const NOT_YET = "this version of Symposium does not fetch ${title} packages";

export const ecosystem: Ecosystem = {
  name: "${name}",
  title: ${JSON.stringify(title)},
  packageWord: "package",
  markers: [${JSON.stringify(marker)}],
  variables: [],
  recordedVariables: [],
  isName: (text) => /^[A-Za-z0-9_][\\w.-]*$/.test(text),
  foldName: (text) => text,
  requirementOf,
  ownRequirement,
  exactRequirement: (version) => \`==\${version}\`,
  anyRequirement: "*",
  compareVersions: compareVersionTexts,
  readRoot,
  packageFolder: () => undefined,
  unpackedPackages: () => [],
  fetchedCopies: () => ({ folders: [], within: [] }),
  packageFile: undefined,
  derived: [],
  embedded: (file) => ({ file, problems: [] }),
  nameRegistry: () => undefined,
  fetchPackage: async ({ namedIn }) => ({ severity: "error", file: namedIn, message: NOT_YET }),
  searchRegistry: async () => ({ unasked: NOT_YET }),
};
`;

const readRoot = ({ name, title, marker }: NewEcosystem) => `/** The root of a ${title} project, read from its files alone. */

import { join } from "node:path";

import { stamped } from "../../host/stamp.ts";
import type { RootSurroundings, WorkspaceRoot } from "../ecosystem.ts";

/** Never throws. Files that are read here are in \`checked\` or \`watched\`. */
export function readRoot(folder: string, _where: RootSurroundings): WorkspaceRoot | undefined {
  return {
    ecosystem: "${name}",
    folder,
    members: [],
    dependencies: [],
    isUnlocked: false,
    checked: [stamped(join(folder, ${JSON.stringify(marker)}))],
    watched: [],
    problems: [],
  };
}
`;

const requirement = ({ title }: NewEcosystem) => `/** ${title} requirements: semantic versions, until they have rules of their own. */

import { compareVersionTexts, parseVersion } from "../../model/semantic-version.ts";
import { type Comparator, type Operator, OPERATORS, type Requirement, type Unsound } from "../ecosystem.ts";

export function requirementOf(comparators: readonly Comparator[]): Requirement | Unsound {
  const wrong = comparators.find(({ version }) => parseVersion(version) === undefined);
  if (wrong !== undefined) return { problem: \`"\${wrong.operator}\${wrong.version}" is not a version requirement\` };
  const text = comparators.map(({ operator, version }) => operator + version).join(",");
  return {
    text,
    own: text === "" ? "*" : text,
    matches: (offered) => comparators.every(({ operator, version }) => MEETS[operator](offered, version)),
    limits: () => comparators.map(({ version }) => version),
  };
}

/** \`*\`, or operators and versions with commas. */
export function ownRequirement(text: string): Requirement | Unsound {
  if (text.trim() === "*") return requirementOf([]);
  const comparators = text.split(",").map((part): Comparator => {
    const written = part.trim();
    const operator = OPERATORS.find((each) => written.startsWith(each));
    return { operator: operator ?? "^", version: written.slice(operator?.length ?? 0).trim() };
  });
  return requirementOf(comparators);
}

type Meets = (offered: string, wanted: string) => boolean;

const isFrom: Meets = (offered, wanted) => compareVersionTexts(offered, wanted) >= 0;
const isCompatible: Meets = (offered, wanted) => isFrom(offered, wanted) && parseVersion(offered)?.major === parseVersion(wanted)?.major;

const MEETS: Readonly<Record<Operator, Meets>> = {
  ">=": isFrom,
  "<=": (offered, wanted) => isFrom(wanted, offered),
  "==": (offered, wanted) => compareVersionTexts(offered, wanted) === 0,
  ">": (offered, wanted) => !isFrom(wanted, offered),
  "<": (offered, wanted) => !isFrom(offered, wanted),
  "^": isCompatible,
  "=": isCompatible,
  "~": (offered, wanted) => isCompatible(offered, wanted) && parseVersion(offered)?.minor === parseVersion(wanted)?.minor,
};
`;
