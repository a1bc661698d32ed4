/**
 * Names of skills become names of folders, on every operating system and beside the user's own files. One that could leave its
 * place, or that some system takes for something else, is refused; one that only the format frowns upon is used and told.
 */

export interface NameVerdict {
  /** Why no folder can be called so. */
  readonly refused?: string;
  /** What agentskills.io would not have. */
  readonly doubt?: string;
}

/** With a suffix behind it a name must still fit into the 255 bytes that file systems allow. */
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
  { is: (name) => /[/\\]/.test(name), because: "contains a separator of paths" },
  { is: (name) => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name), because: "contains characters that cannot be seen" },
  { is: (name) => name.startsWith("."), because: "begins with a dot" },
  { is: (name) => /[<>:"|?*]/.test(name), because: "contains a character that Windows does not allow in names" },
  { is: (name) => /^\s|[\s.]$/u.test(name), because: "begins with a space, or ends with a space or a dot" },
  {
    is: (name) => /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|\s*$)/iu.test(name),
    because: "is the name of a device on Windows",
  },
  { is: (name) => Buffer.byteLength(name) > MOST_BYTES, because: `is longer than ${MOST_BYTES} bytes` },
];

const DOUBTS: readonly Rule[] = [
  { is: (name) => name.length > 64, because: "is longer than 64 characters" },
  { is: (name) => !/^[a-z0-9-]+$/.test(name), because: "has other characters than lower-case letters, digits and hyphens" },
  { is: (name) => /^-|-$|--/.test(name), because: "begins or ends with a hyphen, or has two in a row" },
];

/** Equal for names that would be the same folder on some file system. */
export function foldedName(name: string): string {
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}
