import type { ServerResponse } from 'node:http';
import {
  FRAGMENT_ATTRIBUTES,
  FRAGMENT_ELEMENT,
  FRAGMENTS_PATH,
  type FragmentResponse,
} from '@wholepage/contracts/fragment';
import { escapeHtml } from '@wholepage/page-rules/html';
import { type Asked, cookiesOf } from '../http/request/request';
import { FOR_ONE_VISITOR, refuseUncached, StoredResponse, send } from '../http/response/send';
import { releaseUrl, remoteOnPage } from '../pages/page-parts';
import type { Parts } from '../parts';
import { releaseOf } from '../releases/release-set';
import { PageFragments } from './fragment-filler';

const OF = /^([a-z][a-z0-9-]{0,39})\/([a-z][a-z0-9-]{0,39})$/;
const KEY = /^[a-z0-9-]{1,60}$/;

const json = (status: number, body: object, caching: Record<string, string>): StoredResponse =>
  new StoredResponse(
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache', ...caching },
    JSON.stringify(body),
  );

/** Answers `GET /_fragments/{app}/{name}?props={JSON}&set={id}&key={place}`: a single fragment with its nested ones. */
export async function sendFragment(
  { settings, sites, filler, watch, pending }: Pick<Parts, 'settings' | 'sites' | 'filler' | 'watch' | 'pending'>,
  ...[request, response, url, set, trace]: Asked
): Promise<void> {
  if (refuseUncached(request, response, () => false)) return;
  const of = url.pathname.slice(FRAGMENTS_PATH.length);
  const key = url.searchParams.get('key') ?? 'b';
  const [, app = '', name = ''] = OF.exec(of) ?? [];
  if (!releaseOf(set, app)?.manifest.fragments.some((each) => each.name === name) || !KEY.test(key)) {
    return send(request, response, json(404, { error: 'There is no such fragment.' }, FOR_ONE_VISITOR));
  }
  const props = url.searchParams.get('props') ?? '';
  const make = async (): Promise<StoredResponse> => {
    const fragments = new PageFragments(`${key}-`, key);
    // Rendered as if a page had placed it, so that the same rules apply.
    const page = `<${FRAGMENT_ELEMENT} ${FRAGMENT_ATTRIBUTES.of}="${escapeHtml(of)}" ${FRAGMENT_ATTRIBUTES.when}="server"${
      props && ` ${FRAGMENT_ATTRIBUTES.props}="${escapeHtml(props)}"`
    }></${FRAGMENT_ELEMENT}>`;
    const html = await filler.fill(page, {
      set,
      url: new URL('/', settings.siteOrigin),
      site: sites.of(set),
      cookiesOf: (names) => cookiesOf(request, names),
      trace: trace(),
      deadline: performance.now() + settings.RENDER_TIMEOUT_MS,
      fragments,
      hasVisitorProps: true,
    });
    watch.count(fragments.outcomes);
    if (fragments.outcomes.find((each) => each.key === key)?.state !== 'ready') {
      return json(503, { error: 'The fragment is not available just now.' }, FOR_ONE_VISITOR);
    }
    const body: FragmentResponse = {
      html: contentOf(html),
      data: fragments.parts[key]?.data ?? null,
      js: fragments.pageFiles.flatMap(({ manifest, js }) => js.map((file) => releaseUrl(manifest, file))),
      css: fragments.pageFiles.flatMap(({ manifest, css }) => css.map((file) => releaseUrl(manifest, file))),
      releases: fragments.uses,
      fragments: fragments.parts,
      remotes: fragments.interactiveReleases.map((release) => remoteOnPage(release, [])),
    };
    return json(200, body, fragments.cookies.size > 0 ? FOR_ONE_VISITOR : {});
  };
  const deliver = (later: ServerResponse, stored: StoredResponse) => send(request, later, stored);
  return pending.answer(request, response, { made: make(), deliver });
}

/** Returns the content of the one element around it. */
const contentOf = (html: string): string => html.slice(html.indexOf('>') + 1, -`</${FRAGMENT_ELEMENT}>`.length);
