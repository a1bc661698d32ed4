import * as v from "valibot";
import { expect, test } from "vitest";

import { LedgerSchema } from "../../scripts/schema-of-ledger.ts";
import { REGISTRABLE } from "../../src/agents/registrable.ts";
import { registeredHome } from "./registered-home.ts";

test.each(["global", "project"])("RG-11 the ledger that init writes in the scope %s is of the published schema", async (scope) => {
  await using home = await registeredHome({ ".claude": { "settings.json": '{ "hooks": {} }' } });
  const agents = REGISTRABLE.flatMap(({ facts }) => ["--add-agent", facts.name]);
  expect(home.symposium("init", ...agents, "--hook-scope", scope)).toMatchObject({ exitCode: 0 });
  const ledger: unknown = JSON.parse(home.text(".symposium/ledger.json"));
  const read = v.safeParse(LedgerSchema, ledger);
  expect(read.issues).toBeUndefined();
  expect(read.success && read.output.files).toHaveLength(10);
});
