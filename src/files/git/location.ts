/** Where a repository is: every form of an address, as the address for git, the text for people, and the key in the cache. */

import { resolve } from "node:path";

import { attempt } from "../../errors.ts";

export interface Location {
  readonly ok: true;
  /** For git; may contain credentials, so it is never printed, stored or made part of a name. */
  readonly url: string;
  /** The same without credentials, for people and records. */
  readonly shown: string;
  /** Shared by all spellings of the same repository; without credentials. */
  readonly key: string;
  /** A word or two of the address, for the name of a folder. */
  readonly readable: string;
  /** Others can change what is fetched in transit. */
  readonly insecure: boolean;
  /** The parts after `tree/` of a web address. */
  readonly tree?: readonly string[];
}

export interface Refused {
  readonly ok: false;
  readonly message: string;
  readonly hint?: string;
}

function refused(message: string): Refused {
  const hint = "use https://…, ssh://…, git@host:path, owner/repo for GitHub, or a path";
  return { ok: false, message: `the address ${message}`, hint };
}

const LONGEST = 60;

/** The last two words of a path, in letters that every file system accepts. */
function readableOf(path: string): string {
  const words = path.split("/").filter((word) => word !== "");
  const name = words
    .slice(-2)
    .join("--")
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "");
  const short = name.replace(/\.git$/i, "").slice(-LONGEST);
  return short.replace(/^[.-]+|(?<![.-])[.-]+$/g, "") || "repository";
}

export interface LocationOptions {
  /** The folder where relative paths start; without it they are refused. */
  readonly base?: string;
  /** Called only for `owner/repo`, which may be a folder too. */
  readonly isFolder?: (path: string) => boolean;
}

export function readLocation(text: string, options: LocationOptions): Location | Refused {
  const address = text.trim();
  // oxlint-disable-next-line no-control-regex
  if (address === "" || address.length > 2_000 || /[\u0000-\u001f\u007f]/.test(address))
    return refused("is not a valid git repository address");
  if (address.startsWith("-")) return refused("starts like a git option");
  if (/^[\w+.-]*::/.test(address)) return refused("asks git to run another program");
  const [, scheme] = /^([A-Za-z][\w+.-]*):\/\//.exec(address) ?? [];
  if (scheme !== undefined) return withScheme(scheme.toLowerCase(), address);
  // A path that can be nothing else.
  if (/^(?:[\\/]|\.{1,2}(?:[\\/]|$)|[A-Za-z]:[\\/])/.test(address)) return local(address, options);
  const [, shorthand] = /^github:(.+)$/i.exec(address) ?? [];
  if (shorthand !== undefined) return gitHub(shorthand);
  const [, user, host, path] = /^(?:([\w.-]+)@)?([^/@:[\]]+|\[[0-9A-Fa-f:.]+\]):(.+)$/.exec(address) ?? [];
  // A password without its scheme would be read as part of the path, and shown.
  if (path !== undefined && /^[^/]*@/.test(path)) return refused("has an unexpected `@`");
  if (host !== undefined && path !== undefined) return ssh({ user, host, path });
  if (options.base !== undefined && options.isFolder?.(resolve(options.base, address)) === true) return local(address, options);
  return gitHub(address);
}

function withScheme(scheme: string, address: string): Location | Refused {
  if (scheme === "file") return file(address);
  // For unknown schemes, a URL keeps the host's case and any default port.
  const url = attempt(() => new URL(address));
  if (url === undefined) return refused("is not a valid URL");
  if (url.search !== "" || url.hash !== "") return refused("has a `?` or `#`, which is not valid in a repository address");
  if (scheme === "https" || scheme === "http") return webLocation(url);
  if (["ssh", "git+ssh", "ssh+git"].includes(scheme)) {
    return ssh({ user: url.username || undefined, host: url.hostname, port: url.port, path: url.pathname });
  }
  return refused(scheme === "ext" ? "asks git to run another program" : `starts with \`${scheme}://\`, which is not supported`);
}

