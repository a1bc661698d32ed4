/** How far an acquisition is: a bar for a download, the last line of a tool otherwise. */

import type { AcquireProgress } from "../../installations/program-source.ts";
import { sizeText } from "./size.ts";

const NARROWEST = 10;
const WIDEST = 40;

export function progressText(progress: AcquireProgress, width: number): string {
  if ("line" in progress) return `  ${progress.line}`;
  const { received, total } = progress;
  if (total === undefined || total === 0) return `  ${sizeText(received)}`;
  const sizes = `${sizeText(received)} of ${sizeText(total)}`;
  const room = Math.min(WIDEST, width - sizes.length - 6);
  if (room < NARROWEST) return `  ${sizes}`;
  const full = Math.min(room, Math.floor((received / total) * room));
  return `  [${"#".repeat(full)}${"-".repeat(room - full)}] ${sizes}`;
}
