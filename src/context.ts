/** Everything from outside the program, made once in its main file and passed down. Nothing else reads globals. */

export type OperatingSystem = "linux" | "macos" | "windows";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Context {
  readonly os: OperatingSystem;
  /** The user's home folder. */
  readonly home: string;
  readonly cwd: string;
  readonly env: Environment;
  /** Milliseconds since 1970; the clock may be set back between two calls. */
  readonly now: () => number;
  /** Another place of the system's policy, for tests and for programs that use the library. No variable sets it (RT-36). */
  readonly systemPolicy?: string;
}

export function operatingSystem(platform: string): OperatingSystem {
  if (platform === "win32") return "windows";
  return platform === "darwin" ? "macos" : "linux";
}

/** The version of this program. The build inserts it, so that no `package.json` is read at run time. */
declare const SYMPOSIUM_VERSION: string | undefined;

declare const SYMPOSIUM_BUILD: string | undefined;

export const VERSION: string = typeof SYMPOSIUM_VERSION === "string" ? SYMPOSIUM_VERSION : "0.0.0";

/** This build: any other build rebuilds our own files, whatever its version. */
export const BUILD: string = typeof SYMPOSIUM_BUILD === "string" ? SYMPOSIUM_BUILD : VERSION;
