import { ask } from "./ask.ts";
import { context } from "./context.ts";
import { deny } from "./deny.ts";
import { failure } from "./failure.ts";
import { matcher } from "./matcher.ts";
import { permission } from "./permission.ts";
import { promptBlock } from "./prompt-block.ts";
import { promptOrigin } from "./prompt-origin.ts";
import { rewrite } from "./rewrite.ts";
import type { Scenario } from "./scenario.ts";
import { stopBlock } from "./stop-block.ts";
import { twoPlugins } from "./two-plugins.ts";

export const SCENARIOS: readonly Scenario[] = [
  ...[...deny, ...ask, ...rewrite, ...context, ...promptBlock, ...promptOrigin, ...stopBlock, ...permission],
  ...[...failure, ...matcher, ...twoPlugins],
];
