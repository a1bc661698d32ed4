/**
 * Skill names become folder names, on every operating system and beside the user's own files. A name that could leave its
 * place, or that has a special meaning on some system, is refused; one that only violates the format is used and reported.
 */

export interface NameVerdict {
  /** Why it is not a valid folder name. */
  readonly refused?: string;
  /** Why agentskills.io does not allow it. */
  readonly doubt?: string;
}

/** With a suffix a name must still fit into the 255 bytes that file systems allow. */
const MOST_BYTES = 128;

export function judgeName(name: string): NameVerdict {
  const refused = REFUSALS.find(({ is }) => is(name))?.because;
  if (refused !== undefined) return { refused };
  const doubt = DOUBTS.find(({ is }) => is(name))?.because;
  return doubt === undefined ? {} : { doubt };
}

interface Rule {
  readonly is: (name: string) => boolean;
  readonly because: string;
}

const REFUSALS: readonly Rule[] = [
  { is: (name) => name === "", because: "is empty" },
  { is: (name) => /[/\\]/.test(name), because: "contains a path separator" },
  // Plain ASCII first: the engine reads Unicode's tables for the second pattern, which takes longer than the rest of a check.
  { is: (name) => /[^ -~]/.test(name) && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name), because: "contains invisible characters" },
  { is: (name) => name.startsWith("."), because: "starts with a dot" },
  { is: (name) => /[<>:"|?*]/.test(name), because: "contains a character that Windows does not allow in names" },
  { is: (name) => /^\s|[\s.]$/u.test(name), because: "starts with a space, or ends with a space or a dot" },
  {
    is: (name) => /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|\s*$)/iu.test(name),
    because: "is the name of a device on Windows",
  },
  { is: (name) => Buffer.byteLength(name) > MOST_BYTES, because: `is longer than ${MOST_BYTES} bytes` },
];

const DOUBTS: readonly Rule[] = [
  { is: (name) => name.length > 64, because: "is longer than 64 characters" },
  { is: (name) => !/^[a-z0-9-]+$/.test(name), because: "has other characters than lower-case letters, digits and hyphens" },
  { is: (name) => /^-|-$|--/.test(name), because: "starts or ends with a hyphen, or has two in a row" },
];

/** Equal for names that would be the same folder on some file system. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}
