/** Checks at registries whether packages of certain names exist. Only `plugin validate` asks: hooks and `sync` never do. */

export interface NameRegistry {
  readonly ecosystem: string;
  readonly title: string;
  /** Addresses of which one exists if the name does, the likeliest first. */
  readonly addressesOf: (name: string) => readonly string[];
  /** Why it is not asked about a name; absent where it is asked about all. */
  readonly unasked?: (name: string) => string | undefined;
}

/** A base address on the web, without credentials and with one final slash; a registry may be below a path. */
export function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? origin + pathname.replace(/(?<!\/)\/*$/, "/") : undefined;
}

type PackageName = Readonly<Record<"ecosystem" | "name", string>>;

export type NameAnswer =
  | { readonly kind: "known" }
  | { readonly kind: "unknown"; readonly registry: string }
  | { readonly kind: "unasked"; readonly reason: string };

interface Asking {
  readonly fetch: (
    address: string,
    options: { readonly signal: AbortSignal; readonly headers: Record<string, string> },
  ) => Promise<Response>;
  /** Sent along, so that the registry's operators know who asks. */
  readonly userAgent: string;
  readonly milliseconds?: number;
}

const AT_ONCE = 4;

/** One answer per name, in order. A registry that failed once is not asked again, so that being offline costs one wait. */
export async function askRegistries(
  names: readonly PackageName[],
  registries: readonly NameRegistry[],
  asking: Asking,
): Promise<readonly NameAnswer[]> {
  const answers = new Array<NameAnswer>(names.length);
  const failed = new Map<string, string>();
  let next = 0;
  const work = async () => {
    while (next < names.length) {
      const at = next++;
      answers[at] = await askOne(names[at]!, registries, asking, failed);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, names.length) }, work));
  return answers;
}

async function askOne(
  { ecosystem, name }: PackageName,
  registries: readonly NameRegistry[],
  asking: Asking,
  failed: Map<string, string>,
): Promise<NameAnswer> {
  const registry = registries.find((each) => each.ecosystem === ecosystem);
  if (registry === undefined) return { kind: "unasked", reason: `this version does not look up ${ecosystem} names` };
  const unasked = registry.unasked?.(name);
  if (unasked !== undefined) return { kind: "unasked", reason: unasked };
  for (const address of registry.addressesOf(name)) {
    if (failed.has(ecosystem)) break;
    const status = await statusOf(address, asking);
    const reason = `cannot reach ${registry.title}: ${typeof status === "string" ? status : `it answered ${status}`}`;
    if (typeof status === "string" || status >= 500 || status === 429) failed.set(ecosystem, reason);
    else if (status < 300) return { kind: "known" };
    else if (!GONE.has(status)) return { kind: "unasked", reason };
  }
  const reason = failed.get(ecosystem);
  return reason === undefined ? { kind: "unknown", registry: registry.title } : { kind: "unasked", reason };
}

/** An index's answers for a name it does not have; for some the last one means removed for legal reasons. */
const GONE = new Set([404, 410, 451]);

async function statusOf(address: string, { fetch, userAgent, milliseconds = 10_000 }: Asking): Promise<number | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(milliseconds), headers: { "user-agent": userAgent } });
    // Only the status counts, and an unread body would keep the connection open.
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, name, message } = error as Error;
    if (name === "TimeoutError") return "it did not answer in time";
    return cause instanceof Error ? cause.message || cause.name : message;
  }
}
