/** The latest published version of Symposium, from npm. */

import { isObject, parseJson } from "../canonical/json.ts";
import { parseVersion } from "../canonical/semantic-version.ts";
import type { Context } from "../context.ts";
import { PACKAGE } from "./package-name.ts";
import { runInstaller } from "./run-installer.ts";

export type Latest = { readonly version: string } | { readonly trouble: string };

/** Never rejects, and costs at most `patienceMs`. */
export async function latestVersion(context: Context, patienceMs: number): Promise<Latest> {
  const args = ["view", PACKAGE, "name", "version", "--json", "--fetch-retries=0"];
  const end = await runInstaller(context, { program: "npm", args, patienceMs });
  if ("trouble" in end) return { trouble: `npm ${end.trouble}` };
  if (end.code !== 0) return { trouble: `npm ended with exit code ${end.code}${complaint(end.stdout, end.stderr)}` };
  return versionIn(end.stdout);
}

/** What `npm view <package> name version --json` printed. */
export function versionIn(output: string): Latest {
  if (output.trim() === "") return { trouble: "npm gave no answer" };
  const answer = parseJson(output);
  if (!isObject(answer)) return { trouble: "npm gave an unexpected answer" };
  const { name, version } = answer;
  if (name !== PACKAGE) return { trouble: `npm answered for another package, ${JSON.stringify(name) ?? "without a name"}` };
  if (typeof version !== "string" || parseVersion(version) === undefined) return { trouble: "npm answered without a version" };
  return { version };
}

/** npm puts its error into the JSON, and the same with more words on stderr. */
function complaint(stdout: string, stderr: string): string {
  const answer = parseJson(stdout);
  const error = isObject(answer) && isObject(answer["error"]) ? answer["error"] : {};
  const summary = typeof error["summary"] === "string" ? error["summary"] : stderr;
  const line = summary.trim().split("\n")[0];
  return line ? `: ${line}` : "";
}
