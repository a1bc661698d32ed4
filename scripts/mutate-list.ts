/** Everything `npm run mutate` breaks, one edit at a time. What is an agent's own is broken by `test/agents/<agent>/breaks.ts`. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { AGENT_PLUGINS } from "./mutate-agent-plugins.ts";
import { CLONES } from "./mutate-clone.ts";
import { COMBINE } from "./mutate-combine.ts";
import { CONTRACT } from "./mutate-contract.ts";
import { CONVERT } from "./mutate-convert.ts";
import { DEGRADE } from "./mutate-degrade.ts";
import { DISPATCH, PAYLOADS } from "./mutate-dispatch.ts";
import type { Mutation } from "./mutate-edit.ts";
import { ENCODERS } from "./mutate-encoders.ts";
import { EXPORT } from "./mutate-export.ts";
import { FAILURES } from "./mutate-failures.ts";
import { LAST_GOOD } from "./mutate-lastgood.ts";
import { FILES } from "./mutate-files.ts";
import { IMPORTS } from "./mutate-imports.ts";
import { PLACES } from "./mutate-places.ts";
import { GUARDS } from "./mutate-guards.ts";
import { POLICY } from "./mutate-policy.ts";
import { PROGRAMS } from "./mutate-programs.ts";
import { REGISTRATION } from "./mutate-registration.ts";
import { SERVERS } from "./mutate-servers.ts";
import { TABLES } from "./mutate-tables.ts";
import { TRUST } from "./mutate-trust.ts";

const AGENTS = join(import.meta.dirname, "..", "test", "agents");

const files = readdirSync(AGENTS).map((agent) => join(AGENTS, agent, "breaks.ts"));
const lists = files.filter((file) => existsSync(file)).map((file) => import(file) as Promise<{ readonly BREAKS: readonly Mutation[] }>);
const ofAgents = (await Promise.all(lists)).flatMap(({ BREAKS }) => BREAKS);

export const MUTATIONS: readonly Mutation[] = [
  ...ENCODERS,
  ...ofAgents,
  ...COMBINE,
  ...CONTRACT,
  ...CONVERT,
  ...DEGRADE,
  ...FAILURES,
  ...GUARDS,
  ...DISPATCH,
  ...PAYLOADS,
  ...REGISTRATION,
  ...PLACES,
  ...LAST_GOOD,
  ...FILES,
  ...TABLES,
  ...CLONES,
  ...TRUST,
  ...POLICY,
  ...AGENT_PLUGINS,
  ...SERVERS,
  ...EXPORT,
  ...IMPORTS,
  ...PROGRAMS,
];
