import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { editRegistry } from '@wholepage/releases/testing/built-release';
import { exportPins, keyText, localKey } from '@wholepage/releases/trust/pins';
import { createTrust } from '@wholepage/releases/trust/trust';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

/*
 * Whoever holds the console's network can write where the console writes: the registry, the history, and the private
 * store. The keys of teams and operators lie elsewhere.
 */

const APP = 'mf-blog';
const FORGED = 'The forged journal';

let store: string;
let composer: RunningComposer;
/** The console's own key: it may stop canaries, and nothing else. */
const own = generateKeyPairSync('ed25519');
beforeEach(async () => {
  store = await fixtureStore();
  await writeRelease(store, APP, '6.6.6', SERVER_ENTRIES.says(FORGED));
  const keysDir = join(process.env.DATA_DIR ?? '', 'release-keys');
  const pins = JSON.parse((await exportPins(keysDir)).releaseKeys);
  pins.steps.console = { keys: [keyText(own.publicKey)], actions: ['stop'], apps: ['*'] };
  const file = join(store, 'release-keys.json');
  await writeFile(file, JSON.stringify(pins));
  process.env.RELEASE_KEYS = file;
  composer = await runComposer(store, { API_PORT: '1' });
});
afterEach(async () => {
  delete process.env.RELEASE_KEYS;
  await composer.close();
});

const page = async () => (await fetch(`${composer.origin}/blog`)).text();
const refused = async () => JSON.stringify(composer.events.filter(({ event }) => event === 'release refused'));
const registryFile = () => join(store, 'registry.json');

const edit = (change: (registry: Awaited<ReturnType<typeof readRegistry>>) => void): Promise<void> =>
  editRegistry(store, (registry) => {
    registry.generation += 1;
    change(registry);
  });

async function expectUnmoved(why: RegExp): Promise<void> {
  expect(await eventually(refused, (text) => why.test(text))).toMatch(why);
  expect(await page()).toContain('<h1>The journal</h1>');
}

test('a live release that was written into the registry without a step changes nothing', async () => {
  await edit((registry) => {
    const [live] = registry.microFrontends[APP] as { metadata: { version: string } }[];
    if (live) live.metadata.version = '6.6.6';
  });
  await expectUnmoved(/mf-blog/);
});

test('a step that the console signs with a key that may only stop canaries changes nothing', async () => {
  const trust = createTrust({
    keysDir: join(process.env.DATA_DIR ?? '', 'release-keys'),
    pinned: String(process.env.RELEASE_KEYS),
    signingKey: '',
    stepSigningKey: String(own.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  });
  await expect(promote(store, APP, '6.6.6', { trust })).rejects.toMatchObject({ refusal: 'not-allowed' });
  // As a console that does not check its own rights would write it.
  const registry = await readRegistry(folderStore(store));
  const deployments = JSON.parse(JSON.stringify(registry.microFrontends[APP])) as { metadata: { version: string } }[];
  if (deployments[0]) deployments[0].metadata.version = '6.6.6';
  const step = {
    ...{ generation: registry.generation + 1, at: new Date().toISOString(), action: 'promote', app: APP },
    ...{ version: '6.6.6', by: 'console', why: '', deployments },
  };
  const { deployments: _deployments, ...kept } = { ...step, signature: trust.signRecord('step', step) };
  await edit((changed) => {
    changed.microFrontends[APP] = deployments;
    changed.steps = { ...changed.steps, [APP]: kept };
  });
  await expectUnmoved(/console may not promote mf-blog/);
});

test('an app that is gone from the registry, and steps of the past, change nothing', async () => {
  const before = await readFile(registryFile(), 'utf8');
  await edit((registry) => {
    delete registry.microFrontends[APP];
  });
  await expectUnmoved(/mf-blog is gone from the registry without a step that retires it/);
  await writeFile(registryFile(), before);
  expect(await page()).toContain('<h1>The journal</h1>');
});

test('lies in the private store change no page: gate, digests and previews that nobody signed', async () => {
  const lie = async (folder: string, name: string, content: unknown) => {
    const path = join(store, 'private', folder);
    await mkdir(path, { recursive: true });
    await writeFile(join(path, name), JSON.stringify(content));
  };
  const verification = { held: ['everything'], skipped: [], reason: '' };
  const about = { app: APP, version: '6.6.6', integrity: 'sha384-x', at: new Date().toISOString(), by: 'Eve' };
  await lie(`gate/${APP}`, '6.6.6.json', { ...about, verification });
  await lie('digests', '0.json', { composer: 'Eve', causes: [{ message: FORGED }] });
  await mkdir(join(store, 'previews'), { recursive: true });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await writeFile(
    join(store, 'previews', 'forged.json'),
    JSON.stringify({ id: 'forged', releases: { [APP]: '6.6.6' }, until, by: 'Eve' }),
  );
  const preview = await fetch(`${composer.origin}/blog?preview=forged.secret`, { redirect: 'manual' });
  expect(preview.headers.get('set-cookie') ?? '').not.toContain('forged');
  const seen = await fetch(`${composer.origin}/blog`, { headers: { cookie: 'preview=forged.secret' } });
  expect(await seen.text()).not.toContain(FORGED);
  expect(await page()).toContain('<h1>The journal</h1>');
});

test('the key of a team is not a key of steps', () => {
  const keysDir = join(process.env.DATA_DIR ?? '', 'release-keys');
  const team = localKey(keysDir, APP);
  if (!team) throw new Error('The fixture has no key of the app.');
  const trust = createTrust({ keysDir, pinned: String(process.env.RELEASE_KEYS), signingKey: '' });
  expect(trust.signerOf('step', {}, { key: keyText(createPublicKey(team)), value: 'AAAA' })).toBeUndefined();
});
