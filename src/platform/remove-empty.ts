import { rmdirSync } from "node:fs";

/** Whether the folder is gone; one in which something is stays. */
export function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
