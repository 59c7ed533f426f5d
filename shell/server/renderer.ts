import type { PublicConfig } from 'contracts/config';
import type { RenderResult } from 'contracts/render';
import { Piscina } from 'piscina';
import { Circuit } from './circuit';
import { RenderError } from './errors';
import { reason } from './log';
import type { LoadedRelease } from './release-set';
import type { FramePieces, FrameTask, ImportTask, PageTask } from './render-worker';

export interface RendererOptions {
  workerFile: string;
  workers: number;
  timeoutMs: number;
  memoryMb: number;
  apiOrigin: string;
  config: PublicConfig;
}

const QUEUE_LIMIT = 256;

/** A release's code is read once before its first page, so that a cold disk is not held against it. */
const IMPORT_TIMEOUT_MS = 5_000;

/** Renders frames and pages in worker threads with a limit of time and of memory. */
export class Renderer {
  private readonly pool: Piscina;
  private readonly circuit = new Circuit();
  private readonly warm = new Set<string>();

  constructor(private readonly options: RendererOptions) {
    this.pool = new Piscina({
      filename: options.workerFile,
      minThreads: options.workers,
      maxThreads: options.workers,
      maxQueue: QUEUE_LIMIT,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: 16 },
      // A worker's environment is a release's environment: nothing of ours is in it.
      env: {},
    });
    this.pool.on('error', () => {
      // Told through the task that the worker died with.
    });
  }

  /** @throws RenderError naming the remote, its version and the reason */
  async page(release: LoadedRelease, url: string): Promise<RenderResult> {
    const { apiOrigin, config } = this.options;
    const { app, version } = release.manifest;
    const key = `${app} ${version}`;
    if (this.circuit.isOpen(key)) throw new RenderError(`${key}: left alone after repeated failures`);
    const { timeoutMs } = this.options;
    const task: PageTask = { kind: 'page', file: release.nodeFile, url, config, apiOrigin, timeoutMs };
    try {
      await this.import(release);
      const result = (await this.run(task, timeoutMs)) as RenderResult;
      this.circuit.succeeded(key);
      return result;
    } catch (error) {
      this.circuit.failed(key);
      throw new RenderError(`${key}: ${reason(error)}`, { cause: error });
    }
  }

  async frame(release: LoadedRelease, path: string, found: boolean): Promise<FramePieces> {
    await this.import(release);
    const task: FrameTask = { kind: 'frame', file: release.nodeFile, config: this.options.config, path, found };
    return (await this.run(task, IMPORT_TIMEOUT_MS)) as FramePieces;
  }

  close(): Promise<void> {
    return this.pool.close({ force: true });
  }

  private async import({ nodeFile }: LoadedRelease): Promise<void> {
    if (this.warm.has(nodeFile)) return;
    await this.run({ kind: 'import', file: nodeFile }, IMPORT_TIMEOUT_MS);
    this.warm.add(nodeFile);
  }

  private async run(task: PageTask | FrameTask | ImportTask, timeoutMs: number): Promise<unknown> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    try {
      return await this.pool.run(task, { signal: controller.signal });
    } catch (error) {
      if (controller.signal.aborted) throw new RenderError(`took longer than ${timeoutMs} ms`, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
