/** The formats that a handler can speak: `symposium`, `interchange`, `shim:<agent>` or an agent's own. */

const PORTABLE = ["symposium", "interchange"];

/** A handler that was written for one agent, and runs on every agent as if that one had called it (IX-12). */
const SHIM = "shim:";

export function shimOf(agent: string): string {
  return SHIM + agent;
}

/** The agent whose payload a handler of this format reads, on every agent. */
export function shimmedAgent(format: string): string | undefined {
  return format.startsWith(SHIM) ? format.slice(SHIM.length) : undefined;
}

/** Whether a handler of this format can be run for every agent (RT-9). */
export function isPortableFormat(format: string): boolean {
  return PORTABLE.includes(format) || format.startsWith(SHIM);
}
