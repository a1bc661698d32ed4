/**
 * Oracles: what each agent's own program obeys, written down by hand from measurements of the running agents. They are
 * the judges of the conformance matrix, so nothing below `test/oracles` and no `test/agents/<agent>/oracle.ts` may import
 * anything from `src`: an encoder that shared code with its judge would agree with itself.
 */

/** What a hook command left behind, as the agent sees it. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export type Payload = Readonly<Record<string, unknown>>;

/** What the agent does because of one answer. */
export interface Reading {
  /** The tool does not run, its result is withheld or commented on, the prompt is not sent, the stop is refused. */
  readonly blocked: boolean;
  /** The text because of it: to the model after a tool or stop block, to the user after a prompt block or a question. */
  readonly reason?: string;
  readonly asked?: boolean;
  /** The permission question is skipped. */
  readonly allowed?: boolean;
  /** The complete input the tool is run with. */
  readonly rewrittenTo?: unknown;
  /** Text that reaches the model beside a reason. */
  readonly context?: string;
  /** The run ends. */
  readonly stopped?: boolean;
  /** Text shown to the user and not to the model. */
  readonly userMessage?: string;
  /** What else of the answer has an effect, at an event that only this agent has. */
  readonly own?: Readonly<Record<string, unknown>>;
  /** Nothing of the answer had an effect. */
  readonly ignored: boolean;
  /** Why the agent threw the whole answer away. */
  readonly void?: string;
}

/** What can work at an event at all. */
export interface Obeys {
  readonly block: boolean;
  readonly ask: boolean;
  readonly rewrite: boolean;
  readonly context: boolean;
  readonly stop: boolean;
  /** A denial ends the run as well. */
  readonly blockStops?: true;
  /** An allow does something here and cannot overrule what the user forbade. */
  readonly allow: boolean;
  /** A message for the user is shown here. */
  readonly tell: boolean;
}

/** An oracle as the matrix takes it: at once, or with a promise where the judge is a program that has to be run. */
export type AnyOracle = Oracle<Reading | Promise<Reading>>;

export interface Oracle<R extends Reading | Promise<Reading> = Reading> {
  /** Our name of the agent; also the name of its folder. */
  readonly agent: string;
  /** The native events. */
  readonly events: readonly string[];
  /** The neutral event a payload stands for, or `null` where it stands for none: a prompt that no user typed is not a prompt. */
  readonly means: (event: string, payload: Payload) => string | null;
  /** The input of the tool a payload is about, as the agent sent it. */
  readonly toolInput: (payload: Payload) => unknown;
  /** The payload with another tool input, where that is not found by where the old one stands. */
  readonly withToolInput?: (payload: Payload, input: unknown) => Payload;
  /** The field of a shell tool's input that holds the command; `command` if absent. */
  readonly commandField?: string;
  /** The payload in another session, where that is not named by a key of its own. */
  readonly inSession?: (payload: Payload, session: string) => Payload;
  readonly read: (event: string, payload: Payload, answer: HookAnswer) => R;
  /** What this agent may be answered, where that is not JSON with exit code 0: some read text and exit codes. */
  readonly legal?: (answer: HookAnswer, event: string) => boolean;
  /** Some abilities depend on what happened: a failed tool may carry less than one that worked. */
  readonly obeys: (event: string, payload: Payload) => Obeys;
}

export const NOTHING: Obeys = { block: false, ask: false, rewrite: false, context: false, stop: false, allow: false, tell: false };

/** One answer in the form this agent reads, and nothing beside it. */
export function isLegal({ legal }: Pick<Oracle, "legal">, answer: HookAnswer, event = ""): boolean {
  return legal === undefined ? isJsonAlone(answer) : legal(answer, event);
}

export function isJsonAlone(answer: HookAnswer): boolean {
  return answer.exitCode === 0 && answer.stderr === "" && /^(\{.*\})?$/s.test(answer.stdout);
}

/** The same payload with another tool input in the place of its own. */
export function withToolInput(oracle: Pick<AnyOracle, "toolInput" | "withToolInput">, payload: Payload, input: unknown): Payload {
  if (oracle.withToolInput !== undefined) return oracle.withToolInput(payload, input);
  const changed = replaced(payload, oracle.toolInput(payload), input);
  if (changed === payload) throw new Error("the tool input does not stand in the payload");
  return changed;
}

function replaced(payload: Payload, sent: unknown, input: unknown): Payload {
  for (const [key, value] of Object.entries(payload)) {
    if (value === sent) return { ...payload, [key]: input };
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const inner = replaced(value as Payload, sent, input);
    if (inner !== value) return { ...payload, [key]: inner };
  }
  return payload;
}

export type Effects = { -readonly [K in Exclude<keyof Reading, "ignored">]?: Reading[K] | undefined };

/** A reading of exactly these effects; without any the answer was ignored. */
export function reading(effects: Effects = {}): Reading {
  const { blocked = false, void: cause, ...rest } = effects;
  const told = Object.entries(rest).filter(([, value]) => value !== undefined && value !== false && value !== "");
  const { reason: _, ...acts } = Object.fromEntries(told);
  return {
    blocked,
    ...Object.fromEntries(told),
    ignored: !blocked && Object.keys(acts).length === 0,
    ...(cause === undefined ? {} : { void: cause }),
  };
}

/** The agent threw the answer away; what it tells the user about that is not an effect of the answer. */
export function thrownAway(why: string): Reading {
  return reading({ void: why });
}
