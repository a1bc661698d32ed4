import { expect, test } from "vitest";

import { SESSION, watchedIn } from "../../real-agents/watched.ts";

const OURS = "/home/user/.symposium/bin/symposium-hook.placed";
const LINES = [
  SESSION,
  '10 execve("/usr/bin/agent", ["agent", "-p"], 0x1 /* 3 vars */) = 0',
  '10 connect(3, {sa_family=AF_INET, sin_port=htons(8099), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
  "10 vfork( <unfinished ...>",
  `11 execve("${OURS}", ["symposium-hook", "goose", "PreToolUse"], 0x1 /* 3 vars */ <unfinished ...>`,
  "10 <... vfork resumed>)              = 11",
  "11 <... execve resumed>)             = 0",
  "11 clone3({flags=CLONE_VM}, 88) = 12",
  '12 execve("/absent/git", ["git", "fetch"], 0x1 /* 3 vars */) = -1 ENOENT (No such file or directory)',
  '12 execve("/usr/bin/git", ["git", "fetch", "a \\"b\\""], 0x1 /* 3 vars */) = 0',
  "12 clone(child_stack=NULL, flags=SIGCHLD) = 13",
  '13 connect(5, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::7", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)',
  '13 sendto(6, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.1")}, 16) = 1',
  '13 connect(7, {sa_family=AF_UNIX, sun_path="/run/nscd"}, 110) = -1 ENOENT (No such file or directory)',
];

test("what our program started, and its children, is told from what others did", () => {
  expect(watchedIn(LINES.join("\n"))).toEqual({
    started: [`${OURS} goose PreToolUse`, '/usr/bin/git fetch a \\"b\\"'],
    reached: ["2001:db8::7:443", "127.0.0.1:53"],
    reachedByOthers: ["127.0.0.1:8099"],
    seen: true,
  });
});

test("ids of one session mean nothing in the next", () => {
  const next = [
    SESSION,
    '11 execve("/usr/bin/curl", ["curl"], 0x1) = 0',
    '11 connect(3, {sin_port=htons(80), sin_addr=inet_addr("192.0.2.1")}, 16) = 0',
  ];
  expect(watchedIn([...LINES, ...next].join("\n"))).toMatchObject({
    started: { length: 2 },
    reachedByOthers: ["127.0.0.1:8099", "192.0.2.1:80"],
  });
});

test("nothing was seen where nothing was written down", () => {
  expect(watchedIn("")).toEqual({ started: [], reached: [], reachedByOthers: [], seen: false });
});
