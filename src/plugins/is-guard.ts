import type { Hook } from "./plugin.ts";

/** Whether a denial takes its place where it cannot be verified, so that no project's file disarms it. */
export function isGuard({ onFailure, deniesIfChanged }: Pick<Hook, "onFailure" | "deniesIfChanged">): boolean {
  return onFailure === "closed" || deniesIfChanged === true;
}
