/** `symposium-hook serve symposium [--agent <name>] [--workspace <folder>]`: what agents start. */

import { resolve } from "node:path";

import type { PlacedContext } from "../platform/places.ts";
import { serve } from "./serve.ts";

/** `args` are those after `symposium`; unknown ones are ignored, so that an entry of a later version still starts this one. */
export async function serveSymposium(args: readonly string[], app: PlacedContext): Promise<void> {
  const agent = valueOf(args, "--agent");
  const workspace = valueOf(args, "--workspace");
  await serve(app, {
    ...(agent === undefined ? {} : { agent }),
    ...(workspace === undefined ? {} : { workspace: resolve(app.context.cwd, workspace) }),
  });
}

function valueOf(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}
