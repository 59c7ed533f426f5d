import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPreview } from '@wholepage/releases/preview/preview';
import { environmentTrust } from '@wholepage/releases/settings';
import { freePort } from '@wholepage/tooling/free-port';
import { publishAll } from '@wholepage/tooling/publish-all';
import { type MeasuredComposer, startComposer } from '../composer/composer-process';
import { crowd, publishSmall } from '../composer/crowded-registry';
import { metric } from '../fragments/composer-numbers';
import type { Value } from '../measure/run';

/** Pages that stay in the composer's memory: fragments of others need the API, which does not run here. */
const PAGES = ['/', '/design-studio', '/contact', '/project', '/product'];
const VIEWS = 20;
const HITS = 'composer_page_cache_hits_total';

/** Pages of visitors without a preview, as they travel. */
const readAll = (origin: string): Promise<string[]> =>
  Promise.all(PAGES.map(async (path) => (await fetch(origin + path)).text()));

/** Until every page comes from memory and stays there: one that a busy machine made in part is made again after a second. */
async function warm({ origin, privateOrigin }: MeasuredComposer): Promise<string[]> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await readAll(origin);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const hits = await metric(privateOrigin, HITS);
    const pages = await readAll(origin);
    if ((await metric(privateOrigin, HITS)) - hits === PAGES.length) return pages;
  }
  throw new Error('The pages do not stay in the memory of the composer.');
}

/** What other visitors pay while somebody looks at a preview: bytes that differ, and pages that are made again. */
export async function measurePreview(): Promise<Value[]> {
  const data = await mkdtemp(join(tmpdir(), 'bench-preview-'));
  const place = join(data, 'releases');
  const env = { DATA_DIR: data, RELEASES_URL: place };
  const trust = environmentTrust({ ...process.env, ...env });
  await publishAll(place, () => {}, { ...process.env, ...env });
  const [app = ''] = await crowd(place, trust, 1);
  await publishSmall(place, app, '9.0.0', trust);
  const composer: MeasuredComposer = await startComposer(await freePort(), env);
  try {
    const before = await warm(composer);
    const { id } = await createPreview(place, { [app]: '9.0.0' }, { by: 'bench', trust });
    const headers = { cookie: `preview=${id}` };
    for (let view = 0; view < VIEWS; view += 1) {
      const page = await (await fetch(`${composer.origin}/${app}`, { headers })).text();
      if (!page.includes(`${app} 9.0.0`)) throw new Error('The preview does not show its release.');
    }
    const hits = await metric(composer.privateOrigin, HITS);
    const after = await readAll(composer.origin);
    const again = PAGES.length - ((await metric(composer.privateOrigin, HITS)) - hits);
    const differing = after.filter((page, index) => page !== before[index]).length;
    return [
      {
        what: 'pages of others that differ while a preview is looked at',
        value: differing,
        unit: 'pages',
        promise: '0',
        holds: differing === 0,
      },
      {
        what: 'pages of others that are made again for it',
        value: again,
        unit: 'pages',
        promise: '0',
        holds: again === 0,
      },
    ];
  } finally {
    await composer.stop();
    await rm(data, { recursive: true, force: true });
  }
}
