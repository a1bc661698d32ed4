/** The version of this programme. The build puts it in, so that no `package.json` is read when it runs. */

declare const SYMPOSIUM_VERSION: string | undefined;

export const VERSION: string = typeof SYMPOSIUM_VERSION === "string" ? SYMPOSIUM_VERSION : "0.0.0";
