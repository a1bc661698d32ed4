/** Asks npm for the latest published version of Symposium, at most once a day. */

import type { Context } from "../context.ts";
import type { Config } from "../files/config.ts";
import { isLongAgo, readState, recordState } from "../files/state-file.ts";
import type { Places } from "../host/places.ts";
import { lookUp } from "../lookup.ts";
import { isObject, parseJson } from "../model/json.ts";
import { parseVersion } from "../model/semantic-version.ts";
import { PACKAGE, runInstaller } from "./installers.ts";

/** The most that a person waits for npm, once a day. */
const PATIENCE_MS = 2_000;

const NOBODY_READS = ["CI", "NO_UPDATE_NOTIFIER"];

/**
 * The result of the check, or `undefined` where none was due. Never rejects. A failed check is recorded like any other, so that a machine
 * without network does not wait for it again and again.
 */
export async function checkForUpdate({
  context,
  places,
  config,
  patienceMs = PATIENCE_MS,
}: {
  readonly context: Context;
  readonly places: Pick<Places, "state">;
  readonly config: Pick<Config, "autoUpdate">;
  readonly patienceMs?: number;
}): Promise<Latest | undefined> {
  const isOff = config.autoUpdate === "off" || NOBODY_READS.some((name) => lookUp(context.env, name));
  if (isOff || !isLongAgo(readState(places.state).lastUpdateCheck, context.now())) return undefined;
  const latest = await latestVersion(context, patienceMs);
  recordCheck(places, context, latest);
  return latest;
}

export function recordCheck(places: Pick<Places, "state">, context: Pick<Context, "now">, latest: Latest): void {
  recordState(places.state, { lastUpdateCheck: context.now(), latestVersion: "version" in latest ? latest.version : undefined });
}

type Latest = { readonly version: string } | { readonly trouble: string };

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
