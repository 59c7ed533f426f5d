import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RefusedError } from '../errors';
import { PACKAGE_DIR } from '../settings/paths';

/** Message of a program of this folder: its result, or why it failed. */
export type Answer<Result> = { result: Result } | { failed: string };

export interface Limits {
  /** Concurrent processes. */
  places: number;
  /** Milliseconds of processor time after which a task is ended with its process. */
  mostMs: number;
  /** Milliseconds for which the tasks of one network may run in a minute. */
  mostMsOfGroup: number;
  /** JavaScript heap of a process, in MB. */
  heapMb: number;
  /** Memory limit of a process, in MB. The API's own limit has room for all of them (`deploy/`). */
  mostMb: number;
  /** Sentence for the visitor when a task exceeds its limits. */
  tooMuch: string;
}

interface Waiting {
  group: string;
  begin(place: Place): void;
}

/** One process, started by its first task and ended when idle. */
interface Place {
  child: ChildProcess | undefined;
  idle: NodeJS.Timeout | undefined;
  group: string | undefined;
}

/** Message of a program that listens; earlier messages to it are lost. */
const READY = 'ready';

const MINUTE_MS = 60_000;
const IDLE_MS = 10_000;
const WATCH_MS = 50;
/** Niceness, so that servers for visitors go first. */
const PRIORITY = 10;
/** Most elapsed time of a task on a busy machine, as a multiple of its processor time. */
const PATIENCE = 4;

/** Returns numbers from a file of `/proc` on a process; none where the system has no such file. */
const told = ({ pid }: ChildProcess, file: string, numbers: RegExp): number[] => {
  try {
    return (numbers.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8')) ?? []).slice(1).map(Number);
  } catch {
    return [];
  }
};
const residentMb = (child: ChildProcess): number => (told(child, 'status', /VmRSS:\s+(\d+)/)[0] ?? 0) / 1024;
/** Returns a process's user and system time in ms; `/proc` has both in hundredths of a second. */
const workedMs = (child: ChildProcess): number =>
  told(child, 'stat', /\) (?:\S+ ){11}(\d+) (\d+)/).reduce((sum, ticks) => sum + ticks * 10, 0);

/** Returns a program's file: beside the bundle, or its source, which Node runs as it imports only packages. */
const programFile = (name: string): string =>
  import.meta.url.endsWith('.mjs')
    ? fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
    : path.join(PACKAGE_DIR, 'src', 'confined', `${name}.ts`);

/**
 * Runs a program of this folder in processes that can be killed, so that no input blocks the server. Networks take
 * turns: next is the one that used the least time in this minute.
 * @param group network of the request, or '' for signed-in people
 * @returns function that runs a task; RefusedError 422 when the task exceeds its limits, 429 when its network does
 */
export function confine<Task extends object, Result>(program: string, limits: Limits) {
  const { places: count, mostMs, mostMsOfGroup, heapMb, mostMb, tooMuch } = limits;
  const places = Array.from({ length: count }, (): Place => ({ child: undefined, idle: undefined, group: undefined }));
  const waiting = new Set<Waiting>();
  const spent = new Map<string, { since: number; ms: number }>();

  const spentBy = (group: string): number => spent.get(group)?.ms ?? 0;

  const requireShare = (group: string): void => {
    for (const [other, { since }] of spent) if (performance.now() - since > MINUTE_MS) spent.delete(other);
    if (spentBy(group) > mostMsOfGroup)
      throw new RefusedError(429, 'Your files have taken much work. Please wait a minute, then send it again.', 60);
  };

  const start = (place: Place): ChildProcess => {
    const child = fork(programFile(program), {
      execArgv: [`--max-old-space-size=${heapMb}`, '--no-warnings'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('spawn', () => {
      if (child.pid !== undefined) setPriority(child.pid, PRIORITY);
    });
    const gone = () => {
      if (place.child === child) place.child = undefined;
    };
    child.on('error', gone).once('exit', gone);
    return child;
  };

  const work = (place: Place, task: Task): Promise<Result> =>
    new Promise((resolve, reject) => {
      clearTimeout(place.idle);
      let isReady = place.child !== undefined;
      place.child ??= start(place);
      const { child } = place;
      const ask = (): void => void child.send(task, (error) => error && child.kill('SIGKILL'));
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
        child.off('message', answered).off('exit', ended).off('error', failed);
        // An idle child must not keep this process alive.
        child.unref();
        child.channel?.unref();
        place.idle = setTimeout(() => {
          // New tasks must not go to the child that is ending.
          place.child = undefined;
          child.kill();
        }, IDLE_MS).unref();
        end();
      };
      const answered = (answer: unknown) => {
        if (answer === READY) {
          isReady = true;
          return ask();
        }
        const given = answer as Answer<Result>;
        settle(() => ('result' in given ? resolve(given.result) : reject(new Error(given.failed))));
      };
      const ended = () =>
        settle(() => reject(isReady ? new RefusedError(422, tooMuch) : new Error(`${program} ended as it started.`)));
      // A child that cannot be started never exits.
      const failed = (error: Error) => settle(() => reject(error));
      const timer = setTimeout(() => child.kill('SIGKILL'), mostMs * PATIENCE);
      const before = workedMs(child);
      const watch = setInterval(() => {
        if (residentMb(child) > mostMb || workedMs(child) - before > mostMs) child.kill('SIGKILL');
      }, WATCH_MS);
      child.on('message', answered).once('exit', ended).once('error', failed);
      child.ref();
      child.channel?.ref();
      if (isReady) ask();
    });

  const fill = (): void => {
    const held = (group: string): number => places.filter((place) => place.group === group).length;
    for (const place of places) {
      if (place.group !== undefined) continue;
      // One of several processes stays free for other networks.
      const able = [...waiting].filter(({ group }) => count === 1 || held(group) < count - 1);
      const [next] = able.sort((one, other) => spentBy(one.group) - spentBy(other.group));
      if (!next) return;
      waiting.delete(next);
      place.group = next.group;
      next.begin(place);
    }
  };

  return async (task: Task, group: string): Promise<Result> => {
    requireShare(group);
    const place = await new Promise<Place>((begin) => {
      waiting.add({ group, begin });
      fill();
    });
    const began = performance.now();
    try {
      requireShare(group);
      return await work(place, task);
    } finally {
      const { since = began, ms = 0 } = spent.get(group) ?? {};
      if (group !== '') spent.set(group, { since, ms: ms + performance.now() - began });
      place.group = undefined;
      fill();
    }
  };
}
