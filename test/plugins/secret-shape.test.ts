import { describe, expect, test } from "vitest";

import { secretShape } from "../../src/plugins/secrets.ts";

/** Made up, and put together here so that no scanner takes this file for a leak. */
const RANDOM = "x7Kq2mP9vR4tY8wB3nL6";
const ISSUED = [
  ["an API key", `sk-${RANDOM}`],
  ["an API key", `sk-ant-api03-${RANDOM}_${RANDOM}`],
  ["a Stripe key", `sk_${"live"}_${RANDOM}`],
  ["a GitHub token", `ghp_${RANDOM}${RANDOM}`],
  ["a GitHub token", `github_pat_${RANDOM}_${RANDOM}`],
  ["a GitLab token", `glpat-${RANDOM}`],
  ["a Slack token", `xoxb-${"123456789012"}-${RANDOM}`],
  ["an AWS key", `AKIA${"IOSFODNN7EXAMPLE"}`],
  ["a Google key", `AIza${RANDOM}${RANDOM.slice(0, 15)}`],
  ["an npm token", `npm_${RANDOM}${RANDOM.slice(0, 16)}`],
  ["a PyPI token", `pypi-${RANDOM}${RANDOM}`],
  ["a Hugging Face token", `hf_${RANDOM}`],
  ["a JSON web token", `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${RANDOM}`],
  ["a private key", `-----BEGIN ${"RSA"} PRIVATE KEY-----`],
  ["a credential", `Bearer ${RANDOM}`],
  ["a credential", "basic dXNlcjpwYXNzd29yZDEyMw=="],
  ["an address with a password", "postgres://app:hunter2@db.example/app"],
] as const;

describe("MC-12 what looks like a secret", () => {
  test.each(ISSUED)("%s under any name: %s", (what, value) => {
    expect(secretShape(value, "SETTING")).toBe(what);
  });

  test.each(["API_KEY", "GITHUB_TOKEN", "x-api-key", "AUTH-TOKEN", "PASSWORD", "apiKey", "AccessToken", "CLIENT_SECRET"])(
    "random text under the name %s",
    (name) => {
      expect(secretShape(RANDOM, name)).toBe("a secret");
      expect(secretShape("9f86d081884c7d659a2feaa0c55ad015", name)).toBe("a secret");
      expect(secretShape("3f2504e0-4f89-11d3-9a0c-0305e82c3301", name)).toBe("a secret");
    },
  );

  test.each([
    ["TOKEN", "${MY_TOKEN}"],
    ["Authorization", "Bearer ${MY_TOKEN}"],
    ["Authorization", "Basic ${USER}:${PASSWORD}"],
    ["DATABASE_URL", "postgres://app:${PASSWORD}@db.example/app"],
    ["DATABASE_URL", "postgres://postgres:postgres@localhost:5432/app"],
    ["URL", "https://example.com/mcp/v1/sse?session=1"],
    ["KEY", "/etc/ssl/private/server2048-key-v2.pem"],
    ["KEY", "~/.ssh/id_ed25519_2024a1b2"],
    ["API_KEY_FILE", "x7Kq2mP9vR4tY8wB3nL6"],
    ["TOKEN_LIMIT", "100000000000000000"],
    ["MAX_TOKENS", "8192"],
    ["PRIMARY_KEY", "user_account_identifier_2"],
    ["SORT_KEY", "createdAtDescendingOrder"],
    ["SECRET", "true"],
    ["KEY", "2.13.0-beta.11+build.20240102"],
    ["PASSWORD", "<your password here>"],
    ["KEYBOARD_LAYOUT", "x7Kq2mP9vR4tY8wB3nL6"],
    ["VERSION", "9f86d081884c7d659a2feaa0c55ad015"],
    ["DEBUG", "task-runner,disk-io-scheduler-thread"],
    ["LC_ALL", "en_US.UTF-8"],
    ["EMPTY", ""],
  ])("no false alarm: %s=%s", (name, value) => {
    expect(secretShape(value, name)).toBeUndefined();
  });

  test("takes no longer than its length", () => {
    const began = performance.now();
    for (const text of ["sk-", "eyJ", "a:", "postgres://", "-----BEGIN ", "a1"]) secretShape(text.repeat(200_000), "TOKEN");
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
