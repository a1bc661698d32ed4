/** `npm run new-agent <name> [title]`: the folder of a new agent, its oracle and the place for its payloads, and the lists that name it. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { resolveAgent } from "../src/agents/find-agent.ts";
import { ROOT } from "./agent-tables.ts";
import { generatedAgentFiles } from "./generate-agents.ts";
import { generatedDocs } from "./generate-docs.ts";
import { newAgentFiles } from "./new-agent-templates.ts";
import { writeGenerated } from "./write-generated.ts";

/** Words with a meaning of their own where an agent's name may stand. */
const RESERVED = ["symposium", "interchange"];

/** Why there can be no agent of this name; `undefined` when there can. */
export function refusal(name: string | undefined): string | undefined {
  if (name === undefined) return "Usage: npm run new-agent <name> [title]";
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/u.test(name)) return `"${name}" is not a name: lower-case words joined by hyphens, such as my-agent`;
  if (RESERVED.includes(name)) return `"${name}" names a format of handlers`;
  if (name.endsWith("-shape")) return `"${name}" would be a folder that agents share, not an agent`;
  const known = resolveAgent(name);
  if (known !== undefined) return known === name ? `There is an agent ${name}` : `"${name}" already means ${known}`;
  const taken = [`src/agents/${name}`, `test/agents/${name}`].find((path) => existsSync(join(ROOT, path)));
  return taken === undefined ? undefined : `${taken} exists`;
}

async function main([name, title]: readonly string[]): Promise<void> {
  const reason = refusal(name);
  if (reason !== undefined || name === undefined) {
    console.error(reason);
    process.exitCode = 2;
    return;
  }
  const date = new Date().toISOString().slice(0, 10);
  for (const file of newAgentFiles({ name, title: title ?? titleOf(name), date })) writeGenerated(file);
  for (const file of [...(await generatedAgentFiles()), ...(await generatedDocs())]) writeGenerated(file);
  console.log(`Next: the tables in src/agents/${name}, payloads captured from the running agent, and test/agents/${name}/oracle.ts`);
}

function titleOf(name: string): string {
  return name.replaceAll(/(^|-)(\w)/gu, (_, hyphen: string, letter: string) => `${hyphen === "" ? "" : " "}${letter.toUpperCase()}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
