import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import type { Places } from "./places.ts";

/** Our directory, where the user moved it away from the home folder. */
export function movedBase({ base }: Pick<Places, "base">, { home, os }: Pick<Context, "home" | "os">): string | undefined {
  const { resolve, join } = os === "windows" ? win32 : posix;
  const place = resolve(base);
  return place === resolve(join(home, ".symposium")) ? undefined : place;
}
