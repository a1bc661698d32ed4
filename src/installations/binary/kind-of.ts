/** What a download is, from its first bytes: an address may have any ending, or none. */

/** `wrong` is the rest of a sentence about it. */
export type DownloadKind = "program" | "tar.gz" | "zip" | { readonly wrong: string };

/** As hexadecimal digits. */
const PROGRAMS: readonly string[] = [
  "2321", // #!
  "efbbbf2321", // #! after a mark that some editors write
  "7f454c46", // ELF
  "4d5a", // PE
  ...["feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe", "cafebabf"], // Mach-O, for one processor or several
];

const ARCHIVES: readonly (readonly [bytes: string, kind: DownloadKind])[] = [
  ["504b0304", "zip"],
  ["504b0506", "zip"],
  ["1f8b", "tar.gz"],
  ["fd377a585a00", unsupported("an xz file")],
  ["28b52ffd", unsupported("a zstd file")],
  ["425a68", unsupported("a bzip2 file")],
  ["377abcaf271c", unsupported("a 7z file")],
];

/** Above every number of processors in one Mach-O file, and below every version of Java, whose classes begin with the same bytes. */
const MOST_PROCESSORS = 40;

const SCRIPT = /\.(?:[cm]?[jt]s|py|ps1|sh|bash|cmd|bat)$/i;

/** `name` is that of the file that a program becomes. */
export function kindOf(bytes: Uint8Array, name: string): DownloadKind {
  const start = Buffer.from(bytes.subarray(0, 512));
  const digits = start.toString("hex");
  if (digits === "") return { wrong: "is empty" };
  const archive = ARCHIVES.find(([first]) => digits.startsWith(first));
  if (archive !== undefined) return archive[1];
  if (start.toString("latin1", 257, 262) === "ustar") return unsupported("an uncompressed tar file");
  const isJava = digits.startsWith("cafebabe") && (start.length < 8 || start.readUInt32BE(4) > MOST_PROCESSORS);
  if (!isJava && PROGRAMS.some((first) => digits.startsWith(first))) return "program";
  if (SCRIPT.test(name) && !start.includes(0)) return "program";
  return { wrong: `is neither a program nor a .tar.gz or .zip file: it begins with ${JSON.stringify(start.toString("latin1", 0, 16))}` };
}

function unsupported(what: string): DownloadKind {
  return { wrong: `is ${what}, which Symposium does not unpack; publish a .tar.gz or a .zip` };
}
