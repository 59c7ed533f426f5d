import { durationMs } from '@wholepage/releases/canary/plan';
import { findManifest } from '@wholepage/releases/manifest';
import {
  createPreview,
  firstPage,
  originOfPreview,
  type Preview,
  withdrawPreview,
} from '@wholepage/releases/preview/preview';
import { storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { WritableStore } from '@wholepage/releases/store/store';
import { UsageError } from '../run/command';
import { siteOrigin } from '../site/definition';
import { publishSources, releaseArguments, workspaceApp } from './steps';

/** `wholepage preview <app> [version]`, or several as `<app>@<version>`: makes an address that shows them in the whole site. */
export async function preview(
  words: readonly string[],
  options: { for?: string; withdraw?: string } = {},
): Promise<void> {
  const place = storePlace();
  if (options.withdraw !== undefined) {
    await withdrawPreview(place, options.withdraw);
    return console.log(`The preview ${options.withdraw} is withdrawn.`);
  }
  const lastsMs = options.for === undefined ? undefined : durationMs(options.for);
  if (options.for !== undefined && lastsMs === undefined)
    throw new UsageError(`"${options.for}" is not a time: give 2h or 48h, up to seven days.`);
  const releases = await releasesOf(words, place);
  const made = await createPreview(place, releases, { lastsMs });
  console.log(await previewAddress(openWritableStore(place), made));
  console.log(`Until ${made.until}. \`npm run preview -- --withdraw ${made.id}\` ends it.`);
}

/** Versions by app. For an app without a version, builds its sources and publishes the result. */
async function releasesOf(words: readonly string[], place: string): Promise<Record<string, string>> {
  if (words.some((word) => word.includes('@'))) {
    const pairs = words.map((word) => releaseArguments(word.split('@')));
    return Object.fromEntries(
      pairs.map(({ app, version }) => {
        if (!version) throw new UsageError(`Which version of ${app}? Say ${app}@1.0.0-3fa9c2d1.`);
        return [app, version];
      }),
    );
  }
  const { app, version } = releaseArguments(words);
  if (version) return { [app]: version };
  return { [app]: await publishSources(workspaceApp([app]), place) };
}

/** The address that shows a preview, at a page of its first app. */
export async function previewAddress(store: WritableStore, { id, releases }: Preview): Promise<string> {
  const previewOrigin = process.env.PREVIEW_ORIGIN?.replace(/\/$/, '');
  const origin = await originOfPreview(store, releases, { siteOrigin: siteOrigin(), previewOrigin });
  const [[app = '', version = ''] = []] = Object.entries(releases);
  return `${origin}${firstPage(await findManifest(store, app, version))}?preview=${id}`;
}
