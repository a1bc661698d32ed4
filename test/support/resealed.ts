/** Changes what a sealed file holds, as a later Symposium would have written it. */

import { readFileSync, writeFileSync } from "node:fs";

import { sha256 } from "../../src/host/engine.ts";

export function resealed(file: string, change: (body: string) => string): void {
  const text = readFileSync(file, "utf8");
  const end = text.indexOf("\n");
  const body = change(text.slice(end + 1));
  const kind = (JSON.parse(text.slice(0, end)) as string[]).slice(0, -1);
  writeFileSync(file, `${JSON.stringify([...kind, sha256(body)])}\n${body}`);
}
