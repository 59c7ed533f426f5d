import type { ReleaseManifest } from '@wholepage/contracts/release';
import { SHELL } from '@wholepage/contracts/version';
import type { HistoryEntry } from '@wholepage/releases/registry/history';
import type { CanaryKeeper } from '../canary/canary-keeper';
import type { FragmentOutcome } from '../fragments/page-fragments';
import type { Metrics } from '../metrics';
import { ownerOf } from '../pages/page-parts';
import type { ReleaseSet } from '../releases/release-set';

/** One app of the set, for people. */
export interface AppFacts {
  app: string;
  version: string;
  contract: number;
  /** Percent of visitors who get this release. */
  visitors: number;
  /** What it shares with the others: `react 19.3.1 (~19.3.1)`. */
  shares: string[];
  /** The part of the page that it made; undefined when it made none. */
  part: string | undefined;
  /** Bytes after brotli: what this page loads of it. */
  scripts: number;
  styles: number;
  routes: string[];
  renders: number;
  /** Mean, in milliseconds. */
  renderMs: number | undefined;
  faults: number;
}

/** A canary that runs, and what the judge made of it so far. */
export interface CanaryFacts {
  app: string;
  version: string;
  percent: number;
  judged: string;
}

export interface CompositionFacts {
  path: string;
  set: string;
  apps: AppFacts[];
  canaries: CanaryFacts[];
  /** Of the page that was made last at this path. */
  fragments: readonly FragmentOutcome[];
  history: HistoryEntry[];
}

const brotliOf = ({ files }: ReleaseManifest, names: readonly string[], ending: string): number =>
  [...new Set(names)]
    .filter((name) => name.endsWith(ending))
    .reduce((sum, name) => sum + (files[name]?.brotli ?? files[name]?.bytes ?? 0), 0);

/** One line for a package, whatever parts of it are shared. */
const sharesOf = ({ shares = [] }: ReleaseManifest): string[] =>
  shares.filter(({ name }) => !name.includes('/')).map(({ name, version, range }) => `${name} ${version} (${range})`);

/** The canaries of a set; one that nobody visited yet is among them. */
export const canaryFacts = ({ canaries }: ReleaseSet, verdicts: CanaryKeeper['verdicts']): CanaryFacts[] =>
  canaries.map(({ release: { manifest }, percent }) => {
    const known = verdicts.find(({ app, version }) => app === manifest.app && version === manifest.version);
    return { app: manifest.app, version: manifest.version, percent, judged: known?.verdict.why ?? 'not judged yet' };
  });

type Renders = Awaited<ReturnType<Metrics['rendersByApp']>>;

/** What the page at this path is made of, with what is known of each part. */
export function compositionFacts(
  set: ReleaseSet,
  path: string,
  renders: Renders,
): Pick<CompositionFacts, 'path' | 'set' | 'apps'> {
  const owner = ownerOf(set, path);
  const facts = ({ manifest }: ReleaseSet['apps'][string]): AppFacts => {
    const { app, version, contract, entry, routes } = manifest;
    const isOwner = owner?.name === app;
    const loaded = app === SHELL || isOwner ? [...entry.js, ...entry.css] : [];
    const page = isOwner ? [...owner.route.js, ...owner.route.css] : [];
    const { count = 0, seconds = 0, faults = 0 } = renders.get(`${app} ${version}`) ?? {};
    const ownPart = isOwner ? `the page, by its route ${owner.route.path}` : undefined;
    return {
      app,
      version,
      contract,
      visitors: 100 - (set.canaries.find(({ release }) => release.manifest.app === app)?.percent ?? 0),
      shares: sharesOf(manifest),
      part: app === SHELL ? 'the frame: header, footer, dialogs' : ownPart,
      scripts: brotliOf(manifest, [...loaded, ...page], '.js'),
      styles: brotliOf(manifest, [...loaded, ...page], '.css'),
      routes: routes.map((route) => route.path),
      renders: count,
      renderMs: count ? (seconds / count) * 1000 : undefined,
      faults,
    };
  };
  const apps = Object.values(set.apps).map(facts);
  const first = ({ part }: AppFacts) => (part ? 0 : 1);
  return { path, set: set.id, apps: apps.sort((one, other) => first(one) - first(other)) };
}
