import { type HistoryEntry, readStep, stepNames } from '@wholepage/releases/registry/history';
import { lastRegistry, pendingStep } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';

/** Steps never change: those that were read are kept, up to so many. */
const KEPT = 5_000;
const DIGITS = 9;

/** App of a file such as `000000012-articles.json` or `000000013-articles.lock.json`. */
const appOf = (name: string): string => name.slice(DIGITS + 1).replace(/(\.lock)?\.json$/, '');

/** Reads steps of the history, each file once. */
export class StepReader {
  private readonly steps = new Map<string, HistoryEntry>();

  constructor(private readonly store: WritableStore) {}

  /** One step by its id; undefined when it is not kept any more, or garbled. */
  async step(id: string): Promise<HistoryEntry | undefined> {
    const known = this.steps.get(id);
    if (known) return known;
    const step = await readStep(this.store, id).catch(() => undefined);
    if (step) this.remember(id, step);
    return step;
  }

  /** The newest steps of an app, or of all, newest first. @param before only those of earlier generations */
  async newest(options: {
    app?: string | undefined;
    before?: number | undefined;
    limit: number;
  }): Promise<HistoryEntry[]> {
    const { app, before = Number.POSITIVE_INFINITY, limit } = options;
    const names = (await stepNames(this.store))
      .filter((name) => (app === undefined || appOf(name) === app) && Number(name.slice(0, DIGITS)) < before)
      .reverse()
      .slice(0, limit);
    const read = await Promise.all(names.map((name) => this.step(name.slice(0, -'.json'.length))));
    const steps = read.filter((step) => step !== undefined);
    const pending = pendingStep((await lastRegistry(this.store)).registry);
    const isMissing =
      pending &&
      (app === undefined || pending.app === app) &&
      pending.generation < before &&
      !steps.some(({ generation }) => generation === pending.generation);
    return isMissing ? [pending, ...steps].slice(0, limit) : steps;
  }

  private remember(id: string, step: HistoryEntry): void {
    const [oldest] = this.steps.keys();
    if (this.steps.size >= KEPT && oldest !== undefined) this.steps.delete(oldest);
    this.steps.set(id, step);
  }
}
