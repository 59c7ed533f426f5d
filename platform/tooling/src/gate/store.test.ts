import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '@wholepage/releases/publish';
import { openStore } from '@wholepage/releases/store/open-store';
import { builtRelease, newStore, release, route } from '@wholepage/releases/testing/built-release';
import { keyText } from '@wholepage/releases/trust/pins';
import { createTrust, type Trust } from '@wholepage/releases/trust/trust';
import { copyLive, makeGateStore } from './store';

const newPair = () => generateKeyPairSync('ed25519');
type Pair = ReturnType<typeof newPair>;

let keysDir: string;
let store: string;
beforeEach(async () => {
  [keysDir, store] = [await mkdtemp(join(tmpdir(), 'keys-')), await newStore()];
});

const pemOf = (pair: Pair): string => String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const steps = newPair();

/** Whoever pins one key for each app, and signs with that one. */
const trustIn = (keys: Record<string, Pair>, own?: Pair): Trust =>
  createTrust({
    keysDir,
    pinned: JSON.stringify({
      apps: Object.fromEntries(
        Object.entries(keys).map(([app, key]) => [app, { keys: [keyText(key.publicKey)], paths: [`/${app}`] }]),
      ),
      steps: { tests: { keys: [keyText(steps.publicKey)], actions: ['*'], apps: ['*'] } },
    }),
    signingKey: own ? pemOf(own) : '',
    stepSigningKey: pemOf(steps),
  });

const [layout, courses, stolen, next] = [newPair(), newPair(), newPair(), newPair()];
const BEFORE = { shell: layout, 'mf-courses': courses, 'mf-blog': stolen };
const NOW = { ...BEFORE, 'mf-blog': next };

const make = (app: string, version: string, keys: Record<string, Pair>, own: Pair) =>
  release(store, version, { app, routes: app === 'shell' ? [] : [route(`/${app}`)] }, trustIn(keys, own));

/** What the gate tries a release of this app with, by one who pins these keys. */
const copied = async (app: string, keys: Record<string, Pair>): Promise<Record<string, string>> => {
  const gate = await mkdtemp(join(tmpdir(), 'gate-'));
  const own = createTrust({ keysDir: join(gate, 'keys'), pinned: '', signingKey: '' });
  return copyLive(openStore(store, trustIn(keys)), join(gate, 'releases'), own, app);
};

beforeEach(async () => {
  await make('shell', '1.0.0', BEFORE, layout);
  await make('mf-courses', '1.0.0', BEFORE, courses);
  await make('mf-blog', '1.0.0', BEFORE, stolen);
});

test.each(['mf-blog', 'mf-courses', 'shell'])(
  'a release of a stolen key keeps no release of %s from the gate',
  async (app) => {
    expect(await copied(app, BEFORE)).toEqual({ shell: '1.0.0', 'mf-courses': '1.0.0', 'mf-blog': '1.0.0' });
    expect(await copied(app, NOW)).toEqual({ shell: '1.0.0', 'mf-courses': '1.0.0' });
  },
);

test('the release before one of a stolen key is tried with, as composers serve it', async () => {
  await make('mf-blog', '1.1.0', NOW, next);
  expect(await copied('mf-courses', BEFORE)).toMatchObject({ 'mf-blog': '1.0.0' });
  expect(await copied('mf-courses', NOW)).toMatchObject({ 'mf-blog': '1.1.0' });
});

test('a layout of a stolen key is replaced by a layout, and holds no remote', async () => {
  const keys = { ...BEFORE, shell: next };
  expect(await copied('shell', keys)).toEqual({ 'mf-courses': '1.0.0', 'mf-blog': '1.0.0' });
  await expect(copied('mf-blog', keys)).rejects.toThrow('shell 1.0.0 is not signed by a key of shell');
});

test('a release that claims the page of a live one is named, not its owner, though it was published first', async () => {
  const place = await newStore();
  const evil = await builtRelease('1.0.0', { app: 'mf-evil', routes: [route('/:any')] });
  await publish(place, 'mf-evil', '1.0.0', evil);
  await release(place, '1.0.0', { app: 'shell' });
  await release(place, '1.0.0', { app: 'mf-courses', routes: [route('/courses')] });
  const verified = (app: string) => makeGateStore({ place, app, version: '1.0.0', built: undefined });
  await expect(verified('mf-evil')).rejects.toThrow("mf-evil 1.0.0 claims /:any, but /courses is mf-courses's.");
});
