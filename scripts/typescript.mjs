/** For `node --import`: lets a Node that does not run TypeScript itself do so. */

import { register } from "node:module";

if (!process.features.typescript) register("./load-typescript.mjs", import.meta.url);
