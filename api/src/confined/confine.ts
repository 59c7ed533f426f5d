import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { RefusedError } from '../errors';
import { PACKAGE_DIR } from '../settings/paths';

/** What a program of this folder answers: its result, or why it failed. */
export type Answer<Result> = { result: Result } | { failed: string };

export interface Limits {
  /** Processes that work at once. */
  places: number;
  /** Milliseconds of work after which a task is ended with its process. */
  mostMs: number;
  /** Milliseconds of work in a minute that one network may cause. */
  mostMsOfGroup: number;
  /** Memory of a process for JavaScript, in MB. */
  heapMb: number;
  /** Memory of a process, in MB: one that takes more is ended. What runs the API has room for all places (`deploy/`). */
  mostMb: number;
  /** What who asked reads when a task ends its process or takes too long. */
  tooMuch: string;
}

interface Waiting {
  group: string;
  begin(place: Place): void;
}

/** One process, started by the first task and ended when there was none for a while. */
interface Place {
  child: ChildProcess | undefined;
  idle: NodeJS.Timeout | undefined;
  group: string | undefined;
}

/** What a program says once it listens: messages of before are lost. */
const READY = 'ready';

const MINUTE_MS = 60_000;
const IDLE_MS = 10_000;
const WATCH_MS = 50;
/** Below the processes that answer visitors. */
const PRIORITY = 10;
/** So many times as long as it works, a task may take on a busy machine. */
const PATIENCE = 4;

/** The numbers that `/proc` tells of a process; none where the system does not tell. */
const told = ({ pid }: ChildProcess, file: string, numbers: RegExp): number[] => {
  try {
    return (numbers.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8')) ?? []).slice(1).map(Number);
  } catch {
    return [];
  }
};
const residentMb = (child: ChildProcess): number => (told(child, 'status', /VmRSS:\s+(\d+)/)[0] ?? 0) / 1024;
/** In the user's and in the system's part, both in hundredths of a second. */
const workedMs = (child: ChildProcess): number =>
  told(child, 'stat', /\) (?:\S+ ){11}(\d+) (\d+)/).reduce((sum, ticks) => sum + ticks * 10, 0);

/** The bundle has the programs beside it. From the sources, Node runs them as they are: they import packages alone. */
const programFile = (name: string): string =>
  import.meta.url.endsWith('.mjs')
    ? fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
    : path.join(PACKAGE_DIR, 'src', 'confined', `${name}.ts`);

/**
 * Runs tasks of a program of this folder in processes that can be killed: no input holds up the server. Networks take
 * turns, and the one that caused the least work in this minute is next.
 * @param group the network that asks, or '' for who has signed in
 * @returns runs a task; it rejects with RefusedError 422 when the task takes too much, 429 when its network does
 */
export function confine<Task extends object, Result>(program: string, limits: Limits) {
  const { places: count, mostMs, mostMsOfGroup, heapMb, mostMb, tooMuch } = limits;
  const places = Array.from({ length: count }, (): Place => ({ child: undefined, idle: undefined, group: undefined }));
  const waiting = new Set<Waiting>();
  const spent = new Map<string, { since: number; ms: number }>();

  const spentBy = (group: string): number => spent.get(group)?.ms ?? 0;

  const requireShare = (group: string): void => {
    for (const [other, { since }] of spent) if (Date.now() - since > MINUTE_MS) spent.delete(other);
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
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (place.child === child) place.child = undefined;
    });
    return child;
  };

  const work = (place: Place, task: Task): Promise<Result> =>
    new Promise((resolve, reject) => {
      clearTimeout(place.idle);
      const isRunning = place.child !== undefined;
      place.child ??= start(place);
      const { child } = place;
      const ask = () => child.send(task, (error) => error && child.kill('SIGKILL'));
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        clearInterval(watch);
        child.off('message', answered).off('exit', ended);
        // A process without work keeps nobody from ending.
        child.unref();
        child.channel?.unref();
        place.idle = setTimeout(() => {
          // What comes before it has ended is not sent to it.
          place.child = undefined;
          child.kill();
        }, IDLE_MS).unref();
        end();
      };
      const answered = (answer: unknown) => {
        if (answer === READY) return void ask();
        const given = answer as Answer<Result>;
        settle(() => ('result' in given ? resolve(given.result) : reject(new Error(given.failed))));
      };
      const ended = () => settle(() => reject(new RefusedError(422, tooMuch)));
      const timer = setTimeout(() => child.kill('SIGKILL'), mostMs * PATIENCE);
      const before = workedMs(child);
      const watch = setInterval(() => {
        if (residentMb(child) > mostMb || workedMs(child) - before > mostMs) child.kill('SIGKILL');
      }, WATCH_MS);
      child.on('message', answered).once('exit', ended);
      child.ref();
      child.channel?.ref();
      if (isRunning) ask();
    });

  const fill = (): void => {
    const held = (group: string): number => places.filter((place) => place.group === group).length;
    for (const place of places) {
      if (place.group !== undefined) continue;
      // Of several places, one stays for other networks.
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
    const began = Date.now();
    try {
      requireShare(group);
      return await work(place, task);
    } finally {
      const { since = began, ms = 0 } = spent.get(group) ?? {};
      if (group !== '') spent.set(group, { since, ms: ms + Date.now() - began });
      place.group = undefined;
      fill();
    }
  };
}
