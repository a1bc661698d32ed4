/**
 * Runs inside Windows: node.exe batch.cjs <calls.json> <answers.json>. Starting a program under Wine takes long, so one start makes many calls.
 * `together` starts calls at the same time.
 */

const { spawn } = require("node:child_process");
const { readFileSync, writeFileSync } = require("node:fs");

const [callsFile, answersFile] = process.argv.slice(2);

async function main() {
  const { calls, together } = JSON.parse(readFileSync(callsFile, "utf8"));
  const answers = [];
  if (together) answers.push(...(await Promise.all(calls.map(run))));
  else for (const call of calls) answers.push(await run(call));
  writeFileSync(answersFile, JSON.stringify(answers));
}

/** A call with a `line` is one of `cmd`, which is handed to it as it is. */
function run({ args = [], line, input = "", env, cwd }) {
  const [file, words] = line === undefined ? [process.execPath, args] : [env.ComSpec, ["/d", "/c", line]];
  return new Promise((resolve) => {
    const child = started(file, words, { env, cwd, windowsVerbatimArguments: line !== undefined });
    const answer = { exitCode: null, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (answer.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (answer.stderr += text));
    child.on("error", (error) => resolve({ ...answer, stderr: String(error) }));
    child.on("close", (exitCode) => resolve({ ...answer, exitCode }));
    child.stdin.on("error", () => {}).end(input);
  });
}

/** Wine fails now and then to start a program at all. */
function started(file, words, options, tries = 1) {
  try {
    return spawn(file, words, options);
  } catch (error) {
    if (tries === 5) throw error;
    return started(file, words, options, tries + 1);
  }
}

void main();
