/** Throws where it cannot be a path. Few addresses are files, so the module is loaded for one. */
export function pathOfFileUrl(url: string): string {
  return process.getBuiltinModule("node:url").fileURLToPath(url);
}
