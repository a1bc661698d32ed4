import { expect, test } from "vitest";

import type { HookManifest } from "../../../src/model/hook-manifest.ts";
import { readManifest, writeManifest } from "../../../src/plugins/hook-manifest/hook-manifest-text.ts";

const SOURCE = `{
  "hooks": [
    {
      "x-owner": "platform team",
      "handler": {
        "command": "./check.sh",
        "type": "command",
        "platform": {
          "osx": "./check-mac.sh",
          "plan9": "./check.rc"
        },
        "shell": null
      },
      "event": "before_tool_execute",
      "matcher": [
        "shell",
        {
          "mcp": {
            "server": "github",
            "since": 2
          }
        }
      ],
      "provider_data": {
        "someone-else": {
          "deep": [
            {
              "a": 0.5
            }
          ]
        }
      }
    }
  ],
  "spec": "hooks/1.0",
  "$schema": "https://example.com/hooks.json"
}
`;

function read(text: string): HookManifest {
  const result = readManifest(text, "hooks.json");
  return result.ok ? result.manifest : expect.fail(JSON.stringify(result.problems));
}

test("IX-1 unknown fields and the order of all fields survive a rewrite", () => {
  expect(writeManifest(read(SOURCE))).toBe(SOURCE);
});

test("IX-1 hooks/0.1 is written on request, with its word for macOS", () => {
  const old = SOURCE.replace("hooks/1.0", "hooks/0.1").replace('"osx"', '"darwin"');
  expect(writeManifest(read(SOURCE), { spec: "hooks/0.1" })).toBe(old);
});

test("IX-1 hooks/1.0 is written by default, whatever was read", () => {
  const old = SOURCE.replace("hooks/1.0", "hooks/0.1").replace('"osx"', '"darwin"');
  expect(writeManifest(read(old))).toBe(SOURCE);
});
