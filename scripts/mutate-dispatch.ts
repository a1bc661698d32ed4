/** Breaks which hooks run, and what they are given. */

import { seenByMatrix, seenByParts } from "./mutate-edit.ts";

export const DISPATCH = [
  ...seenByParts(
    "selectHooks",
    [
      "RT-9 a native hook does not keep the portable ones from running",
      "native.has(pluginOf(hook)) ? isNative(hook) : isPortable(hook)",
      "isNative(hook) || isPortable(hook)",
    ],
    ["RT-9 a hook in another agent's format runs", "isNative(hook) : isPortable(hook)", "isNative(hook) : true"],
    ["RT-9 a hook for another agent runs", "!isForAgent(hook, input.agent)", "false"],
    ["RT-10 a matcher is ignored", "choiceFor(input.tool, testFor)", '"all"'],
    ["RT-10 a pattern counts as no match until the matcher is loaded", "if (isMoreNeeded)", "if (false)"],
    ["RT-10 a matcher counts on events without a tool", "mayBeAny || !hasTool", "mayBeAny"],
    ["RT-21 a payload that names no tool passes every matcher by", "anyTool || isUnnamed(input)", "anyTool"],
    ["RT-11 hooks run in no order", "left.order - right.order", "right.order - left.order"],
  ),
  ...seenByParts("pluginOf", ["RT-11 plugins of one name are one plugin", "`${hook.source}\\n${hook.plugin}`", "hook.plugin"]),
  ...seenByParts("candidateLines", [
    "RT-8 hooks for an event only this agent has do not run",
    "nativeSection(input.agent, input.nativeEvent), choice",
    '"", choice',
  ]),
  ...seenByParts(
    "chooseLines",
    ["RT-10 a hook for one tool is not found", "names), choice.words)", "names), [])"],
    ["RT-10 a pattern meets every tool", "choice.fits(line.selector)", "true"],
  ),
  ...seenByParts(
    "withLaterOnes",
    ["RG-22 an event that carries waiting context is idle", "mayWait ? carriers : []", "[]"],
    ["RG-22 the end of a session is idle though it has something to forget", "...asked, ...ends", "...asked"],
  ),
  ...seenByParts("throughFileOf", ["RG-22 an event is idle though another agent reads the file", "used.add(native);", "break;"]),
  ...seenByParts("idleFlags", ["RG-22 prompts are idle", "tells === true || ", ""]),
  ...seenByParts("removeFlags", [
    "RG-22 a flag stays when it is no longer true",
    "if (!kept.has(flag)) removeQuietly(`${folder}/${flag}`)",
    "",
  ]),
  ...seenByMatrix("openSession", ["RT-20 the refusal of a stop is taken for a prompt", "input.prompt === state.stopReason", "false"]),
  ...seenByParts(
    "isNothingToDo",
    ["RT-19 kept context is delivered only where a hook runs", "state === FRESH_SESSION && ", ""],
    ["RT-16 mistakes in plugins are reported only where a hook runs", "problems.length === 0 && ", ""],
    ["RT-24 old sessions are pruned only where a hook runs", " && session === undefined", ""],
  ),
  ...seenByParts(
    "autoSync",
    ["PL-23 a skill of the background is told when a session starts", 'moment === "start" ? [] : [', "["],
    ["PL-23 the end of a session takes what it cannot tell", 'moment === "end"', "false"],
    ["PL-23 a skill is told to an agent that does not read it", "agents.includes(input.agent)", "true"],
  ),
  ...seenByParts("lastSyncToCheck", [
    "PL-23 a skill of the background waits for the next prompt",
    "file !== undefined && exists(file)",
    "false",
  ]),
  ...seenByParts(
    "takeUnannounced",
    ["PL-23 a skill of the background is told again and again", "removeQuietly(taken)", "rename(taken, file)"],
    ["PL-23 a skill that is gone is told", "exists(join(folder, name))", "true"],
  ),
  ...seenByParts("refreshOnce", ["PL-23 an index of the background hides a change from hook calls", ", leavesSkills: true }", " }"]),
  ...seenByParts("syncSkills", [
    "PL-23 a sync that read older files undoes a newer one",
    "(before?.at ?? 0) > since",
    "(before?.at ?? 0) < 0",
  ]),
  ...seenByParts("syncInCall", ["PL-23 a call does not wait for the process that installs", "patience: milliseconds", "patience: 0"]),
  ...seenByParts("recogniseCaller", [
    "RT-23 the entry's agent is always taken for the caller",
    'services.readersOf(entry.name).length === 0 || entry.recognise(payload, services.context.env) === "shape"',
    "true",
  ]),
  ...seenByParts(
    "recogniseAmongReaders",
    [
      "RT-23 a mark counts as much as the payload's shape",
      'byShape.length > 0 ? byShape : verdicts.filter(({ verdict }) => verdict === "mark")',
      'verdicts.filter(({ verdict }) => verdict !== "no")',
    ],
    [
      "RT-23 a mark of the entry's agent does not count against another",
      "byShape.length === 1 && !isMarked(entry, env)",
      "byShape.length === 1",
    ],
  ),
  ...seenByParts("entryElsewhere", [
    "RT-23 a caller that is registered is answered twice",
    "registered === entry.name ? undefined : registered",
    "undefined",
  ]),
  ...seenByParts("answeringEntry", [
    "RT-23 the first entry answers, and not the caller's own",
    "called.includes(name) ? name : called[0]",
    "called[0]",
  ]),
  ...seenByParts(
    "registeredEntry",
    ["RG-7 the first entry that serves a caller answers, and not its own", "inForce.find(({ entry }) => entry === caller) ?? ", ""],
    ["RT-23 a file that no longer calls us counts", " && agentsCalledIn(file).includes(entry)", ""],
  ),
  ...seenByParts("wordsFor", ["RT-23 an answer to another call is proof", "${shortHash(JSON.stringify([nativeToolInput, prompt]))}", ""]),
  ...seenByParts(
    "wasAnswered",
    ["RT-23 an old answer is proof", "age <= LONGEST_MS", "true"],
    ["RT-23 an answer in the future is proof", "age >= 0", "true"],
  ),
  ...seenByParts("settleCaller", [
    "RT-23 an entry stands back without proof",
    "wasAnswered(elsewhere, reading.session.input, services)",
    "true",
  ]),
  ...seenByParts(
    "inDoubt",
    ["RT-23 in doubt open hooks run twice", "reading === caller && !isGuardsOnly", "reading === caller"],
    ["RT-23 in doubt a guard runs twice in one call", "isSame && isPortableFormat", "false && isPortableFormat"],
  ),
  ...seenByParts("answeringForReadings", [
    "RT-23 in doubt a denial is written for one agent alone",
    "{ ...own, stdout: JSON.stringify(fields.reduce(merged)) }",
    "own",
  ]),
];

