/** The server that a word names, where it may run here (MC-11); else why not, and the command that changes it. */

import type { PlacedContext } from "../../platform/places.ts";
import { serversMeant } from "../../plugins/server-word.ts";
import type { NotStartable, StartedServer } from "./server-process.ts";
import { serversHere } from "./servers-here.ts";

/** Gate, trust and live predicates are checked now. Throws where the config cannot be read and no earlier index is there. */
export async function findServer(app: PlacedContext, word: string): Promise<StartedServer | NotStartable> {
  const [server] = serversMeant(word, await serversHere(app));
  if (server === undefined) return (await import("./why-not-here.ts")).whyNotHere(app, word);
  if (server.transport === "stdio") return server;
  return { problem: `it has type ${server.transport}: agents connect to ${server.url} themselves`, hint: "run `symposium sync`" };
}
