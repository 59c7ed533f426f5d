import { readRelease } from '@wholepage/releases/manifest';
import { type Preview, previewsOf } from '@wholepage/releases/preview/preview';
import { wasReviewed } from '@wholepage/releases/preview/reviewed';
import type { WritableStore } from '@wholepage/releases/store/store';
import type { PreviewSummary } from '../../shapes';

interface Origins {
  siteOrigin: string;
  previewOrigin: string | undefined;
}

const MOST_SHOWN = 100;

/** The first page of a preview that can be opened as it is. */
async function pageOf(store: WritableStore, releases: Preview['releases']): Promise<string> {
  const [[app = '', version = ''] = []] = Object.entries(releases);
  const manifest = await readRelease(store, app, version).then(
    (read) => read.manifest,
    () => undefined,
  );
  return manifest?.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
}

/** A preview with the address that shows it. */
export async function previewSummary(
  store: WritableStore,
  { id, releases, until, by }: Preview,
  { siteOrigin, previewOrigin }: Origins,
): Promise<PreviewSummary> {
  const reviewed = previewOrigin
    ? await Promise.all(Object.entries(releases).map(([app, version]) => wasReviewed(store, app, version)))
    : [];
  const origin = reviewed.includes(false) ? (previewOrigin ?? siteOrigin) : siteOrigin;
  return { id, releases, until, by, address: `${origin}${await pageOf(store, releases)}?preview=${id}` };
}

/** Previews that hold now, those that last longest first. */
export async function readPreviews(store: WritableStore, origins: Origins): Promise<PreviewSummary[]> {
  const previews = (await previewsOf(store)).sort((one, other) => (one.until < other.until ? 1 : -1));
  return Promise.all(previews.slice(0, MOST_SHOWN).map((preview) => previewSummary(store, preview, origins)));
}