type SshParts = { readonly user: string | undefined; readonly host: string; readonly port?: string; readonly path: string };

function ssh({ user, host: given, port = "", path }: SshParts): Location | Refused {
  const host = given.toLowerCase();
  if (!/^(?:[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\])$/.test(host) || user?.startsWith("-") === true) return refused("has an invalid host");
  const clean = path.replace(/^\/+/, "").replace(/(?<!\/)\/+$/, "");
  if (clean === "" || clean.startsWith("-")) return refused("does not name a repository");
  const place = `${user === undefined ? "" : `${user}@`}${host}${port === "" || port === "22" ? "" : `:${port}`}`;
  const isAtTop = path.startsWith("/");
  const url = isAtTop ? `ssh://${place}/${clean}` : `${place}:${clean}`;
  const bare = clean.replace(/\.git$/i, "");
  // `host:path` starts in a home folder there, `ssh://host/path` at the root; but hosts with many repositories, whose user is `git`, accept both.
  const key = `ssh://${place}/${isAtTop || user === "git" ? "" : "./"}${host === "github.com" ? bare.toLowerCase() : bare}`;
  return { ok: true, url, shown: url, key, readable: readableOf(bare), insecure: false };
}

function gitHub(text: string): Location | Refused {
  const [, owner, repository] = /^([A-Za-z0-9][\w-]*)\/([\w.-]+?)\/?$/.exec(text) ?? [];
  if (owner === undefined || repository === undefined || /^\.+$/.test(repository)) return refused("is not a valid git repository address");
  return webLocation(new URL(`https://github.com/${owner}/${repository}`));
}

function file(address: string): Location | Refused {
  const url = attempt(() => new URL(address));
  const path = url && attempt(() => decodeURIComponent(url.pathname));
  if (path === undefined || url?.host !== "" || url.search !== "" || url.hash !== "") return refused("is not a valid URL");
  // A drive follows a slash: /C:/folder.
  return local(/^\/[A-Za-z]:/.test(path) ? path.slice(1) : path, {});
}

function local(path: string, { base }: LocationOptions): Location | Refused {
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(path)) return refused("is not a valid git repository address");
  if (base === undefined && !/^(?:[\\/]|[A-Za-z]:)/.test(path)) return refused("is a relative path; write the absolute path");
  const folder = resolve(base ?? "/", path);
  return { ok: true, url: folder, shown: folder, key: folder, readable: readableOf(folder.replaceAll("\\", "/")), insecure: false };
}

/** The folder is separate: only the repository knows where its ref ends. */
function webLocation(url: URL): Location | Refused {
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
    insecure: url.protocol === "http:" && !/^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname),
    tree,
  };
}

/** `<owner>/<repo>/tree/<ref>/<folder>` of GitHub, `<group>/…/<repo>/-/tree/<ref>/<folder>` of GitLab. The repository's part is unchanged. */
function webParts({ pathname }: URL): { readonly repository: readonly string[]; readonly tree?: readonly string[] } | undefined {
  const parts = pathname.split("/").filter((part) => part !== "");
  const dash = parts.findIndex((part, at) => part === "-" && parts[at + 1] === "tree");
  const at = dash > 0 ? dash : parts[2] === "tree" ? 2 : undefined;
  if (at === undefined) return { repository: parts };
  const decoded = attempt(() => parts.slice(at === dash ? at + 2 : at + 1).map(decodeURIComponent));
  const tree = decoded?.flatMap((part) => part.split("/")).filter((part) => part !== "");
  // oxlint-disable-next-line no-control-regex
  const isPlain = tree?.every((part) => part !== "." && part !== ".." && !/[\u0000-\u001f\u007f\\]/.test(part)) === true;
  return isPlain ? { repository: parts.slice(0, at), tree } : undefined;
}
