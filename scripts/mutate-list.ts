/** Everything `npm run mutate` breaks, one edit at a time. */

import { COMBINE } from "./mutate-combine.ts";
import { DEGRADE } from "./mutate-degrade.ts";
import { DISPATCH, PAYLOADS } from "./mutate-dispatch.ts";
import type { Mutation } from "./mutate-edit.ts";
import { ENCODERS } from "./mutate-encoders.ts";
import { FAILURES } from "./mutate-failures.ts";

export const MUTATIONS: readonly Mutation[] = [...ENCODERS, ...COMBINE, ...DEGRADE, ...FAILURES, ...DISPATCH, ...PAYLOADS];
