import { chmodSync, copyFileSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Places } from "../../src/host/places.ts";
import { program } from "../foundation/programs.ts";

/** The native program in its place, and what it starts beside it, without the work of `init`. */
export function placeNative(places: Pick<Places, "program">): void {
  const [bin, native] = [dirname(places.program), program("native-hook")];
  mkdirSync(bin, { recursive: true });
  try {
    linkSync(native, places.program);
  } catch {
    copyFileSync(native, places.program);
    chmodSync(places.program, 0o755);
  }
  const [built, scripts] = ["../../bin/node", `node-${"0".repeat(16)}`];
  symlinkSync(join(dirname(native), built), join(bin, scripts));
  writeFileSync(join(bin, "symposium-hook-node"), readFileSync(`${native}-node`, "utf8").replace(built, scripts));
}
