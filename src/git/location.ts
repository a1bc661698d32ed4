/** Where a repository is: the address for git, the text for people, and the key in the cache. */

export interface Location {
  readonly ok: true;
  readonly url: string;
  readonly shown: string;
  readonly key: string;
  readonly readable: string;
  readonly insecure: boolean;
  /** The parts after `tree/` of a web address. */
  readonly tree?: readonly string[];
}

export interface Refused {
  readonly ok: false;
  readonly message: string;
  readonly hint?: string;
}

const FORMS = "use https://…, ssh://…, git@host:path, owner/repo for GitHub, or a path";

export function refused(message: string): Refused {
  return { ok: false, message: `the address ${message}`, hint: FORMS };
}

const LONGEST = 60;

/** The last two words of a path, in letters that every file system accepts. */
export function readableOf(path: string): string {
  const words = path.split("/").filter((word) => word !== "");
  const name = words
    .slice(-2)
    .join("--")
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "");
  return (
    name
      .replace(/\.git$/i, "")
      .slice(-LONGEST)
      .replace(/^[.-]+|(?<![.-])[.-]+$/g, "") || "repository"
  );
}
