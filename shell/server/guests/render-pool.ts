import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { RenderError } from '../errors';
import type { Begun, RenderTask, WorkerAnswer } from './render-worker';

export interface RenderPoolOptions {
  workerFile: string;
  workers: number;
  memoryMb: number;
}

/** Piscina's types know one of the two forms that Node 26's `postMessage` has, and not the one that it uses. */
type TransferList = NonNullable<NonNullable<Parameters<Piscina['run']>[1]>['transferList']>;

const QUEUE_LIMIT = 256;
/** An app whose pages are all in the cache needs no thread; one costs about 25 MB. */
const IDLE_MS = 60_000;
/** To wait for a free worker, start one, and read the release's code from a cold disk. */
const BEGIN_LIMIT_MS = 5_000;

/** A worker had to be ended, or ended by itself: more costly than an error that it could tell. */
export class WorkerEndedError extends RenderError {
  override name = 'WorkerEndedError';
}

/** A task on its way. */
export interface Running {
  /** Resolves when a worker has read the code and begins; never rejects. */
  begun: Promise<Begun>;
  /** What the release answered. Rejects with RenderError when it failed, WorkerEndedError when its worker did. */
  result: Promise<unknown>;
}

/** The worker threads of one app. No other app's code ever runs in them, so none can spoil or use up what is another's. */
export class RenderPool {
  private readonly pool: Piscina<unknown, WorkerAnswer>;

  constructor({ workerFile, workers, memoryMb }: RenderPoolOptions) {
    this.pool = new Piscina({
      filename: workerFile,
      minThreads: 0,
      maxThreads: workers,
      idleTimeout: IDLE_MS,
      maxQueue: QUEUE_LIMIT,
      // A worker that sleeps on an atomic does not notice that the API has closed a kept connection.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
      // A worker's environment is a release's environment: nothing of ours is in it.
      env: {},
    });
    this.pool.on('error', () => {
      // Told through the task that the worker died with.
    });
  }

  /** @param limitMs after which the worker is ended, counted from when it begins */
  run(task: RenderTask, limitMs: number): Running {
    const controller = new AbortController();
    const { port1, port2 } = new MessageChannel();
    let ended = `was not begun within ${BEGIN_LIMIT_MS} ms`;
    let timer = setTimeout(() => controller.abort(), BEGIN_LIMIT_MS);
    const begun = new Promise<Begun>((resolve) => {
      port1.once('message', (begun: Begun) => {
        clearTimeout(timer);
        ended = `took longer than ${limitMs} ms`;
        timer = setTimeout(() => controller.abort(), limitMs);
        resolve(begun);
      });
    });
    const result = this.pool
      .run({ ...task, begun: port2 }, { signal: controller.signal, transferList: [port2] as unknown as TransferList })
      .finally(() => {
        clearTimeout(timer);
        port1.close();
      })
      .then(
        (answer) => {
          if ('failure' in answer) throw new RenderError(answer.failure);
          return JSON.parse(answer.json) as unknown;
        },
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          throw new WorkerEndedError(controller.signal.aborted ? ended : reason, { cause: error });
        },
      );
    return { begun, result };
  }

  /** Ends all workers, whatever they are doing. */
  close(): Promise<void> {
    return this.pool.destroy();
  }
}
