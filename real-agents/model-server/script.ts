/**
 * What the scripted model says. A script is a list of steps; each request that offers tools takes the next one. Requests
 * without tools (title makers, summaries) get a short text and take no step, so side traffic cannot shift the plot.
 */

/** A tool call in the agent's own vocabulary, as a recipe writes it. */
export interface NativeCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Codex groups the tools of an MCP server under a name of their own. */
  readonly namespace?: string;
  /** The input of a tool that takes free text instead of an object (Codex `apply_patch`). */
  readonly text?: string;
  /** Codex finds its deferred tools by an item of a kind of its own. */
  readonly search?: true;
}

export interface Step {
  readonly say?: string;
  readonly calls?: readonly NativeCall[];
  /** Input tokens the reply reports; a large number makes agents compact their history. */
  readonly tokens?: number;
  /** A shell command that is run before the model answers: what the user, or someone else, does in the middle of a session. */
  readonly meanwhile?: string;
  /** Taken only by a request that contains this text: keeps an agent and its subagent, which ask at once, apart. */
  readonly onlyFor?: string;
}

export interface Script {
  readonly steps: readonly Step[];
  /** Said whenever the steps are used up. */
  readonly final: string;
}

/** The model's turn, ready to be put into a wire form. `serial` makes ids unique within a run. */
export interface Turn {
  readonly serial: number;
  readonly say?: string;
  readonly calls: readonly NativeCall[];
  readonly tokens: number;
}

/** Gives the next turn for a request with this text that offers so many tools. */
export type NextTurn = (toolsOffered: number, body: unknown) => Turn;

/** Plays a script from its beginning; `run` carries out what happens meanwhile. */
export function playScript(script: Script, run: (command: string) => void = () => {}): NextTurn {
  const waiting = [...script.steps];
  let serial = 0;
  return (toolsOffered, body) => {
    serial += 1;
    if (toolsOffered === 0) return { serial, say: "Noted.", calls: [], tokens: 10 };
    const text = JSON.stringify(body);
    const place = waiting.findIndex(({ onlyFor }) => onlyFor === undefined || text.includes(onlyFor));
    const [next = { say: script.final }] = place === -1 ? [] : waiting.splice(place, 1);
    const { say, calls = [], tokens = 10, meanwhile }: Step = next;
    if (meanwhile !== undefined) run(meanwhile);
    return { serial, calls, tokens, ...(say === undefined ? {} : { say }) };
  };
}
