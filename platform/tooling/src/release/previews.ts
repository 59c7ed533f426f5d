import { durationMs } from '@wholepage/releases/canary/plan';
import { readRelease } from '@wholepage/releases/manifest';
import { createPreview, wasReviewed, withdrawPreview } from '@wholepage/releases/preview/preview';
import { environmentTrust, storePlace } from '@wholepage/releases/settings';
import { openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import type { Trust } from '@wholepage/releases/trust/trust';
import { UsageError } from '../run/command';
import { siteOrigin } from '../site/definition';
import { publishSources, releaseArguments, workspaceApp } from './steps';

/** `wholepage preview <app> [version]`, or several as `<app>@<version>`: an address that shows them in the whole site. */
export async function preview(
  words: readonly string[],
  options: { for?: string; withdraw?: string } = {},
): Promise<void> {
  const place = storePlace();
  if (options.withdraw !== undefined) {
    await withdrawPreview(place, options.withdraw);
    console.log(`The preview ${options.withdraw} is withdrawn.`);
    return;
  }
  const lastsMs = options.for === undefined ? undefined : durationMs(options.for);
  if (options.for !== undefined && lastsMs === undefined)
    throw new UsageError(`"${options.for}" is not a time: give 2h or 48h, up to seven days.`);
  const releases = await releasesOf(words, place);
  const { id, until } = await createPreview(place, releases, { lastsMs });
  console.log(await previewAddress(place, releases, id));
  console.log(`Until ${until}. \`npm run preview -- --withdraw ${id}\` ends it.`);
}

/** Versions by app; without a version what the sources make now, which is published for it. */
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

/** Where a preview is shown that holds what nobody has reviewed; empty where that is the site itself. */
async function previewOrigin(place: string, releases: Record<string, string>, trust: Trust): Promise<string> {
  const origin = process.env.PREVIEW_ORIGIN ?? '';
  const store = openWritableStore(place, trust);
  for (const [app, version] of origin ? Object.entries(releases) : [])
    if (!(await wasReviewed(store, app, version))) return origin;
  return '';
}

export async function pageOf(
  place: string,
  releases: Record<string, string>,
  trust = environmentTrust(),
): Promise<string> {
  const [[app = '', version = ''] = []] = Object.entries(releases);
  const { manifest } = await readRelease(openStore(place, trust), app, version);
  return manifest.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
}

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
