/**
 * Lets the file system break at the n-th change below a folder. `kill` ends the process there; `die` lets nothing be changed from there on,
 * which leaves the same files as a kill; `full` refuses whatever needs room; `refuse` refuses that one change. A write that is hit leaves half of
 * its bytes.
 *
 * As a preload (`node --import`) it takes its orders from the environment: `SYMPOSIUM_TEST_BREAK='{"root":…,"how":…,"at":…}'`.
 */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";

const real = { ...fs };
const descriptors = new Set();
let order;

export function breakAt(wanted) {
  order = { at: Infinity, ...wanted, count: 0, isBroken: false };
}

/** Ends it, and tells how many changes there were. */
export function restore() {
  const { count } = order;
  order = undefined;
  return count;
}

function point(needsRoom, tear) {
  if (order.how === "full" && !needsRoom) return;
  if (order.isBroken && order.how === "refuse") return;
  if (order.isBroken) fail();
  order.count += 1;
  if (order.count !== order.at) return;
  order.isBroken = true;
  tear?.();
  fail();
}

function fail() {
  if (order.how === "full")
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC", errno: -28, syscall: "write" });
  if (order.how === "refuse")
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", errno: -13, syscall: "rename" });
  if (order.how === "die") throw new Error("nothing can be changed any more");
  process.kill(process.pid, "SIGKILL");
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

function isBelow(path) {
  if (order === undefined || !String(path).startsWith(order.root)) return false;
  // There are dozens of these flags, all alike: the first few stand for the others.
  if (order.isBroken || !FLAG.test(path)) return true;
  order.flags = (order.flags ?? 0) + 1;
  return order.flags <= 4;
}

const FLAG = /[\\/]idle[\\/][a-z-]+\.\w+$/;

fs.openSync = (path, flags = "r", mode = 0o666) => {
  const changes = isBelow(path) && (typeof flags === "number" ? (flags & 3) !== 0 : flags !== "r");
  if (changes) point(true);
  const descriptor = real.openSync(path, flags, mode);
  if (changes) descriptors.add(descriptor);
  return descriptor;
};

/** Half a file is as good as an empty one, and comes next. */
function openUncounted(path, flags, mode) {
  if (order.isBroken) point(true);
  const descriptor = real.openSync(path, flags, mode);
  descriptors.add(descriptor);
  return descriptor;
}

fs.closeSync = (descriptor) => {
  descriptors.delete(descriptor);
  return real.closeSync(descriptor);
};

fs.writeSync = (descriptor, data, ...rest) => {
  const isOurs = order !== undefined && descriptors.has(descriptor);
  if (isOurs) point(true, () => real.writeSync(descriptor, Buffer.from(data).subarray(0, Math.floor(Buffer.from(data).length / 2))));
  return real.writeSync(descriptor, data, ...rest);
};

fs.writeFileSync = (target, data, options = {}) => {
  const isDescriptor = typeof target === "number";
  if (isDescriptor ? order === undefined || !descriptors.has(target) : !isBelow(target)) return real.writeFileSync(target, data, options);
  const { flag = "w", mode = 0o666 } = typeof options === "string" ? {} : options;
  const descriptor = isDescriptor ? target : (order.once === true ? openUncounted : fs.openSync)(target, flag, mode);
  try {
    const bytes = Buffer.from(data);
    if (bytes.length > 0) fs.writeSync(descriptor, bytes);
  } finally {
    if (!isDescriptor) fs.closeSync(descriptor);
  }
};

fs.appendFileSync = (target, data, options = {}) =>
  fs.writeFileSync(target, data, { flag: "a", ...(typeof options === "string" ? {} : options) });

fs.mkdirSync = (path, options = {}) => {
  if (!isBelow(path) || real.existsSync(path)) return real.mkdirSync(path, options);
  if (options.recursive === true && !real.existsSync(dirname(path))) fs.mkdirSync(dirname(path), options);
  point(true);
  return real.mkdirSync(path, options);
};

fs.copyFileSync = (from, to, mode) => {
  if (isBelow(to)) point(true, () => real.writeFileSync(to, "torn"));
  return real.copyFileSync(from, to, mode);
};

fs.rmSync = (path, options = {}) => {
  const found = isBelow(path) ? real.lstatSync(path, { throwIfNoEntry: false }) : undefined;
  if (found === undefined) return real.rmSync(path, options);
  if (options.recursive === true && found.isDirectory()) for (const name of real.readdirSync(path)) fs.rmSync(join(path, name), options);
  point(false);
  if (order.once !== true) return real.rmSync(path, options);
  // What it does inside is the change that was counted.
  const held = order;
  order = undefined;
  try {
    return real.rmSync(path, options);
  } finally {
    order = held;
  }
};

for (const name of ["linkSync", "renameSync"]) {
  fs[name] = (from, to) => {
    if (isBelow(to)) point(name === "linkSync");
    return real[name](from, to);
  };
}

for (const name of ["unlinkSync", "rmdirSync", "chmodSync"]) {
  fs[name] = (path, ...rest) => {
    if (isBelow(path) && real.lstatSync(path, { throwIfNoEntry: false }) !== undefined) point(false);
    return real[name](path, ...rest);
  };
}

syncBuiltinESMExports();

if (process.env["SYMPOSIUM_TEST_BREAK"] !== undefined) breakAt(JSON.parse(process.env["SYMPOSIUM_TEST_BREAK"]));
