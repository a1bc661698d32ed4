/** Packages whose own plugins the user enables without a question: `auto-enable` in the `[plugins]` table. */

import type { Config } from "./config.ts";
import { sameName } from "./same-name.ts";

/** A star matches every package. */
export function isAutoEnabled({ autoEnable }: Pick<Config, "autoEnable">, packageName: string): boolean {
  return autoEnable.some((name) => name === "*" || sameName(name, packageName));
}
