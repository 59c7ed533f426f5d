import type { PublicConfig } from 'contracts/config';
import type { RenderResult } from 'contracts/render';
import type { AppName } from 'contracts/version';
import { LRUCache } from 'lru-cache';
import { RenderError } from '../errors';
import { reason } from '../log';
import type { LoadedRelease } from '../releases/release-set';
import { Circuit } from './circuit';
import { RenderPool, type Running, WorkerEndedError } from './render-pool';
import type { Begun, FramePieces, PageTask } from './render-worker';

export interface RendererOptions {
  workerFile: string;
  /** At most so many for each app. */
  workers: number;
  /** How long a visitor waits for a page, counted from when a worker begins. */
  timeoutMs: number;
  memoryMb: number;
  apiOrigin: string;
  config: PublicConfig;
}

/** On a busy machine a sound page may take longer than its visitor waits; the next visitor then has it at once. */
const WORKER_PATIENCE = 4;
/** A worker's first page of a release is slower for no fault of its own. */
const COLD_PATIENCE = 3;
/** Longest wait for a free worker. */
const QUEUE_PATIENCE_MS = 2_000;
const FRAME_LIMIT_MS = 2_000;
const LATE_PAGES_KEPT = 50;
const LATE_PAGES_KEPT_MS = 10_000;

/** Resolves or rejects like `work`, or rejects when its time, counted from `since`, is over. */
const within = async <T>(work: Promise<T>, since: Promise<Begun>, limitMs: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = (ms: number, what: string) =>
    new Promise<never>((_, reject) => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(new RenderError(what)), ms);
    });
  const begun = since.then(({ cold }) => {
    const limit = cold ? limitMs * COLD_PATIENCE : limitMs;
    return late(limit, `took longer than ${limit} ms`);
  });
  const queued = late(QUEUE_PATIENCE_MS + limitMs, 'no worker was free');
  return Promise.race([work, begun, queued]).finally(() => clearTimeout(timer));
};

/** Renders frames and pages in worker threads with a limit of time and of memory. */
export class Renderer {
  private readonly pools = new Map<AppName, RenderPool>();
  private readonly circuit = new Circuit();
  /** Renders under way by release and address, for all who wish for the same. */
  private readonly underway = new Map<string, Running>();
  private readonly late = new LRUCache<string, RenderResult>({ max: LATE_PAGES_KEPT, ttl: LATE_PAGES_KEPT_MS });

  constructor(private readonly options: RendererOptions) {}

  /**
   * @param route pattern of the page; one that fails again and again does not stand in the way of the others
   * @throws RenderError naming the remote, its version and the reason
   */
  async page(release: LoadedRelease, route: string, url: string): Promise<RenderResult> {
    const { app, version } = release.manifest;
    const key = `${release.nodeFile} ${url}`;
    const ready = this.late.get(key);
    if (ready) {
      this.late.delete(key);
      return ready;
    }
    const running = this.underway.get(key) ?? this.begin(release, route, url, key);
    try {
      return (await within(running.result, running.begun, this.options.timeoutMs)) as RenderResult;
    } catch (error) {
      throw new RenderError(`${app} ${version}: ${reason(error)}`, { cause: error });
    }
  }

  async frame(release: LoadedRelease, path: string, found: boolean): Promise<FramePieces> {
    const { config } = this.options;
    const task = { kind: 'frame', file: release.nodeFile, config, path, found } as const;
    return (await this.pool(release).run(task, FRAME_LIMIT_MS).result) as FramePieces;
  }

  /** Reads a release's code before its first visitor comes. */
  async warm(release: LoadedRelease): Promise<void> {
    await this.pool(release).run({ kind: 'import', file: release.nodeFile }, FRAME_LIMIT_MS).result;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private begin(release: LoadedRelease, route: string, url: string, key: string): Running {
    const { apiOrigin, config, timeoutMs } = this.options;
    const { app, version } = release.manifest;
    const circuitKey = `${app} ${version} ${route}`;
    if (this.circuit.isOpen(circuitKey)) throw new RenderError(`${circuitKey}: left alone after repeated failures`);
    const limitMs = timeoutMs * WORKER_PATIENCE;
    const task: PageTask = { kind: 'page', file: release.nodeFile, url, config, apiOrigin, limitMs };
    const began = performance.now();
    const running = this.pool(release).run(task, limitMs);
    this.underway.set(key, running);
    running.result
      .then(
        (result) => {
          this.circuit.succeeded(circuitKey);
          if (performance.now() - began > timeoutMs) this.late.set(key, result as RenderResult);
        },
        (error: unknown) => {
          // What a page throws costs next to nothing; a worker's end, or a long wait for the API, does.
          if (error instanceof WorkerEndedError || performance.now() - began > timeoutMs)
            this.circuit.failed(circuitKey);
        },
      )
      .finally(() => this.underway.delete(key));
    return running;
  }

  private pool({ manifest }: LoadedRelease): RenderPool {
    const known = this.pools.get(manifest.app);
    if (known) return known;
    const pool = new RenderPool(this.options);
    this.pools.set(manifest.app, pool);
    return pool;
  }
}
