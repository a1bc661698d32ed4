/** What `strace` wrote down of a run: which processes our program is behind, what they started, and whom they tried to reach. */

export interface Watched {
  /** Command lines that our program, or whatever it started, began, in order. */
  readonly started: readonly string[];
  /** Addresses that they tried to reach, as `address:port`. */
  readonly reached: readonly string[];
  /** The same for everyone else in the run, each once. */
  readonly reachedByOthers: readonly string[];
  /** Whether our program was seen at all. */
  readonly seen: boolean;
}

/** The line before each session of a run. */
export const SESSION = "=== session";

const OURS = /\/\.symposium\/bin\/symposium-hook(?:\.placed)?$/;

export function watchedIn(text: string): Watched {
  const sessions = text.split(`${SESSION}\n`).map(sessionIn);
  return {
    started: sessions.flatMap(({ started }) => started),
    reached: sessions.flatMap(({ reached }) => reached),
    reachedByOthers: [...new Set(sessions.flatMap(({ reachedByOthers }) => reachedByOthers))].toSorted(),
    seen: sessions.some(({ seen }) => seen),
  };
}

function sessionIn(text: string): Watched {
  const lines = whole(text);
  const parents = parentsIn(lines);
  const ours = new Set<string>();
  const isOurs = (id: string): boolean => ours.has(id) || (parents.has(id) && isOurs(parents.get(id) ?? ""));
  const started: string[] = [];
  const reached: string[] = [];
  const others = new Set<string>();
  for (const { id, call } of lines) {
    const words = commandIn(call);
    if (words !== undefined) {
      if (OURS.test(words[0] ?? "")) ours.add(id);
      if (isOurs(id)) started.push(words.join(" "));
    }
    const address = addressIn(call);
    if (address === undefined) continue;
    if (isOurs(id)) reached.push(address);
    else others.add(address);
  }
  return { started, reached, reachedByOthers: [...others], seen: ours.size > 0 };
}

interface Line {
  readonly id: string;
  readonly call: string;
}

/** A call during which another process was seen stands on two lines. */
function whole(text: string): Line[] {
  const open = new Map<string, string>();
  return text.split("\n").flatMap((line): Line[] => {
    const [, id = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (rest.endsWith("<unfinished ...>")) {
      open.set(id, rest.slice(0, -"<unfinished ...>".length));
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    return rest === "" ? [] : [{ id, call: resumed === null ? rest : `${open.get(id) ?? ""}${resumed[1] ?? ""}` }];
  });
}

function parentsIn(lines: readonly Line[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap(({ id, call }) => {
      const child = /^(?:clone|clone3|fork|vfork)\(.*=\s*(\d+)$/.exec(call)?.[1];
      return child === undefined ? [] : [[child, id] satisfies [string, string]];
    }),
  );
}

/** The file and words of a process that was started; nothing where it could not be. */
function commandIn(call: string): readonly string[] | undefined {
  const [, file = "", words = ""] = /^execve\("([^"]*)", \[(.*?)\](?:,|\.\.\.).*= 0$/.exec(call) ?? [];
  if (file === "") return undefined;
  return [file, ...[...words.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, word = ""]) => word).slice(1)];
}

function addressIn(call: string): string | undefined {
  if (!/^(?:connect|sendto|sendmsg|sendmmsg)\(/.test(call)) return undefined;
  const four = /sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)/.exec(call);
  const six = /sin6_port=htons\((\d+)\).*inet_pton\(AF_INET6, "([^"]+)"/.exec(call);
  const [, port, address] = four ?? six ?? [];
  return address === undefined ? undefined : `${address}:${port}`;
}
