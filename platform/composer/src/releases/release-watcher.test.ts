import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PublicConfig } from '@wholepage/contracts/mount';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { evidenceKey } from '@wholepage/releases/canary/cohort';
import { ReleaseError } from '@wholepage/releases/errors';
import { createPreview } from '@wholepage/releases/preview/preview';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote, retire } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { urlStore } from '@wholepage/releases/store/open-store';
import { editRegistry } from '@wholepage/releases/testing/built-release';
import { exportPins, keyText, localKey } from '@wholepage/releases/trust/pins';
import { createTrust } from '@wholepage/releases/trust/trust';
import { tryOut } from '../app';
import { RenderError, RenderTimeoutError } from '../errors';
import { fixtureStore, SERVER_ENTRIES, storeWithHome, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { LocalCopies, mirrored } from './mirror';
import type { LoadedRelease, ReleaseSet } from './release-set';
import { createPurge, FollowedSteps, ReleaseWatcher } from './release-watcher';

describe('steps that are followed', () => {
  test('steps that cannot be read at a start are not forgotten: they are asked for again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'followed-'));
    const before = new FollowedSteps(folder, 'store');
    (await before.generations()).rememberLive('mf-blog', 7, 'live');
    await before.save();
    const [name = ''] = await readdir(folder);
    const file = join(folder, name);
    await rename(file, `${file}.away`);
    await mkdir(file);
    const after = new FollowedSteps(folder, 'store');
    await expect(after.generations()).rejects.toThrow(/EISDIR/);
    await rm(file, { recursive: true });
    await rename(`${file}.away`, file);
    expect((await after.generations()).followed('mf-blog')).toEqual({ generation: 7, liveFingerprint: 'live' });
  });
});

describe('local copies', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const set = (id: string) => ({ id }) as ReleaseSet;

  test('copies that could not be made are tried again, until they are there', async () => {
    const copy = jest
      .fn()
      .mockRejectedValueOnce(new Error('down'))
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValue(undefined);
    const copies = new LocalCopies(copy, jest.fn());
    void copies.keep(set('a'));
    await jest.advanceTimersByTimeAsync(0);
    expect([copy.mock.calls.length, copies.isReady]).toEqual([1, false]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([copy.mock.calls.length, copies.isReady]).toEqual([3, true]);
  });

  test('a set that is live no more is not tried again', async () => {
    const copy = jest.fn().mockRejectedValue(new Error('down'));
    const copies = new LocalCopies(copy, jest.fn());
    void copies.keep(set('a'));
    await jest.advanceTimersByTimeAsync(0);
    void copies.keep(set('b'));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(copy.mock.calls.slice(1).every(([{ id }]) => id === 'b')).toBe(true);
  });

  test('a store that gives nothing keeps nobody from its visitors for ever, nor does one on this machine', async () => {
    const copies = new LocalCopies(jest.fn().mockRejectedValue(new Error('down')), jest.fn());
    void copies.keep(set('a'));
    await jest.advanceTimersByTimeAsync(31_000);
    copies.stop();
    expect([copies.isReady, new LocalCopies(undefined, jest.fn()).isReady]).toEqual([true, true]);
  });
});

describe('purging', () => {
  const setOf = (versions: Record<string, string>): ReleaseSet =>
    ({
      apps: Object.fromEntries(Object.entries(versions).map(([app, version]) => [app, { manifest: { app, version } }])),
    }) as ReleaseSet;

  const BEFORE = setOf({ shell: '1', 'mf-blog': '1', 'mf-courses': '1' });

  let cache: Server;
  let asked: { body: string; authorization: string | undefined }[];
  let statuses: number[];
  beforeEach(async () => {
    asked = [];
    statuses = [];
    cache = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      asked.push({ body, authorization: request.headers.authorization });
      response.writeHead(statuses.shift() ?? 200).end();
    });
    await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    cache.closeAllConnections();
    cache.close();
  });

  const purge = (log = jest.fn()) =>
    createPurge({ url: `http://127.0.0.1:${(cache.address() as AddressInfo).port}`, token: 'secret', log });

  it('asks the cache to forget what was made of the releases that are live no more', async () => {
    await purge()(BEFORE, setOf({ shell: '1', 'mf-blog': '2' }));
    expect(asked).toEqual([{ body: '{"tags":["mf-blog@1","mf-courses@1"]}', authorization: 'Bearer secret' }]);
  });

  it('asks for nothing when only a canary came or went', async () => {
    await purge()(BEFORE, setOf({ shell: '1', 'mf-blog': '1', 'mf-courses': '1', 'mf-new': '1' }));
    expect(asked).toEqual([]);
  });

  it('asks again when the cache could not do it', async () => {
    statuses = [503];
    const log = jest.fn();
    await purge(log)(BEFORE, setOf({ shell: '2', 'mf-blog': '1', 'mf-courses': '1' }));
    expect(asked).toHaveLength(2);
    expect(log).not.toHaveBeenCalled();
  });
});

