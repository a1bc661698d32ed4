/** Programs of Python packages (PG-6). */

import { foldName, isName } from "../../pypi/distribution.ts";
import { exactRequirement, ownRequirement } from "../../pypi/requirement.ts";
import { parseVersion, versionText } from "../../pypi/version.ts";
import type { Identity, ProgramSource, SourceEntry } from "../program-source.ts";

export interface WantedPythonPackage {
  /** `name[extra,other]`. */
  readonly package: string;
  /** An exact version in the normal form, or specifiers without white space. Without it the newest counts. */
  readonly version?: string;
  /** `3.12`. */
  readonly python?: string;
}

const LONGEST = 256;

export const source: ProgramSource<WantedPythonPackage> = {
  name: "pypi",
  about: "a Python package with console scripts, installed by uv, or by pip into an environment of its own",
  keys: [
    { key: "package", kind: "text", about: "The package, with its extras.", example: 'package = "ruff"' },
    {
      key: "version",
      kind: "text",
      about: "An exact version, or PEP 440 specifiers; default: the newest.",
      example: 'version = ">=0.9,<1"',
    },
    {
      key: "python",
      kind: "text",
      about: "The version of Python that it runs on; default: the one that uv or python3 takes.",
      example: 'python = "3.12"',
    },
  ],
  knowsPrograms: true,
  read,
  identify,
  namedPackage: (wanted) => ({ ecosystem: "pypi", name: nameOf(wanted) }),
};

function read({ package: written, version, python }: SourceEntry): WantedPythonPackage | string {
  if (typeof written !== "string") return "comes from pypi but has no `package`";
  const name = readName(written);
  if (name === undefined) return `has the \`package\` "${written}", which is not a valid name of a Python package`;
  if (python !== undefined && !(typeof python === "string" && /^3(?:\.\d{1,2}){0,2}$/.test(python)))
    return `has the \`python\` "${String(python)}", which is not a version such as "3.12"`;
  const asked = version === undefined ? "*" : readVersion(String(version));
  if (asked === undefined) return `has the \`version\` "${String(version)}", which is neither a version nor version specifiers`;
  return { package: name, version: asked === "*" ? undefined : asked, python };
}

function readName(written: string): string | undefined {
  const [, name = "", list = ""] = /^([^[\]\s]+)\s*(?:\[([^[\]]*)\])?$/.exec(written.trim()) ?? [];
  const extras = list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (written.length > LONGEST || !isName(name) || !extras.every(isName)) return undefined;
  return extras.length === 0 ? name : `${name}[${[...new Set(extras.map(foldName))].sort().join(",")}]`;
}

function readVersion(written: string): string | undefined {
  const text = written.replace(/\s+/g, "");
  if (text === "" || text.length > LONGEST) return undefined;
  const version = parseVersion(text.replace(/^===?/, ""));
  if (version !== undefined) return versionText(version);
  // It becomes an argument of the package manager.
  return text === "*" || (/^[\w.*+!<>=~,-]+$/.test(text) && !("problem" in ownRequirement(text))) ? text : undefined;
}

function identify(wanted: WantedPythonPackage): Identity {
  const { version, python } = wanted;
  const name = nameOf(wanted);
  return {
    subject: foldName(name) + wanted.package.slice(name.length),
    version: exactVersion(wanted),
    allows: exactVersion(wanted) === undefined ? version : undefined,
    variant: python === undefined ? undefined : `python ${python}`,
  };
}

/** Without extras. */
export function nameOf({ package: written }: WantedPythonPackage): string {
  return written.replace(/\[.*/, "");
}

/** `undefined` where the index has to be asked. */
export function exactVersion({ version }: WantedPythonPackage): string | undefined {
  return version !== undefined && parseVersion(version) !== undefined ? version : undefined;
}

/** As pip and uv read it: `name[one]==1.0`. */
export function requirementText(wanted: WantedPythonPackage, exact = exactVersion(wanted)): string {
  return wanted.package + (exact === undefined ? (wanted.version ?? "") : exactRequirement(exact));
}
