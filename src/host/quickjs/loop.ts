/** What the program waits for: times, descriptors, signals and the ends of processes. */

import system from "symposium:system";

interface Timer {
  readonly due: number;
  readonly act: () => void;
}

const timers = new Map<number, Timer>();
let lastTimer = 0;

export function startTimer(act: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]): number {
  timers.set(++lastTimer, { due: system.uptime() + Math.max(0, milliseconds), act: () => act(...given) });
  return lastTimer;
}

export function stopTimer(timer: number | undefined): void {
  if (timer !== undefined) timers.delete(timer);
}

/** What happens after the events that have arrived by then. */
let later: (() => void)[] = [];

export function afterEvents(act: () => void): void {
  later.push(act);
}

interface Wish {
  readonly events: number;
  readonly act: () => void;
}

const wishes = new Map<number, Wish>();

/** Calls once, when one of the events has happened to the descriptor. */
export function whenReady(fd: number, events: number, act: () => void): void {
  wishes.set(fd, { events, act });
}

export function forget(fd: number): void {
  wishes.delete(fd);
}

type OnSignal = (name: NodeJS.Signals) => void;

const onSignals = new Map<number, OnSignal[]>();
const arrived = new Uint8Array(64);
let signalFd = -1;

function hear(signal: number): void {
  signalFd = system.hear(signal);
  whenReady(signalFd, system.POLLIN, readSignals);
}

export function onSignal(name: NodeJS.Signals, act: OnSignal): void {
  const signal = numberOf(name);
  const present = onSignals.get(signal);
  if (present === undefined) hear(signal);
  onSignals.set(signal, [...(present ?? []), act]);
}

export function offSignal(name: NodeJS.Signals, act: OnSignal): void {
  const signal = numberOf(name);
  const left = (onSignals.get(signal) ?? []).filter((each) => each !== act);
  if (left.length > 0) return void onSignals.set(signal, left);
  onSignals.delete(signal);
  system.unhear(signal);
}

const SIGNALS: ReadonlyMap<string, number> = new Map(Object.entries(system.signals));

export function numberOf(name: string): number {
  const number = SIGNALS.get(name);
  if (number === undefined) throw new TypeError(`${name} is not a signal of this system`);
  return number;
}

export function nameOf(signal: number): NodeJS.Signals {
  const [name = `SIG${signal}`] = [...SIGNALS].find(([, number]) => number === signal) ?? [];
  return name as NodeJS.Signals;
}

function readSignals(): void {
  whenReady(signalFd, system.POLLIN, readSignals);
  const count = system.read(signalFd, arrived, 0, arrived.length, -1);
  for (const signal of arrived.slice(0, count)) for (const act of onSignals.get(signal) ?? []) act(nameOf(signal));
  for (const [pid, onEnd] of children) {
    const status = system.wait(pid);
    if (status === undefined) continue;
    children.delete(pid);
    onEnd(status);
  }
}

const children = new Map<number, (status: number) => void>();

/** To be called before a process starts: its end might be missed otherwise. */
export function hearOfChildren(): void {
  if (!hearsOfChildren) hear(numberOf("SIGCHLD"));
  hearsOfChildren = true;
}
let hearsOfChildren = false;

/** `onEnd` gets the exit code, or minus the signal. */
export function whenEnded(pid: number, onEnd: (status: number) => void): void {
  children.set(pid, onEnd);
}

export function stopWaitingFor(pid: number): void {
  children.delete(pid);
}

/** What has come, in the order in which it happens. Promises are settled in between, so each is a turn of its own. */
const queue: (() => void)[] = [];

/** Lets one thing happen, and waits for it first. False where there is nothing left to wait for. */
export function turn(): boolean {
  const act = queue.shift();
  if (act !== undefined) {
    act();
    return true;
  }
  const due = nextDue();
  const waitsForSignalsAlone = wishes.size === 0 || (wishes.size === 1 && wishes.has(signalFd));
  if (due === undefined && later.length === 0 && children.size === 0 && waitsForSignalsAlone) return false;
  const wait = later.length > 0 ? 0 : due === undefined ? -1 : Math.max(0, Math.ceil(due - system.uptime()));
  queueReady(wait);
  queueTimers();
  queue.push(...later);
  later = [];
  return true;
}

function nextDue(): number | undefined {
  let next: number | undefined;
  for (const { due } of timers.values()) if (next === undefined || due < next) next = due;
  return next;
}

function queueReady(milliseconds: number): void {
  const asked: number[] = [];
  for (const [fd, { events }] of wishes) asked.push(fd, events);
  if (system.poll(asked, milliseconds) <= 0) return;
  for (let at = 0; at < asked.length; at += 2) {
    const fd = asked[at]!;
    const wish = wishes.get(fd);
    if (asked[at + 1] === 0 || wish === undefined) continue;
    queue.push(() => {
      // What happened before may have closed the descriptor.
      if (wishes.get(fd) !== wish) return;
      wishes.delete(fd);
      wish.act();
    });
  }
}

function queueTimers(): void {
  if (timers.size === 0) return;
  const now = system.uptime();
  const due = [...timers].filter(([, timer]) => timer.due <= now).toSorted(([, one], [, other]) => one.due - other.due);
  for (const [id, { act }] of due)
    queue.push(() => {
      if (timers.delete(id)) act();
    });
}
