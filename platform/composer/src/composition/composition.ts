import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readHistory } from '@wholepage/releases/registry/read-history';
import type { WritableStore } from '@wholepage/releases/store/store';
import type { CanaryKeeper } from '../canary/canary-keeper';
import type { FragmentOutcome } from '../fragments/page-fragments';
import { send, sendText } from '../http/response/send';
import type { Metrics } from '../metrics';
import type { ReleaseSet } from '../releases/release-set';
import { isDeveloper } from '../settings/developer-access';
import type { Settings } from '../settings/settings';
import { canaryFacts, compositionFacts } from './facts';
import { compositionPage } from './page';
import { compositionStyles, STYLES_PATH } from './styles';

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
  keeper: CanaryKeeper | undefined;
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
        { ...facts, fragments: fragmentsAt(facts.path), canaries: canaryFacts(set, keeper?.verdicts ?? []), history },
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