export const PAYLOADS = [
  ...seenByParts(
    "readPatch",
    ["RT-4 a patch that only adds is an edit", 'onlyAdds ? "file_write" : "file_edit"', '"file_edit"'],
    ["RT-4 a patch that names no file is clear", 'files.size === 0 ? "the', 'false ? "the'],
  ),
  ...seenByParts("patchCall", ["RT-4 what came with a patch counts as its file", "file_path: _path, ...others", "...others"]),
  ...seenByParts(
    "patchSections",
    ["RT-4 a line that may name a file is none", "} else if (mayNameFile(line)) {", "} else if (false) {"],
    ["RT-4 a blank in front of a name is lost", "form.keepsBlank === true ?", "false ?"],
  ),
  ...seenByParts("codex/patchForm", ["RT-4 Codex's headings with blanks in front are not read", "^[\\s\\u0085]*", "^"]),
  ...seenByParts("opencode/patchForm", ["RT-4 OpenCode's headings without a blank are not read", "|Move to):", "|Move to): "]),
  ...seenByParts(
    "copilot-cli/patchForm",
    ["RT-4 Copilot's headings with blanks in front are not read", "^\\s*", "^"],
    ["RT-4 the target of a move is not named", "|Move to)", ")"],
    ["RT-4 a carriage return does not end a line", "\\r\\n?|\\n", "\\n"],
  ),
  ...seenByMatrix("fromClaudeFields", [
    "RT-3 a partial rewrite loses the other fields",
    "let result: JsonObject = original",
    "let result: JsonObject = {}",
  ]),
  ...seenByParts(
    "toClaudeFields",
    [
      "RT-1 fields keep their native names",
      "put(renamed, claude, valueAt(input, rule)",
      'put(renamed, rule.native ?? "", valueAt(input, rule)',
    ],
    ["RT-1 a field that the agent ignores is shown", "if (!isTaken(key, obeyed))", "if (true)"],
  ),
  ...seenByParts("rulesFor", [
    "RT-1 fields of other tools are shown",
    "for (const table of [rules, NOT_OWN])",
    "for (const table of [rules])",
  ]),
  ...seenByParts("obeyedIn", ["RT-1 the last of several fields counts", "if (obeyed.get(rule.claude) !== undefined) continue;", ""]),
  ...seenByParts("fromClaudeFields", ["RT-3 a rewritten field keeps Claude's name", "obeyed.has(key) ? rule &&", "false ? rule &&"]),
  ...seenByParts("toNativeFields", [
    "RT-1 IX-12 a shim shows a field of its agent's name that came along",
    "if (!own.has(key) && !names.has(key))",
    "if (!names.has(key))",
  ]),
  ...seenByParts(
    "toolResponse",
    ["RT-1 a shell's output has no stdout", 'tool === "shell" ? "stdout" : "text"', '"text"'],
    ["RT-1 native keys of a result are lost", "{ ...named, ...native }", "named"],
  ),
  ...seenByParts("symposiumInput", ["RT-2 handlers are not told which agent calls", "agent: input.agent,", ""]),
  ...seenByParts("interchangeInput", ["RT-15 a neutral handler is not told the tool", "name: tool.neutral ?? tool.name, ", ""]),
  ...seenByParts("claude-shape/readClaudeShape", [
    "RT-8 the folder of the call is lost",
    'payload["session_id"], payload["cwd"]',
    'payload["session_id"], null',
  ]),
];
