/** How pip is run to download one wheel, which indexes the user's configuration names (PL-32), and why pip failed. */

import { type Refusal, refusal, unreached } from "../refusal.ts";
import { type EmptyFolder, type FailedManager, type ManagerSettings, NETWORK_VARIABLES, runManager } from "../run-manager.ts";

/**
 * Indexes and credentials come from the user's `pip.conf` and `.netrc`. A variable `PIP_…` would go before them, and a project can set variables of
 * an agent, so none is passed on but that for certificates.
 */
const PIP: Omit<ManagerSettings, "name"> = {
  errorLine: /^ERROR/,
  patienceMs: 120_000,
  kept: NETWORK_VARIABLES,
  homes: [
    ...["PIP_CERT", "REQUESTS_CA_BUNDLE", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"],
    ...["PYENV_ROOT", "ASDF_DATA_DIR", "MISE_DATA_DIR"],
  ],
  own: {
    PIP_NO_INPUT: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    // Users may forbid pip outside an environment. Symposium installs nothing outside one.
    PIP_REQUIRE_VIRTUALENV: "0",
    PIP_RETRIES: "1",
    PIP_TIMEOUT: "20",
    PIP_NO_COLOR: "1",
  },
  whereItIs: ["-I", "-S", "-B", "-c", "import sys; print(sys.executable)"],
};

export const PYTHONS: readonly ManagerSettings[] = ["python3", "python"].map((name) => ({ ...PIP, name }));

/** Isolated: neither the current folder nor variables and folders of the user's own modules count. */
export const PIP_ARGS = ["-I", "-B", "-m", "pip"];

/** pip's default, under every name of it that lock files have. */
const DEFAULT: ReadonlySet<string> = new Set(["pypi", "pypi.org", "pypi.org/simple", "pypi.python.org/simple"]);

/** Another index could have a stranger's package of that name. */
export async function foreignIndex(address: string | undefined, { manager, folder }: EmptyFolder): Promise<Refusal | undefined> {
  if (address === undefined || DEFAULT.has(plain(address))) return undefined;
  const answer = await runManager(manager, [...PIP_ARGS, "config", "list"], folder);
  const known = "stdout" in answer ? answer.stdout.split("\n").flatMap(addressesIn) : [];
  if (known.some((one) => plain(one) === plain(address))) return undefined;
  const shown = address.replace(/\/\/[^/@]*@/, "//");
  return refusal(`it comes from ${shown}, which is not in the user's pip configuration`, "install the project's dependencies");
}

/** `global.extra-index-url='https://one/simple\nhttps://two/simple'`, as Python prints a text. */
function addressesIn(line: string): readonly string[] {
  const [, value] = /^[\w-]+\.(?:extra-)?index-url=(.*)$/.exec(line.trim()) ?? [];
  return (value ?? "").split(/['"\s]|\\n/).filter((word) => word !== "");
}

/** Without protocol, credentials and final slashes. */
function plain(address: string): string {
  const rest = address.replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/i, "").replace(/(?<!\/)\/+$/, "");
  return rest.toLowerCase();
}

/** Why a wheel was not fetched, in a line: from what pip printed, and from its log, which has what it skipped. */
export function failureOf({ failure, stderr }: Pick<FailedManager, "failure" | "stderr">, log: string, version?: string): Refusal {
  if (/No module named pip\b/.test(stderr))
    return refusal("this Python has no pip", "run `python3 -m ensurepip`, or install the project's dependencies");
  const index = indexIn(log);
  if (/DO NOT MATCH THE HASHES/.test(stderr)) return refusal(`the checksum of the one in ${index} differs`, TAMPERED);
  if (/HTTP error 40[13]|\b40[13] Client Error/.test(stderr + log))
    return refusal(`${index} refused the user's credentials`, "check them in pip.conf or .netrc");
  if (UNREACHED.test(stderr) || UNREACHED.test(log)) return unreached(index, causeIn(stderr + log) ?? failure);
  if (!/No matching distribution|Could not find a version/.test(stderr)) return refusal(failure);
  const isOfVersion = (line: string) => version === undefined || line.includes(`-${version}`);
  const skipped = log.split("\n").filter((line) => line.includes("Skipping link: ") && isOfVersion(line));
  if (skipped.some((line) => /compatible|requires a different Python/i.test(line)) || /requires a different Python/i.test(log))
    return refusal(`${index} has no wheel of it for the Python on this machine`, INSTALL);
  if (skipped.some((line) => line.includes("No sources permitted")))
    return refusal(`${index} has only its source, which Symposium does not build`, INSTALL);
  return refusal(`${index} does not have it, or only yanked`);
}

export const TAMPERED = "find out what changed the index or the lock file before you use it";
export const INSTALL = "install the project's dependencies: Symposium reads packages in the project's environment";

const UNREACHED =
  /connection broken by|connection error|Max retries exceeded|ProxyError|ReadTimeout|SSLError|SSLCertVerificationError|\b5\d\d Server Error/;

function causeIn(text: string): string | undefined {
  const [, cause] = /((?:\[Errno -?\d+\] |\[SSL: |\b5\d\d Server Error|timed out)[^'")]*)/.exec(text) ?? [];
  return cause?.trim().slice(0, 200);
}

/** pip leaves passwords out of its log. */
function indexIn(log: string): string {
  const [, address] = /Looking in indexes: (\S+?),?(?:\s|$)/.exec(log) ?? [];
  return address?.replace(/^[a-z]+:\/\/(?:[^/@]*@)?([^/]+).*/s, "$1") ?? "PyPI";
}
