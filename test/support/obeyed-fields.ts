/** Inputs of any agent's tools that have every name at once: what the agent obeys, and what a model adds to deceive a guard. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import fc from "fast-check";

import type { AgentUnderTest } from "../conformance/agents.ts";
import type { Payload } from "../oracles/oracle.ts";
import { KNOWN_FIELDS, type Place, type ToolLaw, type ToolOracle, withPlace } from "../oracles/tool-law.ts";
import { toolPayload, type ToolPayload } from "./tool-payload.ts";

const FOLDER = join(import.meta.dirname, "..", "agents");

export async function toolOracleOf(agent: string): Promise<ToolOracle | undefined> {
  const file = join(FOLDER, agent, "oracle-tools.ts");
  if (!existsSync(file)) return undefined;
  return ((await import(pathToFileURL(file).href)) as { readonly toolOracle: ToolOracle }).toolOracle;
}

/** Every name that some agent has for some field, and Claude's. */
export function allNames(oracles: readonly ToolOracle[]): readonly string[] {
  const names = oracles.flatMap(({ tools }) =>
    Object.values(tools).flatMap(({ obeys }) => Object.entries(obeys).flatMap(([claude, places]) => [claude, ...places.map(outerName)])),
  );
  return [...new Set([...names, ...Object.values(KNOWN_FIELDS).flat(), "pattern", "urls", "unheard_of"])];
}

/** What the agent obeys is there or not, as the model likes, and so is every name that it does not. */
export function inputs({ obeys, with: given = {} }: ToolLaw, names: readonly string[]): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const all = Object.values(obeys).flat();
  // A list of entries with fields of their own is made by those.
  const places = all.filter((place) => !all.some((other) => typeof other !== "string" && other.at !== undefined && other.in === place));
  const taken = new Set([...places.map(outerName), ...Object.keys(given)]);
  const others = names.filter((name) => !taken.has(name));
  return fc
    .tuple(
      fc.tuple(...places.map((place) => fc.option(fc.constant(`/obeyed/${textOf(place)}`), { nil: undefined, freq: 8 }))),
      fc.dictionary(fc.constantFrom(...others), fc.constantFrom("/harmless", "", "src/ok.ts"), { maxKeys: 12 }),
    )
    .map(([values, extra]) => {
      let input: Readonly<Record<string, unknown>> = { ...extra };
      for (const [at, place] of places.entries()) if (values[at] !== undefined) input = withPlace(input, place, values[at]);
      return { ...input, ...given };
    });
}

function outerName(place: Place): string {
  return typeof place === "string" ? place : place.in;
}

function textOf(place: Place): string {
  return typeof place === "string" ? place : `${place.in}-${place.at ?? "first"}`;
}

/** The payload before a call of this tool. */
export function payloadOf(under: AgentUnderTest, { event }: ToolOracle, tool: string, input: unknown): ToolPayload {
  if (event === undefined) return toolPayload(under, tool, input);
  const native = event(tool);
  const found = under.payloads.find((each) => each.event === native);
  if (found === undefined) throw new Error(`${under.oracle.agent} has no payload of ${native}`);
  return { event: native, payload: { ...found.payload, tool_info: input } };
}

/** The tool that a payload names. */
export function toolIn(payload: Payload, event: string): string {
  const input = payload["input"];
  const inside = typeof input === "object" && input !== null && "tool" in input ? input.tool : undefined;
  const name = payload["tool_name"] ?? payload["toolName"] ?? inside;
  return typeof name === "string" ? name : event.replace(/^pre_/, "");
}
