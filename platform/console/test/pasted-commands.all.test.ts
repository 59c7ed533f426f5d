import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { noteVerification } from '@wholepage/releases/gate-record';
import { readRelease } from '@wholepage/releases/manifest';
import { previewsOf } from '@wholepage/releases/preview/preview';
import { releasesOf } from '@wholepage/releases/registry/deployments';
import { readStep, stepNames } from '@wholepage/releases/registry/history';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { release, route } from '@wholepage/releases/testing/built-release';
import { commandOf, previewCommand } from '../src/command';
import { ROOT } from '../src/paths';
import { type StepInput, stepSchema } from '../src/steps';

const A = '1.0.0-aaaaaaaa';
const B = '1.0.0-bbbbbbbb';
const WHY = `it's "ready"; $(touch /tmp/never) \`id\` \\ 100 %`;

let env: NodeJS.ProcessEnv;
let store: ReturnType<typeof folderStore>;

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'pasted-'));
  env = { ...process.env, DATA_DIR: data, RELEASES_URL: '', PRIVATE_STORE_URL: '', NODE_ENV: 'test', PORT: '9' };
  const place = join(data, 'releases');
  const trust = environmentTrust(env);
  store = folderStore(place, trust);
  await release(place, '1.0.0', { app: 'shop', routes: [route('/shop')] }, trust);
  for (const version of [A, B]) {
    await release(place, version, { app: 'news', routes: [route('/news')] }, trust);
    const { integrity } = await readRelease(store, 'news', version);
    const about = { verification: { held: ['sizes'], skipped: [], reason: '' }, by: 'the pipeline' };
    const privateStore = folderStore(join(data, 'private'), trust);
    await noteVerification(store, privateStore, { app: 'news', version, integrity }, about);
  }
});

const shell = async (command: string): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', command], { cwd: ROOT, env })).stdout;
/** Pastes what the console shows for a step into a shell. */
const paste = (step: StepInput) => shell(commandOf(stepSchema.parse(step)));
const news = async () => releasesOf(await readRegistry(store), 'news');
const live = async () => (await news()).live?.metadata.version;
const history = async () =>
  Promise.all((await stepNames(store)).map((name) => readStep(store, name.replace(/\.json$/, ''))));
const later = () => new Date(Date.now() + 3_600_000).toISOString();

test('every command that the console shows does what its button does, with the reason as it was written', async () => {
  await paste({ action: 'rollback', app: 'news', from: B, version: A, why: WHY });
  expect(await live()).toBe(A);
  await paste({ action: 'promote', app: 'news', version: B, why: WHY });
  expect(await live()).toBe(B);
  await paste({ action: 'canary', app: 'news', version: A, shares: [10] });
  expect((await news()).canary?.deployment.traffic).toBe(10);
  await expect(paste({ action: 'canary', app: 'news', version: B, shares: [5] })).rejects.toThrow('is live already');
  await paste({ action: 'stop', app: 'news', version: A });
  await paste({ action: 'canary', app: 'news', version: A, shares: [10, 50], every: '5m', why: WHY });
  expect((await news()).canary?.extras.canary).toMatchObject({ next: [50], everyMs: 300_000 });
  await paste({ action: 'stop', app: 'news', version: A, why: WHY });
  const experiment = { app: 'news', against: B, version: A, share: 50, goal: 'news:read', margin: 10 } as const;
  await paste({ action: 'experiment', ...experiment, why: WHY });
  expect((await news()).canary?.extras.experiment).toMatchObject({ against: B, goal: 'news:read', margin: 0.1 });
  await paste({ action: 'stop', app: 'news', version: A, of: 'experiment', why: WHY });
  expect((await news()).canary).toBeUndefined();
  await paste({ action: 'experiment', ...experiment });
  await paste({ action: 'conclude', app: 'news', version: A, why: WHY });
  expect(await live()).toBe(A);
  await paste({ action: 'lock', app: 'site', until: later(), why: WHY });
  await expect(paste({ action: 'promote', app: 'news', version: B })).rejects.toThrow('locked');
  await paste({ action: 'promote', app: 'news', version: B, breaks: WHY });
  expect(await live()).toBe(B);
  await paste({ action: 'unlock', app: 'site' });
  const shown = await shell(previewCommand({ news: A, shop: '1.0.0' }, 2));
  const [, id = ''] = /preview=([\w-]{22})/.exec(shown) ?? [];
  expect((await previewsOf(store)).map(({ releases }) => releases)).toEqual([{ news: A, shop: '1.0.0' }]);
  await shell(`npm run preview -- --withdraw ${id}`);
  expect(await previewsOf(store)).toEqual([]);
  await paste({ action: 'retire', app: 'news', why: WHY });
  expect(await live()).toBeUndefined();
  // A canary's share stands before its reason.
  const reasons = (await history()).flatMap((step) => (step?.why.includes('it') ? [step.why] : []));
  expect(reasons.length).toBeGreaterThan(7);
  for (const reason of reasons) expect(reason.endsWith(WHY)).toBe(true);
}, 300_000);
