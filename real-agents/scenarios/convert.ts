/**
 * Five runs of each agent: two in which its tools are called, because every hook is asked about every call, one that ends at the prompt, and
 * two with entries that call our shim.
 */

import { conversions } from "./conversion.ts";
import { convertEvents, convertPrompt } from "./convert-events.ts";
import { convertGuards, convertStrategies } from "./convert-guards.ts";
import { convertHandlers } from "./convert-handlers.ts";
import { convertMatchers, convertPatterns } from "./convert-matchers.ts";
import { convertTimes } from "./convert-times.ts";
import { convertShim } from "./convert-shim.ts";
import type { Scenario } from "./scenario.ts";

export const convert: readonly Scenario[] = [
  ...conversions("convert-matchers", [...convertGuards, ...convertMatchers]),
  ...conversions("convert-handlers", [...convertHandlers, ...convertTimes, ...convertStrategies, ...convertEvents], {
    files: { "below/here.txt": "" },
  }),
  ...conversions("convert-prompts", convertPrompt),
  ...conversions("convert-shim", convertShim),
  ...conversions("convert-patterns", convertPatterns),
];
