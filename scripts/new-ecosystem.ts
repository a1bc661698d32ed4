/** `npm run new-ecosystem <name> <file> [title]`: the folder of a new ecosystem, its fixtures, and the lists that name it. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ROOT } from "./agent-tables.ts";
import { ecosystemFolders, generatedEcosystemFiles } from "./generate-ecosystems.ts";
import { newEcosystemFiles } from "./new-ecosystem-templates.ts";
import { writeGenerated } from "./write-generated.ts";

const USAGE = "Usage: npm run new-ecosystem <name> <file that marks a project> [title]";

/** Why there can be no such ecosystem; `undefined` when there can. */
export function refusal(name: string | undefined, marker: string | undefined): string | undefined {
  if (name === undefined || marker === undefined) return USAGE;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/u.test(name)) return `"${name}" is not a valid name: use lower-case words joined by hyphens`;
  if (name.endsWith("-shape")) return `"${name}" would be a folder that ecosystems share`;
  if (!/^[\w.-]+$/u.test(marker) || /^\.+$/u.test(marker)) return `"${marker}" is not a valid file name`;
  if (ecosystemFolders().includes(name)) return `The ecosystem ${name} exists`;
  const taken = [`src/packages/${name}`, `test/packages/${name}`].find((path) => existsSync(join(ROOT, path)));
  return taken === undefined ? undefined : `${taken} exists`;
}

async function main([name, marker, title]: readonly string[]): Promise<void> {
  const reason = refusal(name, marker);
  if (reason !== undefined || name === undefined || marker === undefined) {
    console.error(reason);
    process.exitCode = 2;
    return;
  }
  for (const file of newEcosystemFiles({ name, marker, title: title ?? name })) writeGenerated(file);
  for (const file of await generatedEcosystemFiles()) writeGenerated(file);
  console.log(`Next: the files in src/packages/${name}, and real projects in test/packages/${name}/fixtures`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
