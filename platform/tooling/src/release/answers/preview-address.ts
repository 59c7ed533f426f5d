import { readRelease } from '@wholepage/releases/manifest';
import { wasReviewed } from '@wholepage/releases/preview/reviewed';
import { environmentTrust } from '@wholepage/releases/settings';
import { openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import type { Trust } from '@wholepage/releases/trust/trust';

/** Where a preview is shown that holds what nobody has reviewed; empty where that is the site itself. */
async function previewOrigin(place: string, releases: Record<string, string>, trust: Trust): Promise<string> {
  const origin = process.env.PREVIEW_ORIGIN ?? '';
  const store = openWritableStore(place, trust);
  for (const [app, version] of origin ? Object.entries(releases) : [])
    if (!(await wasReviewed(store, app, version))) return origin;
  return '';
}

/** The first page that can be opened as it is. */
export async function pageOf(
  place: string,
  releases: Record<string, string>,
  trust = environmentTrust(),
): Promise<string> {
  const [[app = '', version = ''] = []] = Object.entries(releases);
  const { manifest } = await readRelease(openStore(place, trust), app, version);
  return manifest.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
}

/** The site as visitors reach it. */
export const siteOrigin = (): string => process.env.SITE_ORIGIN || `http://localhost:${process.env.PORT || 3000}`;

/** The address that shows a preview, at a page of its first app. */
export async function previewAddress(
  place: string,
  releases: Record<string, string>,
  id: string,
  trust = environmentTrust(),
): Promise<string> {
  const origin = (await previewOrigin(place, releases, trust)) || siteOrigin();
  return `${origin}${await pageOf(place, releases, trust)}?preview=${id}`;
}
