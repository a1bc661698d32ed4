/**
 * Where modules are requested from. Only the user's file (`go env -w`) decides (PL-32). Where the environment says something else, nothing is requested: the
 * name of a private module must not reach a public server.
 */

import { lookUp } from "../../lookup.ts";
import { type GoSurroundings, userSettings } from "./go-environment.ts";

export interface UserProxy {
  /** The first server; `undefined` where modules come from repositories alone. */
  readonly address: string | undefined;
  readonly title: string;
  /** Whether a module is requested from its repository, and not named to anyone else. */
  readonly isPrivate: (name: string) => boolean;
}

const DIRECTING = ["GOPROXY", "GOPRIVATE", "GONOPROXY", "GONOSUMDB", "GOSUMDB"];
const USUAL = "https://proxy.golang.org,direct";

export function userProxy(where: GoSurroundings): UserProxy | { readonly problem: string; readonly hint: string } {
  const settings = userSettings(where);
  const differing = DIRECTING.find((name) => (lookUp(where.env, name) || settings.get(name)) !== settings.get(name));
  if (differing !== undefined) {
    const problem = `${differing} in the environment differs from the user's Go settings, and only those direct requests`;
    return { problem, hint: `run \`go env -w ${differing}=…\` with that value, or \`go mod download\` in the module` };
  }
  const address = (settings.get("GOPROXY") ?? USUAL).split(/[,|]/).find((one) => /^(?:https?|file):/i.test(one));
  const patterns = [settings.get("GONOPROXY") ?? settings.get("GOPRIVATE"), settings.get("GOPRIVATE")].flatMap(
    (list) => list?.split(",") ?? [],
  );
  return { address, title: titleOf(address), isPrivate: (name) => patterns.some((pattern) => isPrefix(pattern.trim(), name)) };
}

function titleOf(address: string | undefined): string {
  if (address === undefined) return "its repository";
  try {
    return new URL(address).host || address;
  } catch {
    return address;
  }
}

/** A pattern for the first elements of a path, with `*` and `?` within one. A class of characters counts as any character. */
function isPrefix(pattern: string, name: string): boolean {
  if (pattern === "") return false;
  const wanted = pattern.replace(/\/$/, "").split("/");
  const elements = name.split("/");
  return wanted.every((one, at) => elements[at] !== undefined && expressionOf(one).test(elements[at]));
}

function expressionOf(glob: string): RegExp {
  const source = glob.replace(/\[[^\]]{0,200}\]|[\s\S]/g, (part) => {
    if (part === "*") return ".*";
    if (part === "?" || part.length > 1) return ".";
    return part.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");
  });
  return new RegExp(`^${source}$`);
}
