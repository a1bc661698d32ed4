/** What Node needs before the name of a TypeScript file; those from 22.18 on could do without. */
export const TYPESCRIPT: readonly string[] = ["--import", new URL("typescript.mjs", import.meta.url).href];
