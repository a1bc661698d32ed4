/** Files of a git repository: all of it, a folder, or one file and those beside it. */

import { type GitAddress, gitAddress, type GitOptions, isWholeCommit, type TreeCandidate } from "../../../files/git/address.ts";
import type { Identity, ProgramSource, SourceEntry } from "../program-source.ts";

export interface WantedRepository extends Pick<GitOptions, (typeof OPTIONS)[number]> {
  readonly url: string;
}

const OPTIONS = ["branch", "tag", "rev", "subdir"] as const;

/** `<owner>/<repo>/blob/<ref>/<file>` of GitHub, `<group>/…/<repo>/-/blob/<ref>/<file>` of GitLab. */
const FILE = /^(https?:\/\/[^/]+(?:\/[^/]+\/[^/]+|\/.+?\/-))\/blob\//i;

export const source: ProgramSource<WantedRepository> = {
  name: "github",
  about: "files of a git repository, on GitHub or elsewhere",
  keys: [
    {
      key: "url",
      kind: "text",
      about: "The address of a repository, or of a folder or file as the browser shows it.",
      example: 'url = "https://github.com/example/hooks/tree/main/bash"',
    },
    { key: "branch", kind: "text", about: "A branch of the repository.", example: 'branch = "main"' },
    { key: "tag", kind: "text", about: "A tag of the repository.", example: 'tag = "v1.2.0"' },
    { key: "rev", kind: "text", about: "A full commit hash of the repository." },
    { key: "subdir", kind: "text", about: "A folder of the repository.", example: 'subdir = "tools"' },
  ],
  read,
  identify,
};

function read(entry: SourceEntry): WantedRepository | string {
  const { url } = entry;
  if (typeof url !== "string") return "comes from github but has no `url`";
  const options = OPTIONS.flatMap((key) => (typeof entry[key] === "string" ? [[key, entry[key]] as const] : []));
  const wanted: WantedRepository = { url, ...Object.fromEntries(options) };
  const repository = repositoryOf(wanted);
  return "problem" in repository ? `has an invalid address: ${repository.problem}` : wanted;
}

interface Repository {
  readonly address: GitAddress;
  /** The address names a file, which is the last part of each candidate's folder. */
  readonly isFile: boolean;
}

export function repositoryOf({ url, ...options }: WantedRepository): Repository | { readonly problem: string } {
  const asFolder = url.replace(FILE, "$1/tree/");
  const isFile = asFolder !== url;
  const read = gitAddress(asFolder, options);
  if (!read.ok) return { problem: read.message };
  const { address } = read;
  if (isFile && !(address.wanted.kind === "tree" && address.wanted.candidates.some(({ subdir }) => subdir !== "")))
    return { problem: "what follows `blob/` does not name a file" };
  return { address, isFile };
}

function identify(wanted: WantedRepository): Identity {
  const repository = repositoryOf(wanted);
  if ("problem" in repository) return { subject: "invalid address" };
  const version = pinnedCommit(repository.address)?.ref.toLowerCase();
  return { subject: repository.address.key, version };
}

/** The commit that the address itself names, with the folder that follows it. */
export function pinnedCommit({ wanted, subdir }: GitAddress): TreeCandidate | undefined {
  if (wanted.kind === "rev") return { ref: wanted.name, subdir };
  return wanted.kind === "tree" ? wanted.candidates.find(({ ref }) => isWholeCommit(ref)) : undefined;
}
