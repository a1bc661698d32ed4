/** What each command changes, and so who may run it (PL-27). `run.ts` asks this table before every command; one that is missing here does not run. */

/** From the weakest to the strongest. */
export const RIGHTS = {
  /** Leaves everything as it is but the log. */
  reads: { refusesAgents: false },
  /** Changes nothing that decides which code runs, or which guard holds. */
  writes: { refusesAgents: false },
  /** What the user has to want. There is nothing to show before. */
  chooses: { refusesAgents: true },
  /** Takes something away that may be a guard: asks where there is a terminal, and runs without one. */
  disarms: { refusesAgents: true },
  /** Lets code run: needs an answer at a terminal, or the digest of what was read. */
  arms: { refusesAgents: true },
  /** Lets code run that is not written yet, so that no digest stands for it: needs an answer at a terminal. */
  entrusts: { refusesAgents: true },
} as const;

export type Right = keyof typeof RIGHTS;

interface CommandRights {
  readonly is: Right;
  /** Flags that make it stronger, by their names in the command's file. */
  readonly flags?: Readonly<Record<string, Right>>;
}

export const COMMAND_RIGHTS: Readonly<Record<string, CommandRights>> = {
  // An agent may be added anywhere. Another scope takes guards away from other projects, or brings them there; a source brings code, or takes guards away.
  init: { is: "writes", flags: { removeAgent: "disarms", hookScope: "disarms", recommendations: "disarms" } },
  // Brings about what the config says. No agent decides what gets into the user's commits.
  sync: { is: "writes", flags: { mcpProjectFiles: "chooses", mcpGitExclude: "chooses" } },
  status: { is: "reads" },
  // Its code needs a consent of its own, but its instructions and its guards count at once.
  use: { is: "chooses", flags: { remove: "disarms", dev: "entrusts" } },
  search: { is: "reads" },
  // Replaces the program that guards.
  "self-update": { is: "chooses" },
  uninstall: { is: "disarms" },
  agents: { is: "reads" },
  // It creates a folder with an example hook.
  "plugin new": { is: "writes" },
  "plugin list": { is: "reads" },
  "plugin show": { is: "reads" },
  "plugin validate": { is: "reads" },
  // Sources are the user's choice, and are fetched without a command too.
  "plugin sync": { is: "writes" },
  // Records the import. What it may run is asked, or waits.
  "hooks import": { is: "chooses" },
  "hooks convert": { is: "reads", flags: { output: "writes" } },
  "hooks explain": { is: "reads" },
  "hooks validate": { is: "reads" },
  "hooks install": { is: "arms" },
  "hooks remove": { is: "disarms" },
  "trust list": { is: "reads" },
  "trust show": { is: "reads" },
  // A file of the project, which a check compares with and which consents to nothing.
  "trust lock": { is: "writes" },
  "trust accept": { is: "arms" },
  "trust revoke": { is: "disarms" },
  "trust ask": { is: "arms" },
  export: { is: "writes" },
  "cache list": { is: "reads" },
  // Only programs that no plugin uses, and `sync` acquires them again.
  "cache clean": { is: "writes" },
  "crate-info": { is: "reads" },
  "package-info": { is: "reads" },
  mcp: { is: "reads" },
  completions: { is: "reads" },
  hook: { is: "reads" },
};

/** One call of a command, as the parser understood it. */
export interface CalledCommand {
  readonly words: string;
  readonly right: Right;
  /** Nothing is changed, and no log is written. */
  readonly isDryRun: boolean;
}
