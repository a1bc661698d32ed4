/** A command on a terminal of a given width, and what stands on that terminal when it has ended: tmux is the terminal. */

import { spawnSync } from "node:child_process";

export const HAS_TMUX = spawnSync("tmux", ["-V"]).status === 0;

export interface TerminalRun {
  readonly columns: number;
  readonly cwd: string;
  readonly home: string;
  readonly command: readonly string[];
  /** Keys that are pressed when a text is there, in the names of tmux; a number is a new width. */
  readonly keys: readonly (readonly [text: string, key: string | number])[];
}

const END = "[exit ";
const PATIENCE_MS = 25_000;

export async function screenOf({ columns, cwd, home, command, keys }: TerminalRun): Promise<string> {
  const socket = `screens-${process.pid}-${++count}`;
  const tmux = (...args: readonly string[]) => spawnSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8" }).stdout;
  const env = ["-i", `HOME=${home}`, "PATH=/usr/bin:/bin", "TERM=xterm", "NO_UPDATE_NOTIFIER=1", "LC_ALL=C.UTF-8"];
  const line = ["env", ...env, ...command].map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  // The terminal stays until it was read.
  tmux("new-session", "-d", "-x", `${columns}`, "-y", "100", "-c", cwd, `${line}; echo "${END}$?]"; exec sleep 60`);
  const shown = () => tmux("capture-pane", "-p", "-S", "-");
  try {
    for (const [text, key] of keys) {
      await until(() => shown().includes(text), text);
      if (typeof key === "string") tmux("send-keys", key);
      else tmux("resize-window", "-x", `${key}`);
    }
    await until(() => shown().includes(END), END);
    return `${shown().replaceAll(/ +$/gm, "").trimEnd()}\n`;
  } catch (error) {
    throw new Error(`${(error as Error).message}; the terminal shows:\n${shown()}`, { cause: error });
  } finally {
    tmux("kill-server");
  }
}

let count = 0;

async function until(isSo: () => boolean, text: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`${JSON.stringify(text)} did not appear`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