describe('trying out', () => {
  const release = (app: string) => ({ manifest: { app } }) as LoadedRelease;
  const CONFIG = {} as PublicConfig;
  const PIECES = { before: '', after: '' };

  const failed = (cause: Error) => new RenderError('shell 1.0.0: on purpose', { cause });
  const late = () => failed(new RenderTimeoutError('took longer than 2000 ms'));

  test('a shell that was late once, as on a machine that starts everything at once, is tried once more', async () => {
    const layout = jest.fn().mockRejectedValueOnce(late()).mockResolvedValueOnce(PIECES);
    await tryOut({ layout }, release('shell'), CONFIG);
    expect(layout).toHaveBeenCalledTimes(2);
  });

  test('a shell that is late again, or fails at once, is refused', async () => {
    const slow = jest.fn().mockImplementation(() => Promise.reject(late()));
    await expect(tryOut({ layout: slow }, release('shell'), CONFIG)).rejects.toThrow('on purpose');
    expect(slow).toHaveBeenCalledTimes(2);
    const broken = jest.fn().mockRejectedValue(failed(new Error('no slot')));
    await expect(tryOut({ layout: broken }, release('shell'), CONFIG)).rejects.toThrow('on purpose');
    expect(broken).toHaveBeenCalledTimes(1);
  });

  test('a remote is not tried', async () => {
    const layout = jest.fn();
    await tryOut({ layout }, release('mf-blog'), CONFIG);
    expect(layout).not.toHaveBeenCalled();
  });
});

describe('unusable apps', () => {
  /** Registers apps that no composer can serve: a malformed one, one without a release, and an invalid name. */
  async function spoil(store: string): Promise<void> {
    const file = join(store, 'registry.json');
    const registry = JSON.parse(await readFile(file, 'utf8'));
    const [blog] = registry.microFrontends['mf-blog'];
    const gone = { ...blog, metadata: { ...blog.metadata, version: '9.9.9' }, extras: { ...blog.extras, routes: [] } };
    Object.assign(registry.microFrontends, { 'mf-odd': [{ url: 7 }], 'mf-gone': [gone], '../up': [blog] });
    await writeFile(file, JSON.stringify(registry));
  }

  let composer: RunningComposer;
  afterEach(() => composer.close());

  const page = (path: string) => fetch(composer.origin + path).then((response) => response.text());
  const refusals = () => composer.events.filter(({ event }) => event === 'release refused');

  test('apps that cannot be served stop no composer from starting, and are named in its log', async () => {
    const store = await fixtureStore();
    await spoil(store);
    composer = await runComposer(store, { API_PORT: '1' });
    expect(await page('/blog')).toContain('The journal');
    expect(JSON.stringify(refusals())).toMatch(/mf-odd is malformed.*\.\.\/up.*mf-gone is not signed/);
  });

  test('a remote whose code never comes to its end keeps no composer from starting', async () => {
    composer = await runComposer(await storeWithHome('await new Promise(() => {});'), { API_PORT: '1' });
    expect(await page('/')).toContain('<h1>Home</h1>');
    // The composer did not wait for the process's timeout of ten seconds.
    expect(composer.events.filter(({ event }) => event === 'guest ended')).toEqual([]);
  });

  test.each(['mf-blog', 'shell'])(
    'a release of %s whose code never comes to its end keeps nobody else’s from going live',
    async (app) => {
      const store = await storeWithHome();
      composer = await runComposer(store, { API_PORT: '1' });
      await writeRelease(store, app, '1.1.0', 'await new Promise(() => {});');
      await writeRelease(store, 'mf-marketing', '1.1.0', SERVER_ENTRIES.says('A new home'));
      const before = composer.guests().length;
      await promote(store, app, '1.1.0');
      await eventually(
        async () => composer.guests().length,
        (guests) => guests > before,
      );
      await promote(store, 'mf-marketing', '1.1.0');
      const asked = performance.now();
      await eventually(
        () => page('/'),
        (html) => html.includes('A new home'),
      );
      // Less than the process's timeout of ten seconds.
      expect(performance.now() - asked).toBeLessThan(6_000);
    },
  );

  test('server code that was changed after its promotion is never run by a composer that starts: the release before is live', async () => {
    const store = await fixtureStore();
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
    await promote(store, 'mf-blog', '1.1.0');
    await writeFile(join(store, 'mf-blog', '1.1.0', 'node', 'render.mjs'), SERVER_ENTRIES.says('Never published'));
    composer = await runComposer(store, { API_PORT: '1' });
    const seen: string[] = [];
    const asked = async () => {
      seen.push(await page('/blog'));
      return seen.join();
    };
    expect(await eventually(asked, (html) => html.includes('The journal'))).toContain('The journal');
    expect(seen.join()).not.toContain('Never published');
    expect(JSON.stringify(refusals())).toContain('mf-blog 1.1.0: node/render.mjs was changed after it was published');
  });

  test('they do not keep a running composer from taking the releases of others, nor an app that nobody has heard of', async () => {
    const store = await fixtureStore();
    composer = await runComposer(store, { API_PORT: '1' });
    await spoil(store);
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('A new heading'));
    await promote(store, 'mf-blog', '1.1.0');
    expect(
      await eventually(
        () => page('/blog'),
        (html) => html.includes('A new heading'),
      ),
    ).toContain('A new heading');
    await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'));
    await promote(store, 'mf-careers', '1.0.0');
    const asked = () => page('/careers');
    expect(await eventually(asked, (html) => html.includes('Come and work'))).toContain('Come and work with us');
  });
});

