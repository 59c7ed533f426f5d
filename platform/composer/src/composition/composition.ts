import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ReleaseManifest, SHELL } from '@wholepage/contracts/release';
import { type HistoryEntry, readHistory } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';
import type { CanaryKeeper } from '../canary/canary-keeper';
import type { FragmentOutcome } from '../fragments/fragment-filler';
import { send, sendText } from '../http/response/send';
import type { Metrics } from '../metrics';
import { ownerOf } from '../pages/page-parts';
import type { ReleaseSet } from '../releases/release-set';
import { isDeveloper } from '../settings/developer-access';
import type { Settings } from '../settings/settings';
import { compositionPage, compositionStyles, STYLES_PATH } from './page';

const PATH = '/_composition';
/** What is served now, for the commands that release. */
const LIVE_PATH = `${PATH}/live.json`;
const SHOWN_STEPS = 20;

interface CompositionOptions {
  settings: Pick<Settings, 'NODE_ENV' | 'DEVELOPER_ACCESS' | 'COMPOSITION_TOKEN'>;
  currentSet: () => ReleaseSet;
  /** Why releases of the registry are not served. */
  refusals: () => readonly string[];
  /** Undefined where the store can only be read: then there is no history to show. */
  store: WritableStore | undefined;
  keeper: CanaryKeeper;
  metrics: Metrics;
  /** The fragments of the page that was made last at a path. */
  fragmentsAt(path: string): readonly FragmentOutcome[];
}

/** Answers `/_composition?path=/articles`. To whom it is not for, it does not exist. @returns undefined for any other path */
export function createComposition({
  settings,
  currentSet,
  refusals,
  store,
  keeper,
  metrics,
  fragmentsAt,
}: CompositionOptions) {
  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const set = currentSet();
    const shell = set.apps['shell']?.manifest;
    // Its styles tell nothing, and a browser asks for them without the token.
    if (url.pathname === STYLES_PATH) return send(request, response, compositionStyles);
    if (!mayInspect(request, url, settings) || !shell)
      return sendText(request, response, 404, 'There is no such page.');
    if (url.pathname === LIVE_PATH) {
      const live = Object.fromEntries(Object.entries(set.apps).map(([app, { manifest }]) => [app, manifest.version]));
      const body = JSON.stringify({ live, refused: refusals() });
      return sendText(request, response, 200, body, { 'content-type': 'application/json' });
    }
    const history = store ? await readHistory(store, SHOWN_STEPS).catch(() => []) : [];
    const facts = compositionFacts(set, url.searchParams.get('path') ?? '/', await metrics.rendersByApp());
    return send(
      request,
      response,
      compositionPage(
        { ...facts, fragments: fragmentsAt(facts.path), canaries: canaryFacts(set, keeper.verdicts), history },
        shell,
        url.searchParams.get('token'),
      ),
    );
  };
  return (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> | undefined =>
    [PATH, STYLES_PATH, LIVE_PATH].includes(url.pathname) ? answer(request, response, url) : undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `Authorization: Bearer …`, or `?token=…` for a browser. */
const givenToken = (request: IncomingMessage, url: URL): string =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('token') ?? '';

/** Whether somebody may see how pages are put together: a developer outside production, else who has the token. */
function mayInspect(
  request: IncomingMessage,
  url: URL,
  settings: Pick<Settings, 'NODE_ENV' | 'DEVELOPER_ACCESS' | 'COMPOSITION_TOKEN'>,
): boolean {
  if (isDeveloper(request, settings)) return true;
  const { COMPOSITION_TOKEN } = settings;
  return COMPOSITION_TOKEN !== '' && timingSafeEqual(digest(givenToken(request, url)), digest(COMPOSITION_TOKEN));
}

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
interface CanaryFacts {
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
const canaryFacts = ({ canaries }: ReleaseSet, verdicts: CanaryKeeper['verdicts']): CanaryFacts[] =>
  canaries.map(({ release: { manifest }, percent }) => {
    const known = verdicts.find(({ app, version }) => app === manifest.app && version === manifest.version);
    return { app: manifest.app, version: manifest.version, percent, judged: known?.verdict.why ?? 'not judged yet' };
  });

type Renders = Awaited<ReturnType<Metrics['rendersByApp']>>;

/** What the page at this path is made of, with what is known of each part. */
function compositionFacts(
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
      part: app === SHELL ? 'the layout: header, footer, dialogs' : ownPart,
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
