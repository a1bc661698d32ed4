/** What the Rust tool writes for a server into JSON files, whichever agent reads them. */

import type { Json } from "../canonical/json.ts";
import type { RustServer } from "./set-up.ts";

export function rustServerEntry(server: RustServer): Json {
  if ("url" in server) return { url: server.url, ...(server.headers.length === 0 ? {} : { headers: server.headers.map(named) }) };
  return { command: server.command, args: [...server.args], ...(server.env.length === 0 ? {} : { env: server.env.map(named) }) };
}

function named({ name, value }: { readonly name: string; readonly value: string }): Json {
  return { name, value };
}
