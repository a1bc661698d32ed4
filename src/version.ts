/** The version of this program. The build puts it in, so that no `package.json` is read when it runs. */

declare const SYMPOSIUM_VERSION: string | undefined;

declare const SYMPOSIUM_BUILD: string | undefined;

export const VERSION: string = typeof SYMPOSIUM_VERSION === "string" ? SYMPOSIUM_VERSION : "0.0.0";

/** This very build: files we keep for ourselves are made anew by any other, whatever its version says. */
export const BUILD: string = typeof SYMPOSIUM_BUILD === "string" ? SYMPOSIUM_BUILD : VERSION;
