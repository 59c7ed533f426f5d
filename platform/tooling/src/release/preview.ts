import { durationMs } from '@wholepage/releases/canary/canary';
import { createPreview, withdrawPreview } from '@wholepage/releases/preview/preview';
import { storePlace } from '@wholepage/releases/settings';
import { runCommand, UsageError } from '../run/command';
import { previewAddress } from './answers/preview-address';
import { optionsOf, releaseArguments, workspaceApp } from './arguments/arguments';
import { publishSources } from './sources/publish-sources';

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
  return { [app]: await publishSources(workspaceApp([app]), place) };
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
    throw new UsageError(`"${options.for}" is not a time: give 2h or 48h, up to seven days.`);
  const releases = await releasesOf(words, place);
  const { id, until } = await createPreview(place, releases, { lastsMs });
  console.log(await previewAddress(place, releases, id));
  console.log(`Until ${until}. \`npm run preview -- --withdraw ${id}\` ends it.`);
});
