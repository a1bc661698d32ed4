/**
 * The bytes that are written into users' files. A change of them is a change for every user, and takes from Codex the trust that the user gave.
 * What they do is tested elsewhere; these tests only see that they are the same.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { ROOT } from "../../scripts/agent-tables.ts";
import { commandTexts } from "../../src/agents/registered-text.ts";
import { registeredEntries } from "../support/registered-entries.ts";

test("RG-2 the text is this, to the byte", () => {
  expect(commandTexts({ agent: "claude-code", event: "PreToolUse", scope: "user", denies: "json" }).posix).toBe(
    'set -- ~/.symposium; case $1 in /*) [ -e "$1/idle/claude-code.PreToolUse" ] || ' +
      '[ ! -x "$1/bin/symposium-hook" ] || "$1/bin/symposium-hook" claude-code PreToolUse || :;; esac',
  );
  expect(commandTexts({ agent: "kiro", event: "preToolUse", scope: "project", denies: "exit-code", place: "/moved" }).posix).toBe(
    'set -- ~/.symposium; case $1 in /*) [ -e "$1/idle/kiro.preToolUse" ] || ' +
      '[ -e "$1/global/kiro" ] || [ ! -x "$1/bin/symposium-hook" ] || "$1/bin/symposium-hook" kiro preToolUse || [ $? -ne 2 ] || exit 2;; esac',
  );
  expect(commandTexts({ agent: "kiro", event: "preToolUse", scope: "user", denies: "exit-code", place: "/my $dir" }).posix).toContain(
    'set -- "/my \\$""dir"; case $1 in /*) ',
  );
});

// One has changed since: at Claude Code's `SessionEnd` the text passes exit code 2 on, because only then the user reads anything (decision 0078).
test("RG-2 all entries are what they were in the first release", () => {
  const kept: unknown = JSON.parse(readFileSync(join(ROOT, "test/agents/registered-entries.json"), "utf8"));
  expect(JSON.stringify(registeredEntries())).toBe(JSON.stringify(kept));
});
