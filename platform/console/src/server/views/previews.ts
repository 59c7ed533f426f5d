import type { ReleaseManifest } from '@wholepage/contracts/release';
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

const manifestsOf = (store: WritableStore, releases: Preview['releases']): Promise<(ReleaseManifest | undefined)[]> =>
  Promise.all(
    Object.entries(releases).map(([app, version]) =>
      readRelease(store, app, version).then(
        ({ manifest }) => manifest,
        () => undefined,
      ),
    ),
  );

/** The first page of a preview that can be opened as it is. */
const pageOf = (manifests: readonly (ReleaseManifest | undefined)[]): string =>
  manifests[0]?.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';

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
  const manifests = await manifestsOf(store, releases);
  const alone = manifests.flatMap((manifest) =>
    manifest?.entry.standalone
      ? [[manifest.app, `${origin}/_standalone/${manifest.app}/${manifest.version}/?preview=${id}`] as const]
      : [],
  );
  const address = `${origin}${pageOf(manifests)}?preview=${id}`;
  return { id, releases, until, by, address, alone: Object.fromEntries(alone) };
}

/** Previews that hold now, those that last longest first. */
export async function readPreviews(store: WritableStore, origins: Origins): Promise<PreviewSummary[]> {
  const previews = (await previewsOf(store)).sort((one, other) => (one.until < other.until ? 1 : -1));
  return Promise.all(previews.slice(0, MOST_SHOWN).map((preview) => previewSummary(store, preview, origins)));
}
