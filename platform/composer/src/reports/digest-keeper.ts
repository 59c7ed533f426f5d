import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DigestWriter } from '@wholepage/releases/digests/digest-folder';
import type { WritableStore } from '@wholepage/releases/store/store';
import { type Log, reason } from '../log';
import type { DigestCollector } from './digest-collector';

const EVERY_MS = 10_000;
const ROUNDS_OF_AN_HOUR = 360;

interface KeeperOptions {
  collector: DigestCollector;
  privateStore: WritableStore;
  /** Of the registry, as it is followed here. */
  generation(): number;
  log: Log;
}

/** Writes every ten seconds what this composer saw, for the console to read. */
export class DigestKeeper {
  private readonly composer = { id: randomUUID(), host: hostname().slice(0, 100), startedAt: new Date().toISOString() };
  private readonly writer: DigestWriter;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private isFailing = false;
  private rounds = 0;

  constructor(private readonly options: KeeperOptions) {
    this.writer = new DigestWriter(options.privateStore, this.composer.id);
  }

  start(): void {
    this.timer = setTimeout(() => {
      this.write().finally(() => {
        if (!this.isStopped) this.start();
      });
    }, EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Writes what came in since the last time. A store that is unavailable is said once; what was seen meanwhile is lost. */
  async write(now = Date.now()): Promise<void> {
    const { collector, generation, log } = this.options;
    const digest = { composer: this.composer, at: new Date(now).toISOString(), generation: generation() };
    try {
      const isWritten = await this.writer.write({ ...digest, ...collector.take() }, now);
      if (!isWritten) log('warn', 'digest of reports is too large, and left out');
      if (this.isFailing) log('info', 'digests of reports are written again');
      this.isFailing = false;
      if (this.rounds % ROUNDS_OF_AN_HOUR === 0) await this.writer.removeOld(now);
      this.rounds += 1;
    } catch (error) {
      if (!this.isFailing) log('error', 'digests of reports cannot be written', { reason: reason(error) });
      this.isFailing = true;
    }
  }
}
