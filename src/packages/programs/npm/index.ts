/** Programs of npm packages (PG-6). */

import { parseVersion } from "../../../model/semantic-version.ts";
import { isPackageName } from "../../npm/cache-folder.ts";
import type { Identity, ProgramSource, SourceEntry } from "../program-source.ts";

export interface WantedNpmPackage {
  readonly package: string;
  /** An exact version, a range or a tag. Without it the newest counts. */
  readonly version?: string;
  /** Whether install scripts of the package and its dependencies run. */
  readonly scripts?: true;
}

const LONGEST = 256;

export const source: ProgramSource<WantedNpmPackage> = {
  name: "npm",
  about: "a package with a `bin`, installed by npm into a folder of its own",
  keys: [
    { key: "package", kind: "text", about: "The package, with its scope.", example: 'package = "@biomejs/biome"' },
    { key: "version", kind: "text", about: "An exact version, a range or a tag; default: the newest.", example: 'version = "^2.1"' },
    {
      key: "scripts",
      kind: "flag",
      about: "Run the install scripts of the package and its dependencies; default: false.",
      example: "scripts = true",
    },
  ],
  knowsPrograms: true,
  read,
  identify,
  namedPackage: (wanted) => ({ ecosystem: "npm", name: wanted.package }),
};

function read({ package: name, version, scripts }: SourceEntry): WantedNpmPackage | string {
  if (typeof name !== "string") return "comes from npm but has no `package`";
  if (!isPackageName(name)) return `has the \`package\` "${name}", which is not a valid npm package name`;
  const written = typeof version === "string" ? version.trim() : undefined;
  if (version !== undefined && !isVersionRangeOrTag(written ?? ""))
    return `has the \`version\` "${String(version)}", which is not a version, a range or a tag`;
  return { package: name, version: written, scripts: scripts === true ? scripts : undefined };
}

/** npm also takes an address, a path and the name of another package here. */
function isVersionRangeOrTag(text: string): boolean {
  return text.length <= LONGEST && /^[\w<>=^~*][\w.+<>=^~*| -]*$/.test(text) && !/\.(?:tgz|tar|tar\.gz)$/i.test(text);
}

function identify(wanted: WantedNpmPackage): Identity {
  const version = exactVersion(wanted);
  return {
    subject: wanted.package,
    version,
    allows: version === undefined ? wanted.version : undefined,
    variant: wanted.scripts === true ? "scripts" : undefined,
  };
}

/** `undefined` where the registry has to be asked. */
export function exactVersion({ version }: WantedNpmPackage): string | undefined {
  const bare = version?.replace(/^=? ?v?/, "");
  return bare === undefined || parseVersion(bare) === undefined ? undefined : bare;
}
