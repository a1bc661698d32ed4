/**
 * What engines do differently, each in its file. The build of the native program says which one it is for, and leaves the other out; elsewhere,
 * as in tests, the program looks.
 */

import { listenInThread, sha256OfBun, startWithBun } from "./bun.ts";
import { listenToStream, sha256OfNode, startWithNode, stopsBlocking } from "./node.ts";
import type { StartProcess, StdinListener } from "./start-process.ts";

declare const SYMPOSIUM_ENGINE: "bun" | undefined;

const isBun = typeof SYMPOSIUM_ENGINE === "string" ? SYMPOSIUM_ENGINE === "bun" : "Bun" in globalThis;

export const startProcess: StartProcess = isBun ? startWithBun : startWithNode;

/** In hex. */
export const sha256: (bytes: string | Uint8Array) => string = isBun ? sha256OfBun : sha256OfNode;

/** Until the returned function is called. */
export const listenToStdin: (listener: StdinListener) => () => void = isBun ? listenInThread : listenToStream;

/** Whether a socket as stdin can be read without waiting from here on. */
export const unblockStdin: () => boolean = isBun ? () => false : stopsBlocking;

/** How this program is called again: a native one is its own first argument, otherwise the script follows. */
export function ownCommand(): readonly [file: string, ...args: string[]] {
  return isBun ? [process.execPath] : [process.execPath, process.argv[1] ?? ""];
}
