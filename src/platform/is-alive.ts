import { readRegularText } from "./read-regular.ts";

/** Whether a process of this number runs; one we have no permission to ask about counts as running. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

export interface LinuxProcess {
  /** The name of its program. */
  readonly title: string;
  /** `Z` for one that has ended, and for whose end its parent has not asked. */
  readonly state: string;
  readonly parent: number;
  /** In ticks since the system was started. */
  readonly started: number;
}

/** Throws where the system does not say. The title may contain spaces and parentheses. */
export function processOnLinux(pid: number): LinuxProcess {
  const stat = readRegularText(`/proc/${pid}/stat`, { maxBytes: 64 * 1024 });
  const end = stat.lastIndexOf(")");
  const [state = "", parent, ...rest] = stat.slice(end + 2).split(" ");
  return { title: stat.slice(stat.indexOf("(") + 1, end), state, parent: Number(parent), started: Number(rest[17]) };
}
