/** The version of this program. The build inserts it, so that no `package.json` is read at run time. */

declare const SYMPOSIUM_VERSION: string | undefined;

declare const SYMPOSIUM_BUILD: string | undefined;

export const VERSION: string = typeof SYMPOSIUM_VERSION === "string" ? SYMPOSIUM_VERSION : "0.0.0";

/** This build: any other build rebuilds our own files, whatever its version. */
export const BUILD: string = typeof SYMPOSIUM_BUILD === "string" ? SYMPOSIUM_BUILD : VERSION;
