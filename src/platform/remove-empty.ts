import { rmdirSync } from "node:fs";

/** Removes a folder if it is empty; returns whether it is gone. */
export function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
