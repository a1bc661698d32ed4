import { targetName, thisMachine } from "../platform/machine.ts";

let known: string | undefined;

/** `linux-x64`, `darwin-arm64`, `win32-x64`, `linux-x64-musl` … Asked for only where a program is acquired. */
export function platformName(): string {
  return (known ??= targetName(thisMachine()));
}