describe('readiness', () => {
  const HELD_BACK = '/mf-blog/1.0.0/app.css';

  let host: Server;
  let watcher: ReleaseWatcher;
  /** Makes the store send the held file. */
  let release: () => void;
  /** Number of requests for the held file. */
  let asked = 0;
  beforeAll(async () => {
    const folder = await fixtureStore();
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    host = createServer(async (request, response) => {
      if (request.url === HELD_BACK) {
        asked += 1;
        await released;
      }
      const bytes = await readFile(join(folder, request.url ?? '')).catch(() => undefined);
      response.writeHead(bytes ? 200 : 404).end(bytes);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const place = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const store = mirrored(urlStore(place, environmentTrust()), join(folder, 'mirror'));
    const keep = (set: Parameters<typeof store.keep>[0]) => store.keep(set);
    watcher = new ReleaseWatcher({
      store,
      cacheDir: join(folder, 'entries'),
      log: () => {},
      tryOut: async () => {},
      keep,
    });
  });
  afterAll(() => {
    watcher.stop();
    host.closeAllConnections();
    host.close();
  });

  test('a composer is not ready while a file of a live release is on no disk of its machine', async () => {
    await watcher.start();
    // All code has been read; only one style sheet is missing.
    await eventually(async () => asked, Boolean);
    for (const { code } of Object.values(watcher.set.apps)) await code.read();
    await new Promise(setImmediate);
    expect(watcher.hasCheckedAll).toBe(false);
    release();
    expect(await eventually(async () => watcher.hasCheckedAll, Boolean)).toBe(true);
    expect(asked).toBe(1);
  });
});

describe('lies', () => {
  /*
   * The attacker controls the console's network and writes where the console writes: the registry, the history, and the
   * private store. The keys of teams and operators are elsewhere.
   */

  const APP = 'mf-blog';
  const FORGED = 'The forged journal';

  let store: string;
  let composer: RunningComposer;
  /** The console's own key, which may only stop canaries. */
  const own = generateKeyPairSync('ed25519');
  let sound: string;
  beforeAll(async () => {
    store = await fixtureStore();
    await writeRelease(store, APP, '6.6.6', SERVER_ENTRIES.says(FORGED));
    const keysDir = join(process.env.DATA_DIR ?? '', 'release-keys');
    const pins = JSON.parse((await exportPins(keysDir)).releaseKeys);
    pins.steps.console = { keys: [keyText(own.publicKey)], actions: ['stop'], apps: ['*'] };
    const file = join(store, 'release-keys.json');
    await writeFile(file, JSON.stringify(pins));
    process.env.RELEASE_KEYS = file;
    composer = await runComposer(store, { API_PORT: '1' });
    sound = await readFile(registryFile(), 'utf8');
  });
  beforeEach(async () => {
    await writeFile(registryFile(), sound);
    composer.events.splice(0);
  });
  afterAll(async () => {
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
    // Written as by a console that does not check its own rights.
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
    await edit((registry) => {
      delete registry.microFrontends[APP];
    });
    await expectUnmoved(/mf-blog is gone from the registry without a step that retires it/);
    await writeFile(registryFile(), sound);
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
});

describe('pins', () => {
  let composer: RunningComposer;
  let store: string;
  beforeEach(async () => {
    store = await fixtureStore();
  });
  afterEach(async () => {
    delete process.env.RELEASE_KEYS;
    await composer.close();
  });

  const page = async (path: string) => (await fetch(composer.origin + path)).text();
  const refusals = () => JSON.stringify(composer.events.filter(({ event }) => event === 'release refused'));
  const route = (path: string) => ({ path, document: false, sitemap: [], js: [], css: [] });

  /** Writes this machine's pins to a file. @returns them, and a function that writes them again after a change */
  async function pinned() {
    const { releaseKeys } = await exportPins(join(process.env.DATA_DIR ?? '', 'release-keys'));
    const file = join(store, 'release-keys.json');
    const pins = JSON.parse(releaseKeys);
    const write = () => writeFile(file, JSON.stringify(pins));
    await write();
    process.env.RELEASE_KEYS = file;
    return { pins, write };
  }

  test('a release that somebody wrote into the store takes no page of another app, before or after a start', async () => {
    store = await storeWithHome();
    await environmentTrust().sign('mf-evil', {});
    const { pins, write } = await pinned();
    Object.assign(pins.apps['mf-evil'], { paths: ['/evil'] });
    await write();
    const spoil = async () => {
      const routes = [route('/'), route('/blog')];
      await writeRelease(store, 'mf-evil', '1.0.0', SERVER_ENTRIES.says('Taken over'), { routes });
      const manifest = await readFile(join(store, 'mf-evil', '1.0.0', 'release.json'));
      const { integrityOf } = await import('@wholepage/releases/manifest');
      const metadata = { version: '1.0.0', integrity: integrityOf(manifest) };
      await editRegistry(store, (registry) => {
        const [entry] = registry.microFrontends['mf-blog'];
        const evil = { ...entry, metadata, extras: { ...entry.extras, routes: routes.map(({ path }) => path) } };
        registry.microFrontends = { 'mf-evil': [evil], ...registry.microFrontends };
        registry.steps = { 'mf-evil': { ...registry.steps['mf-blog'], app: 'mf-evil' }, ...registry.steps };
      });
    };
    composer = await runComposer(store, { API_PORT: '1' });
    await spoil();
    const currentRefusals = async () => refusals();
    expect(await eventually(currentRefusals, (text) => text.includes('mf-evil'))).toMatch(
      /promote mf-evil.*is not what the key .+ signed/,
    );
    expect([await page('/'), await page('/blog')].join()).not.toContain('Taken over');
    await composer.close();
    composer = await runComposer(store, { API_PORT: '1' });
    expect([await page('/'), await page('/blog')].join()).not.toContain('Taken over');
  });

  test('a release that claims paths which are not pinned to its app is refused, whoever signed the step', async () => {
    const { pins, write } = await pinned();
    pins.apps['mf-blog'].paths = ['/journal'];
    await write();
    composer = await runComposer(store, { API_PORT: '1' });
    expect(refusals()).toContain('claims /blog, which is not pinned to it');
    expect(await page('/blog')).not.toContain('The journal');
  });

  test('a composer that can serve few of the live releases is not ready, and says of none of their pages that it is unknown', async () => {
    store = await storeWithHome();
    const { pins, write } = await pinned();
    pins.apps['mf-blog'].paths = pins.apps['mf-marketing'].paths = [];
    await write();
    composer = await runComposer(store, { API_PORT: '1' });
    const ready = async () => (await page('/readyz')).trim();
    expect(await eventually(ready, (text) => text !== 'starting or stopping')).toBe(
      'most live releases cannot be served; not served: mf-blog, mf-marketing',
    );
    expect((await fetch(`${composer.origin}/readyz`)).status).toBe(503);
    const statuses = ['/', '/blog', '/unknown'].map(async (path) => (await fetch(composer.origin + path)).status);
    expect(await Promise.all(statuses)).toEqual([503, 503, 404]);
  });

  test('a key that is withdrawn takes what it signed along, without a restart', async () => {
    const { pins, write } = await pinned();
    await writeRelease(store, 'mf-blog', '0.9.0', SERVER_ENTRIES.says('An older journal'));
    composer = await runComposer(store, { API_PORT: '1' });
    expect(await page('/blog')).toContain('The journal');
    const older = async () => (await fetch(`${composer.origin}/_releases/mf-blog/0.9.0/remoteEntry.js`)).status;
    expect(await older()).toBe(200);
    const { keys } = pins.apps['mf-blog'];
    pins.apps['mf-blog'].keys = pins.apps.shell.keys;
    await write();
    const blog = () => page('/blog');
    expect(await eventually(blog, (html) => !html.includes('The journal'))).not.toContain('The journal');
    expect(await older()).toBe(404);
    expect(refusals()).toContain('mf-blog 1.0.0 is not signed by a key of mf-blog');
    pins.apps['mf-blog'].keys = keys;
    await write();
    expect(await eventually(blog, (html) => html.includes('The journal'))).toContain('The journal');
  });

  test('a page of a release whose key is withdrawn stands in for none that fails', async () => {
    store = await fixtureStore(SERVER_ENTRIES.throws);
    const { pins, write } = await pinned();
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    pins.apps['mf-blog'].keys.push(keyText(publicKey));
    await write();
    process.env.RELEASE_SIGNING_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await writeRelease(store, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('Taken over'));
    delete process.env.RELEASE_SIGNING_KEY;
    await promote(store, 'mf-blog', '2.0.0');
    composer = await runComposer(store, { API_PORT: '1' });
    expect(await page('/blog')).toContain('Taken over');
    pins.apps['mf-blog'].keys.pop();
    await write();
    const blog = () => page('/blog');
    expect(await eventually(blog, (html) => !html.includes('Taken over'))).not.toContain('Taken over');
    expect(refusals()).toContain('mf-blog 2.0.0 is not signed');
  });

  test('a preview shows no release of a key that is withdrawn, and frames an app as soon as it is not trusted', async () => {
    const { pins, write } = await pinned();
    await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'));
    const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
    composer = await runComposer(store, { API_PORT: '1' });
    const seen = async () => (await fetch(`${composer.origin}/blog`, { headers: { cookie: `preview=${id}` } })).text();
    expect(await seen()).toContain('The next journal');
    pins.apps['mf-blog'].trust = 'isolated';
    await write();
    expect(await eventually(seen, (html) => html.includes('<iframe'))).not.toContain(
      '"remote":{"name":"mf-blog","version":"1.1.0","entry":"/_releases',
    );
    pins.apps['mf-blog'].keys = pins.apps.shell.keys;
    await write();
    expect(await eventually(seen, (html) => !html.includes('next journal'))).toContain('which is no longer available');
  });

  test('what was pinned last holds on while the file is not usable', async () => {
    await pinned();
    composer = await runComposer(store, { API_PORT: '1' });
    await writeFile(join(store, 'release-keys.json'), '{"apps": 7}');
    const events = async () => composer.events.map(({ event }) => event);
    expect(await eventually(events, (all) => all.some((event) => event.startsWith('RELEASE_KEYS')))).toContain(
      'RELEASE_KEYS not usable, the last one holds on',
    );
    expect(await page('/blog')).toContain('The journal');
  });

  test('an app that is retired has no pages, no place in the sitemap, and its files; until it is promoted again', async () => {
    composer = await runComposer(store, { API_PORT: '1' });
    expect(await page('/sitemap.xml')).toContain('/blog<');
    await retire(store, 'mf-blog');
    const status = async () => (await fetch(`${composer.origin}/blog`)).status;
    expect(await eventually(status, (one) => one === 404)).toBe(404);
    expect(await page('/sitemap.xml')).not.toContain('/blog<');
    expect((await fetch(`${composer.origin}/_releases/mf-blog/1.0.0/remoteEntry.js`)).status).toBe(200);
    await promote(store, 'mf-blog', '1.0.0');
    expect(await eventually(status, (one) => one === 200)).toBe(200);
  });
});

test('a canary that was left out is given again when somebody starts it anew, however late that is read', async () => {
  const place = await storeWithHome();
  await writeRelease(place, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('The new journal'));
  await startCanary(place, 'mf-blog', '2.0.0', 50);
  const whole = folderStore(place);
  let known: string | undefined;
  let isStill = false;
  const revision = async (path: string) => {
    if (!isStill) known = await whole.revision(path);
    return known;
  };
  const store = { ...whole, pollMs: 20, revision };
  const source = { store, cacheDir: join(place, 'entries'), log: () => {}, tryOut: async () => {} };
  const watcher = new ReleaseWatcher(source);
  try {
    await watcher.start();
    const [canary] = watcher.set.canaries;
    watcher.leaveOut(evidenceKey('mf-blog', '2.0.0', canary?.deployment.extras.startedAt));
    expect(watcher.set.canaries).toEqual([]);
    isStill = true;
    await stopCanary(whole, 'mf-blog');
    await startCanary(place, 'mf-blog', '2.0.0', 10);
    isStill = false;
    expect(await eventually(async () => watcher.set.canaries[0]?.percent, Boolean)).toBe(10);
  } finally {
    watcher.stop();
  }
});

test('a registry that is given as it was before, under the mark of the newer one, is soon read again', async () => {
  const place = await storeWithHome();
  const whole = folderStore(place);
  const old = await whole.read('registry.json');
  let isStale = false;
  const read = async (path: string) => {
    if (!isStale || path !== 'registry.json') return whole.read(path);
    isStale = false;
    return old;
  };
  const store = { ...whole, pollMs: 20, read };
  const watcher = new ReleaseWatcher({
    store,
    cacheDir: join(place, 'entries'),
    log: () => {},
    tryOut: async () => {},
  });
  try {
    await watcher.start();
    await writeRelease(place, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('The new journal'));
    isStale = true;
    await promote(place, 'mf-blog', '2.0.0');
    await eventually(
      async () => isStale,
      (stale) => !stale,
    );
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
    const version = async () => watcher.set.apps['mf-blog']?.manifest.version;
    expect(await eventually(version, (live) => live === '2.0.0')).toBe('2.0.0');
  } finally {
    jest.restoreAllMocks();
    watcher.stop();
  }
});

test('a release that cannot be read when its key is withdrawn is checked as soon as it can', async () => {
  const place = await storeWithHome();
  const whole = folderStore(place);
  let revision = '1';
  let unread = 0;
  const read = async (path: string) => {
    if (revision !== '2' || unread > 3 || !path.endsWith('release.json')) return whole.read(path);
    unread += 1;
    throw new ReleaseError('the disk is full of errors', { refusal: 'store' });
  };
  const check: typeof whole.trust.check = (manifest, written) => {
    if (revision === '2' && manifest.app === 'mf-blog') throw new ReleaseError('no key', { refusal: 'not-signed' });
    whole.trust.check(manifest, written);
  };
  const store = { ...whole, pollMs: 20, read, trust: { ...whole.trust, revision: () => revision, check } };
  const source = { store, cacheDir: join(place, 'entries'), log: () => {}, tryOut: async () => {} };
  const watcher = new ReleaseWatcher(source);
  try {
    await watcher.start();
    revision = '2';
    await eventually(async () => watcher.set.absent['mf-blog'], Boolean);
    expect(watcher.set.apps['mf-blog']).toBeUndefined();
  } finally {
    watcher.stop();
  }
});

test('each of many refusals is in the log once, however often they are tried again', async () => {
  const place = await storeWithHome();
  await editRegistry(place, ({ microFrontends }) => {
    for (let app = 0; app < 40; app += 1) microFrontends[`No app ${app} ${'x'.repeat(100)}`] = [];
  });
  const log = jest.fn();
  const read = jest.fn(folderStore(place).read);
  const store = { ...folderStore(place), pollMs: 20, read };
  const watcher = new ReleaseWatcher({ store, cacheDir: join(place, 'entries'), log, tryOut: async () => {} });
  try {
    await watcher.start();
    const now = performance.now.bind(performance);
    let passed = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => {
      passed += 6_000;
      return now() + passed;
    });
    const { length } = read.mock.calls;
    await eventually(async () => read.mock.calls.length > length + 2, Boolean);
    expect(log.mock.calls.filter(([, event]) => event === 'release refused')).toHaveLength(40);
  } finally {
    jest.restoreAllMocks();
    watcher.stop();
  }
});
