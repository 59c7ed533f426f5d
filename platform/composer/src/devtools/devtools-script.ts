import { createHash } from 'node:crypto';
import { StoredResponse } from '../http/response/stored-response';
import { NO_OVERRIDE, OVERRIDE, overrideText } from '../override/override';
import { NO_PREVIEW, PREVIEW } from '../preview/previews';
import { isPersonal, type ReleaseSet } from '../releases/release-set';
import { type DevtoolsOptions, pageDevtools } from './page-devtools';

/** Where a release of another bundler has its manifest. */
const GUEST_MANIFEST = 'guest/mf-manifest.json';

export const DEVTOOLS_PATH = '/_devtools.js';

/** What a set's pages tell the script by its address: it is the same for all. */
function optionsOf({ apps, override, preview }: ReleaseSet): DevtoolsOptions {
  const laidOver = preview
    ? preview.releases.map(({ app, version }) => overrideText({ app, build: version }))
    : override
      ? [overrideText(override)]
      : [];
  const guests = Object.keys(apps).filter((app) => apps[app]?.manifest.files[GUEST_MANIFEST]);
  return { laidOver, guests, ends: preview ? `?${PREVIEW}=${NO_PREVIEW}` : `?${OVERRIDE}=${NO_OVERRIDE}` };
}

/** The script of a set's pages; undefined of what visitors get. @param inDevelopment all pages are a developer's */
export const devtoolsOf = (set: ReleaseSet, inDevelopment: boolean): string | undefined =>
  isPersonal(set) || inDevelopment
    ? `${DEVTOOLS_PATH}?${new URLSearchParams({ options: JSON.stringify(optionsOf(set)) })}`
    : undefined;

const TEXT = `(() => {
const __name = (named) => named;
const { searchParams } = new URL(document.currentScript.src);
(${pageDevtools})(JSON.parse(searchParams.get('options') ?? '{"laidOver":[],"guests":[],"ends":""}'));
})();
`;

export const devtoolsScript = new StoredResponse(
  200,
  {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    etag: `"${createHash('sha256').update(TEXT).digest('hex').slice(0, 12)}"`,
  },
  Buffer.from(TEXT),
);
