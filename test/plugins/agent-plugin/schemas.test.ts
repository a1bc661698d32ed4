/** The schemas say what the loader says, but for what JSON Schema cannot say and what the format forgives. Every difference has a reason here. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import fc from "fast-check";
import { expect, test } from "vitest";

import { boundsOf } from "../../../src/host/bounds.ts";
import { parseJson } from "../../../src/model/json.ts";
import { readAgentPlugin } from "../../../src/plugins/agent-plugin/read-agent-plugin.ts";
import { readServers } from "../../../src/plugins/agent-plugin/servers.ts";
import { expectPlaced, junk } from "../../files/junk.ts";
import { packageText, serversText } from "../../support/agent-plugin.ts";
import { times } from "../../support/thoroughness.ts";
import { leftOf, mcpOf, manifestOf } from "./vectors/tree.ts";
import { MANIFEST_VECTORS } from "./vectors/manifest.ts";
import { SERVER_VECTORS } from "./vectors/servers.ts";

function judgeOf(name: string): (value: unknown) => boolean {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, `../../../schemas/${name}.schema.json`), "utf8")) as object;
  const judge = new AjvJsonSchemaValidator().getValidator(schema as never);
  return (value) => judge(value).valid;
}

const isManifest = judgeOf("agent-plugin");
const areServers = judgeOf("agent-plugin-servers");

/** Whose message → why the schema says something else. */
type Reasons = readonly (readonly [RegExp, string])[];

const OF_MANIFESTS: Reasons = [
  [/is not a known field here, so it is ignored/, "the format closes the object, and tells clients to ignore a field"],
  [/`extensions` must be an object, so it is ignored/, "the format tells clients to ignore it"],
  [/is there twice/, "a schema judges values, in which a name is there once"],
  [/unknown key|`depends-on`/, "what is in an extension is its client's affair"],
];

const OF_SERVERS: Reasons = [
  [/is there twice$/, "a schema judges values, in which a name is there once"],
  [/is larger than/, "a schema does not know the file"],
  [/its name/, "agents cannot have such a name; the format has no rule of names"],
  [/`command` (?:is|names|has|leads)/, "a schema cannot say what one word inside the plugin is"],
  [/`cwd` (?:has|leads)/, "a schema cannot resolve a path"],
  [/NUL|cannot be set as a variable/, "no system can pass it to a process"],
  [/^http is allowed|the URL|is not a valid$/, "a schema cannot read an address"],
  [/header/, "a schema cannot read headers"],
];

/** Of the vectors on which both differ, those without a reason; and the reasons that no vector has. */
function unexplained(differing: readonly { readonly requires: string; readonly says?: readonly string[] }[], reasons: Reasons) {
  const has = ({ says = [] }: { readonly says?: readonly string[] }, [message]: Reasons[number]) => says.some((text) => message.test(text));
  return {
    vectors: differing.filter((vector) => !reasons.some((reason) => has(vector, reason))).map(({ requires }) => requires),
    reasons: reasons.filter((reason) => !differing.some((vector) => has(vector, reason))).map(([, why]) => why),
  };
}

test("AP-8 the schema of plugin.json agrees with every verdict, or the difference is explained", () => {
  const judged = MANIFEST_VECTORS.flatMap((vector) => {
    const value = parseJson(String(manifestOf(vector)).replace(/^\uFEFF/, ""));
    return value === undefined ? [] : [{ ...vector, differs: isManifest(value) !== (vector.verdict !== "reject") }];
  });
  expect(judged.length).toBeGreaterThan(50);
  expect(
    unexplained(
      judged.filter(({ differs }) => differs),
      OF_MANIFESTS,
    ),
  ).toEqual({ vectors: [], reasons: [] });
});

test("AP-8 the schema of mcp.json agrees with every verdict, or the difference is explained", () => {
  const judged = SERVER_VECTORS.flatMap((vector) => {
    const text = mcpOf(vector);
    const value =
      text === null
        ? undefined
        : parseJson(
            Buffer.from(text)
              .toString("utf8")
              .replace(/^\uFEFF/, ""),
          );
    if (value === undefined) return [];
    const { mcpServers = {} } = value as { mcpServers?: object };
    const isWhole = vector.verdict === "accept" || leftOf(vector).servers.length > Object.keys(mcpServers).length;
    return [{ ...vector, differs: areServers(value) !== isWhole }];
  });
  expect(judged.length).toBeGreaterThan(100);
  expect(
    unexplained(
      judged.filter(({ differs }) => differs),
      OF_SERVERS,
    ),
  ).toEqual({ vectors: [], reasons: [] });
});

const WHERE = { directory: "/nowhere/at/all", os: "linux", isFile: () => false } as const;

function read(text: string) {
  return readAgentPlugin("/nowhere/at/all/plugin.json", text, WHERE);
}

test("AP-8 any text as plugin.json is read, or refused with a place", () => {
  const begun = fc.string({ unit: "binary", maxLength: 80 }).map((rest) => packageText().replace(/\}\s*$/, `,${rest}`));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), begun), (text) => {
      const { plugin, problems } = read(text);
      expectPlaced(problems, text);
      if (plugin === undefined) expect(problems).not.toEqual([]);
    }),
    { numRuns: times({ sample: 300, all: 2_000, proof: 20_000 }) },
  );
});

test("AP-8 any values under the fields of plugin.json are judged as the schema judges them", () => {
  const mostly = <T>(right: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 9, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: junk });
  const text = mostly(fc.string());
  const fields = fc.record(
    {
      $schema: mostly(fc.constant("https://agent-plugins.org/schemas/1.0.0/plugin.schema.json")),
      name: mostly(fc.constantFrom("a", "a-b", "a.b", "A", "a--b", "")),
      version: text,
      author: mostly(fc.dictionary(fc.constantFrom("name", "email", "url", "x"), text)),
      keywords: mostly(fc.array(text)),
      license: text,
      extensions: fc.dictionary(fc.constantFrom("com.example", "__proto__", "x"), mostly(fc.constant({}))),
    },
    { requiredKeys: ["$schema", "name"] },
  );
  let [right, wrong] = [0, 0];
  fc.assert(
    fc.property(fields, (manifest) => {
      const written = JSON.stringify(manifest);
      const isRead = read(written).plugin !== undefined;
      expect(isManifest(JSON.parse(written))).toBe(isRead);
      if (isRead) right += 1;
      else wrong += 1;
    }),
    { numRuns: times({ sample: 400, all: 2_000, proof: 20_000 }) },
  );
  expect(Math.min(right, wrong)).toBeGreaterThan(5);
});

test("AP-8 any values in mcp.json cost servers, are reported with a place, and never throw", () => {
  const server = fc.dictionary(
    fc.constantFrom("type", "command", "args", "env", "cwd", "url", "headers", "x"),
    fc.oneof(fc.constantFrom("stdio", "sse", "streamable-http", "./x"), junk),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(server, junk)), (servers) => {
      const text = serversText(servers);
      const found = readServers({ ...WHERE, readBeside: () => ({ kind: "text", text }) }, boundsOf(WHERE.directory));
      expectPlaced(found.problems, text);
      const lost = Object.keys(JSON.parse(text).mcpServers as object).length - found.servers.length;
      if (lost > 0) expect(found.problems.length).toBeGreaterThanOrEqual(lost);
    }),
    { numRuns: times({ sample: 300, all: 2_000, proof: 20_000 }) },
  );
});
