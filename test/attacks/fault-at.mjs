/** Lets one file operation below a folder fail: the n-th of a call, with a given error. Every other operation is the real one. */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const real = { ...fs, native: fs.realpathSync.native };
const descriptors = new Set();
let order;

/** Counts from now on; with `at`, the operation of that number fails. */
export function faultAt(root, at = Infinity, code = "EIO") {
  order = { root, at, code, count: 0, hit: undefined };
}

/** For after a test: one that failed has left its order. */
export function forgetFaults() {
  order = undefined;
  descriptors.clear();
}

/** Ends it: how many operations there were, and which one failed. */
export function faultsOver() {
  const { count, hit } = order;
  order = undefined;
  return { count, hit };
}

/** One operation that is not a file's, such as a start of a process. */
export function point(name) {
  if (order === undefined) return;
  order.count += 1;
  if (order.count !== order.at) return;
  order.hit = name;
  throw Object.assign(new Error(`${order.code}: injected, ${name}`), { code: order.code, errno: -5, syscall: name });
}

function isMeant(target) {
  if (order === undefined) return false;
  return typeof target === "number" ? descriptors.has(target) : String(target).startsWith(order.root);
}

const NAMES = [
  "accessSync",
  "chmodSync",
  "fstatSync",
  "lstatSync",
  "mkdirSync",
  "readFileSync",
  "readSync",
  "readdirSync",
  "readlinkSync",
  "realpathSync",
  "renameSync",
  "rmSync",
  "statSync",
  "unlinkSync",
  "utimesSync",
  "writeFileSync",
  "writeSync",
];

for (const name of NAMES) {
  fs[name] = (target, ...rest) => {
    if (isMeant(target)) point(name);
    return real[name](target, ...rest);
  };
}

fs.realpathSync.native = (target, ...rest) => {
  if (isMeant(target)) point("realpathSync");
  return real.native(target, ...rest);
};

/** Never throws: an error counts as "not there". */
fs.existsSync = (target) => {
  try {
    if (isMeant(target)) point("existsSync");
  } catch {
    return false;
  }
  return real.existsSync(target);
};

fs.openSync = (target, ...rest) => {
  const meant = isMeant(target);
  if (meant) point("openSync");
  const descriptor = real.openSync(target, ...rest);
  if (meant) descriptors.add(descriptor);
  return descriptor;
};

fs.closeSync = (descriptor) => {
  const meant = isMeant(descriptor);
  descriptors.delete(descriptor);
  real.closeSync(descriptor);
  if (meant) point("closeSync");
};

syncBuiltinESMExports();
