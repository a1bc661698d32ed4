/** Which packages' own plugins the user lets act without being asked: `auto-enable` in the `[plugins]` table. */

import type { Config } from "./config.ts";
import { sameName } from "./same-name.ts";

/** A star stands for every package. */
export function isAutoEnabled({ autoEnable }: Pick<Config, "autoEnable">, packageName: string): boolean {
  return autoEnable.some((name) => name === "*" || sameName(name, packageName));
}
