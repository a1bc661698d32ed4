/** The policies in force, as people see them: a line for each file, then what they keep from running here. */

import type { DeniedHere, PolicyInForce, PolicyStatus } from "../../app/status/policy-status.ts";
import { printable } from "../../platform/printable.ts";
import { type Cell, columns } from "../terminal/columns.ts";
import { counted } from "./counted.ts";
import type { RenderOptions } from "./options.ts";
import { shortPath } from "./short-path.ts";

/** More than these are counted. */
const MOST_DENIED = 10;

export function policyLines({ policies, denied }: PolicyStatus, options: RenderOptions): string[] {
  const shown = options.verbose ? denied : denied.slice(0, MOST_DENIED);
  const more = denied.length - shown.length;
  return [
    ...columns(
      policies.map((policy) => policyRow(policy, options)),
      options.style,
    ),
    ...shown.map(deniedLine),
    ...(more === 0 ? [] : [`and ${counted(more, "other", "others")}; -v lists them`]),
  ];
}

function policyRow({ level, file, isUnread, rules }: PolicyInForce, { home, style }: RenderOptions): Cell[] {
  const what = isUnread === true ? style("caution", "cannot be read, so nothing that it governs runs") : rulesText(rules);
  return [level, shortPath(file, home), what];
}

function rulesText(rules: PolicyInForce["rules"]): string {
  const texts = Object.entries(rules).flatMap(([key, value]) => (value === undefined ? [] : ruleTexts(key, value)));
  return texts.length === 0 ? "no rules" : printable(texts.join(", "));
}

function ruleTexts(key: string, value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${key} = ${JSON.stringify(value)}`];
  return Object.entries(value).map(([name, each]) => `${key}.${name} = ${JSON.stringify(each)}`);
}

function deniedLine({ plugin, what, reason }: DeniedHere): string {
  return printable(`${plugin}: ${what} ${reason}`);
}
