/** The payloads captured from the real agents, as the tests of all agents read them. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { JsonObject } from "../../src/canonical/json.ts";

export interface CapturedPayload {
  readonly agent: string;
  /** File name: the native event up to the first dot, then the variant. */
  readonly name: string;
  readonly event: string;
  readonly payload: JsonObject;
}

const AGENTS = join(dirname(fileURLToPath(import.meta.url)), "../agents");

export function capturedPayloads(): readonly CapturedPayload[] {
  return readdirSync(AGENTS, { recursive: true, encoding: "utf8" })
    .filter((file) => /payloads[\\/].*\.json$/.test(file))
    .sort()
    .map((file) => {
      const [agent = "", , name = ""] = file.split(/[\\/]/);
      const payload = JSON.parse(readFileSync(join(AGENTS, file), "utf8")) as JsonObject;
      return { agent, name: name.replace(/\.json$/, ""), event: name.split(".")[0] ?? "", payload };
    });
}

export function capturedPayload(agent: string, name: string): JsonObject {
  const found = capturedPayloads().find((captured) => captured.agent === agent && captured.name === name);
  if (found === undefined) throw new Error(`no captured payload ${agent}/${name}`);
  return found.payload;
}
