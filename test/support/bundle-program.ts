/** Bundles a TypeScript program of the tests: `<input> <file>`. */

import { rolldown } from "rolldown";

const [input = "", file = ""] = process.argv.slice(2);
const bundle = await rolldown({ input, platform: "node", resolve: { mainFields: ["module", "main"] } });
await bundle.write({ file, format: "esm", codeSplitting: false });
await bundle.close();
