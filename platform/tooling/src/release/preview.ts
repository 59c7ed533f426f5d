import { durationMs } from '@wholepage/releases/canary/plan';
import { readRelease } from '@wholepage/releases/manifest';
import { createPreview, withdrawPreview } from '@wholepage/releases/preview/preview';
import { wasReviewed } from '@wholepage/releases/preview/reviewed';
import { publish } from '@wholepage/releases/publish';
import { storePlace } from '@wholepage/releases/settings';
import { openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import { buildApp } from '../build/build-app';
import { runCommand, UsageError } from '../run/command';
import { optionsOf, releaseArguments, workspaceApp } from './arguments';
import { publishedBefore } from './published-before';

const USAGE =
  'npm run preview <app> [version] | <app>@<version> … [-- --for 48h] | -- --withdraw ID   prints an address that shows it in the whole site to who has it';

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
  const built = await buildApp(workspaceApp([app]), { report: (step) => console.log(`${app}: building for ${step}`) });
  const fresh = await publish(place, app, built.manifest.version, built.dir);
  console.log(
    `${app}: ${fresh ? `published ${built.manifest.version}` : await publishedBefore(place, app, built.manifest.version)}.`,
  );
  return { [app]: built.manifest.version };
}

/** Where a preview is shown that holds what nobody has reviewed; empty where that is the site itself. */
async function previewOrigin(place: string, releases: Record<string, string>): Promise<string> {
  const origin = process.env.PREVIEW_ORIGIN ?? '';
  const store = openWritableStore(place);
  for (const [app, version] of origin ? Object.entries(releases) : [])
    if (!(await wasReviewed(store, app, version))) return origin;
  return '';
}

/** The first page that can be opened as it is. */
async function pageOf(place: string, releases: Record<string, string>): Promise<string> {
  const [[app = '', version = ''] = []] = Object.entries(releases);
  const { manifest } = await readRelease(openStore(place), app, version);
  return manifest.routes.find(({ path }) => !path.includes(':'))?.path ?? '/';
}

await runCommand(USAGE, async (line) => {
  const { words, options } = optionsOf(line, { for: 'string', withdraw: 'string' });
  const place = storePlace();
  if (options.withdraw !== undefined) {
    await withdrawPreview(place, options.withdraw);
    console.log(`The preview ${options.withdraw} is withdrawn.`);
    return;
  }
  const lastsMs = options.for === undefined ? undefined : durationMs(options.for);
  if (options.for !== undefined && lastsMs === undefined)
    throw new UsageError(`"${options.for}" is no time: give 2h or 48h, up to seven days.`);
  const releases = await releasesOf(words, place);
  const { id, until } = await createPreview(place, releases, { lastsMs });
  const origin =
    (await previewOrigin(place, releases)) || process.env.SITE_ORIGIN || `http://localhost:${process.env.PORT || 3000}`;
  console.log(`${origin}${await pageOf(place, releases)}?preview=${id}`);
  console.log(`Until ${until}. \`npm run preview -- --withdraw ${id}\` ends it.`);
});
