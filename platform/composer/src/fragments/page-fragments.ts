import {
  FRAGMENT_ATTRIBUTES,
  FRAGMENT_KEY_MARK,
  FRAGMENT_LIMITS,
  type FragmentOnPage,
  type FragmentState,
} from '@wholepage/contracts/fragment';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { escapeHtml } from '@wholepage/page-rules/html';
import { LRUCache } from 'lru-cache';
import type { StoredResponse } from '../http/response/send';
import type { Metrics } from '../metrics';
import { wantedOf } from '../pages/page-parts';
import type { LoadedRelease } from '../releases/release-set';

/** Files of one release that the fragments of a page need. */
interface FragmentFiles {
  manifest: ReleaseManifest;
  js: string[];
  css: string[];
}

/** What became of one place for a fragment, for metrics, `/_composition` and the judge of canaries. */
export interface FragmentOutcome {
  of: string;
  key: string;
  version: string;
  state: FragmentState;
  /** Milliseconds until it was there, or was given up. */
  ms: number;
  fromCache: boolean;
  /** Why it is not there. */
  why?: string;
  /** True when its release is at fault. Load, lateness and a place that names no fragment are nobody's fault. */
  isFault?: boolean;
}

/** What the fragments of one page add to it, collected while they are filled in. */
export class PageFragments {
  /** Versions of the apps that it was made of; empty for one that has no release. */
  readonly uses: Record<string, string> = {};
  /** Cookies that any of its fragments reads. */
  readonly cookies = new Set<string>();
  /** Parts of fragments in the browser, by key. */
  readonly parts: Record<string, FragmentOnPage> = {};
  readonly outcomes: FragmentOutcome[] = [];
  private readonly releases = new Map<string, LoadedRelease>();
  private readonly files = new Map<string, { manifest: ReleaseManifest; js: Set<string>; css: Set<string> }>();
  private count = 0;
  /** Seconds for which the page may be reused. */
  maxAge = Number.POSITIVE_INFINITY;
  /** Status that a required fragment asks for. */
  status = 200;
  /** False when a fragment is missing that another try may bring. */
  isComplete = true;

  /**
   * @param keys how the keys of this page begin
   * @param first key of the first place, where it is known already
   */
  constructor(
    private readonly keys: string,
    private readonly first = `${keys}1`,
  ) {}

  /** @returns the key of the next place; undefined when the page holds as many as it may */
  nextKey(): string | undefined {
    this.count += 1;
    if (this.count > FRAGMENT_LIMITS.perPage) return undefined;
    return this.count === 1 ? this.first : `${this.keys}${this.count}`;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  use(app: string, release: LoadedRelease | undefined): void {
    this.uses[app] = release?.manifest.version ?? '';
  }

  addFiles(release: LoadedRelease, scripts: readonly string[], styles: readonly string[]): void {
    const { manifest, js, css } = wantedOf(release, scripts, styles);
    const known = this.files.get(manifest.app) ?? { manifest, js: new Set<string>(), css: new Set<string>() };
    for (const file of js) known.js.add(file);
    for (const file of css) known.css.add(file);
    this.files.set(manifest.app, known);
  }

  addPart(release: LoadedRelease, key: string, part: FragmentOnPage): void {
    this.parts[key] = part;
    this.releases.set(release.manifest.app, release);
  }

  /** Releases whose code the browser needs for them. */
  get interactiveReleases(): LoadedRelease[] {
    return [...this.releases.values()];
  }

  get pageFiles(): FragmentFiles[] {
    return [...this.files.values()].map(({ manifest, js, css }) => ({ manifest, js: [...js], css: [...css] }));
  }
}

/** What the composer writes on a fragment's element. */
export const slotAttributes = (key: string, state: FragmentState, when?: string): string =>
  [
    [FRAGMENT_ATTRIBUTES.key, key],
    [FRAGMENT_ATTRIBUTES.state, state],
    ...(when ? [[FRAGMENT_ATTRIBUTES.when, when]] : []),
  ]
    .map(([name, value = '']) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

/** A rendering as it stands in this very place. */
export const keyed = (html: string, key: string): string => html.replaceAll(FRAGMENT_KEY_MARK, key);

const PATHS_KEPT = 500;

/** Releases that made a page's fragments, and whether each was at fault in it. */
export type FragmentParts = readonly { app: string; version: string; failed: boolean }[];

const partsOf = new WeakMap<StoredResponse, FragmentParts>();

/** The releases whose fragments a page holds: whoever gets the page, out of the cache or not, met them. */
export const fragmentPartsOf = (stored: StoredResponse): FragmentParts => partsOf.get(stored) ?? [];

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
