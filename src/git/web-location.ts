/** Web addresses, including those of a folder as GitHub and GitLab show it in the browser. */

import { type Location, readableOf, type Refused, refused } from "./location.ts";

/** The folder is separate: only the repository knows where its ref ends. */
export function webLocation(url: URL): Location | Refused {
  const split = webParts(url);
  if (split === undefined) return refused("is not a valid URL");
  const { repository, tree } = split;
  const path = repository.join("/").replace(/\.git$/i, "");
  if (path === "") return refused("does not name a repository");
  const host = url.host.toLowerCase();
  const asGiven = `${url.protocol}//${host}/${repository.join("/")}`;
  const credentials = url.username === "" && url.password === "" ? "" : `${url.username}${url.password === "" ? "" : `:${url.password}`}@`;
  return {
    ok: true,
    url: `${url.protocol}//${credentials}${host}/${repository.join("/")}`,
    shown: tree === undefined ? asGiven : `${asGiven}/tree/${tree.join("/")}`,
    // GitHub ignores case.
    key: `${url.protocol}//${host}/${host === "github.com" ? path.toLowerCase() : path}`,
    readable: readableOf(path),
    insecure: url.protocol === "http:" && !isLoopback(url.hostname),
    ...(tree === undefined ? {} : { tree }),
  };
}

/** `<owner>/<repo>/tree/<ref>/<folder>` of GitHub, `<group>/…/<repo>/-/tree/<ref>/<folder>` of GitLab. The repository's part is unchanged. */
function webParts({ pathname }: URL): { readonly repository: readonly string[]; readonly tree?: readonly string[] } | undefined {
  const parts = pathname.split("/").filter((part) => part !== "");
  const dash = parts.findIndex((part, at) => part === "-" && parts[at + 1] === "tree");
  const at = dash > 0 ? dash : parts[2] === "tree" ? 2 : undefined;
  if (at === undefined) return { repository: parts };
  try {
    const decoded = parts.slice(at === dash ? at + 2 : at + 1).map(decodeURIComponent);
    const tree = decoded.flatMap((part) => part.split("/")).filter((part) => part !== "");
    // oxlint-disable-next-line no-control-regex
    if (tree.some((part) => part === "." || part === ".." || /[\u0000-\u001f\u007f\\]/.test(part))) return undefined;
    return { repository: parts.slice(0, at), tree };
  } catch {
    return undefined;
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
