import { LRUCache } from 'lru-cache';
import type { StoredResponse } from '../http/response/stored-response';
import type { Metrics } from '../metrics';
import type { FragmentOutcome } from './page-fragments';

const PATHS_KEPT = 500;

/** Releases that made a page's fragments, and whether each was at fault in it. */
export type FragmentParts = readonly { app: string; version: string; failed: boolean }[];

const partsOf = new WeakMap<StoredResponse, FragmentParts>();
const NONE: FragmentParts = [];

/** The releases whose fragments a page holds: whoever gets the page, out of the cache or not, met them. */
export const fragmentPartsOf = (stored: StoredResponse): FragmentParts => partsOf.get(stored) ?? NONE;

const appOf = ({ of }: FragmentOutcome): string => of.slice(0, of.indexOf('/'));

/** One line for each release: at fault as soon as one of its fragments is. */
function judgedParts(outcomes: readonly FragmentOutcome[]): FragmentParts {
  const parts = new Map<string, { app: string; version: string; failed: boolean }>();
  for (const outcome of outcomes) {
    if (outcome.version === '' || (outcome.state !== 'ready' && !outcome.isFault)) continue;
    const app = appOf(outcome);
    const known = parts.get(app);
    parts.set(app, { app, version: outcome.version, failed: (known?.failed ?? false) || (outcome.isFault ?? false) });
  }
  return [...parts.values()];
}

/** Keeps what became of fragments: for `/metrics`, for `/_composition` and for the judge of canaries. */
export class FragmentWatch {
  private readonly recent = new LRUCache<string, readonly FragmentOutcome[]>({ max: PATHS_KEPT });

  constructor(private readonly metrics: Pick<Metrics, 'fragment'>) {}

  /** A page was made. @param path its own, without a query */
  made(response: StoredResponse, path: string, outcomes: readonly FragmentOutcome[]): void {
    if (outcomes.length === 0) return void this.recent.delete(path);
    this.recent.set(path, outcomes);
    partsOf.set(response, judgedParts(outcomes));
    this.count(outcomes);
  }

  /** Fragments were rendered, for a page or by themselves. */
  count(outcomes: readonly FragmentOutcome[]): void {
    for (const { of, version, state, fromCache, ms } of outcomes) {
      if (state === 'pending') continue;
      const outcome = state === 'ready' ? (fromCache ? 'cached' : 'rendered') : 'fallback';
      this.metrics.fragment({ fragment: of, version, outcome }, ms / 1_000);
    }
  }

  /** The fragments of the page that was made last at this path. */
  at(path: string): readonly FragmentOutcome[] {
    return this.recent.get(path) ?? [];
  }
}
