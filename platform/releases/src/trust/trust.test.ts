import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fs, { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { promote, rollback } from '../steps/steps';
import { openStore } from '../store/open-store';
import { builtRelease, live, newStore } from '../testing/built-release';
import { keyId, keyText, makeLocalKey, parseReleaseKeys, pinLocally } from './pins';
import { createTrust, keysInUse, type Trust } from './trust';

describe('trust', () => {
  const ENTRY = { browser: 'remoteEntry.js', node: 'node/render.mjs', js: [], css: [] };

  let keysDir: string;
  let store: string;
  let trust: Trust;
  beforeEach(async () => {
    [keysDir, store] = [await mkdtemp(join(tmpdir(), 'keys-')), await newStore()];
    trust = createTrust({ keysDir, pinned: '', signingKey: '' });
  });

  const asha = generateKeyPairSync('ed25519');
  const pinning = (keys: string[]): string =>
    JSON.stringify({
      apps: { 'mf-blog': { keys, paths: ['/blog'] } },
      steps: { asha: { keys: [keyText(asha.publicKey)], actions: ['*'], apps: ['*'] } },
    });

  const publishOne = async (version: string, by = trust, app = 'mf-blog') =>
    publish(store, app, version, await builtRelease(version, { app }), by);

  const manifestOf = (version: string, app = 'mf-blog') => join(store, app, version, 'release.json');

  test('a key is made for each app at its first release, for its owner’s eyes only', async () => {
    await publishOne('1.0.0');
    await publishOne('1.0.0', trust, 'mf-courses');
    expect(await readdir(keysDir)).toEqual(['mf-blog.pem', 'mf-courses.pem']);
    expect((await stat(join(keysDir, 'mf-blog.pem'))).mode & 0o777).toBe(0o600);
    const before = await readFile(join(keysDir, 'mf-blog.pem'), 'utf8');
    await publishOne('1.1.0');
    expect(await readFile(join(keysDir, 'mf-blog.pem'), 'utf8')).toBe(before);
  });

  test.each([
    ['is not signed', ({ signature: _signature, ...rest }: object & { signature?: unknown }) => rest],
    ['was changed after it was signed', (manifest: object) => ({ ...manifest, entry: { ...ENTRY, css: ['x.css'] } })],
    ['gained a key after it was signed', (manifest: object) => ({ ...manifest, more: true })],
    [
      'names a key that did not sign it',
      ({ signature, ...rest }: { signature?: object }) => ({
        ...rest,
        signature: { ...signature, key: 'A'.repeat(12) },
      }),
    ],
  ])('a release whose manifest %s is refused', async (_how, change) => {
    await publishOne('1.0.0');
    const manifest = JSON.parse(await readFile(manifestOf('1.0.0'), 'utf8'));
    await writeFile(manifestOf('1.0.0'), JSON.stringify(change(manifest)));
    await expect(promote(store, 'mf-blog', '1.0.0', { trust })).rejects.toThrow(
      'mf-blog 1.0.0 is not signed by a key of mf-blog: refused.',
    );
  });

  test('the blog’s key cannot release the courses', async () => {
    await publishOne('1.0.0');
    const blogKey = await readFile(join(keysDir, 'mf-blog.pem'), 'utf8');
    await publishOne('1.0.0', trust, 'mf-courses');
    const thief = createTrust({ keysDir, pinned: '', signingKey: blogKey });
    await publishOne('1.1.0', thief, 'mf-courses');
    await expect(promote(store, 'mf-courses', '1.1.0', { trust })).rejects.toThrow('not signed by a key of mf-courses');
  });

  test('pinned keys are believed, several of one app too, and keys that lie about are not', async () => {
    const [old, present] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    const pinned = pinning([old, present].map(({ publicKey }) => keyText(publicKey)));
    const signer = ({ privateKey }: typeof old) =>
      createTrust({ keysDir, pinned, signingKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) });
    await publishOne('1.0.0', signer(old));
    await publishOne('1.1.0', signer(present));
    await publishOne('1.2.0');
    // Setting files hold a key in one line.
    const stepSigningKey = String(asha.privateKey.export({ type: 'pkcs8', format: 'pem' })).replaceAll('\n', '\\n');
    const by = { trust: createTrust({ keysDir, pinned, signingKey: '', stepSigningKey }) };
    for (const version of ['1.0.0', '1.1.0']) await promote(store, 'mf-blog', version, by);
    await expect(promote(store, 'mf-blog', '1.2.0', by)).rejects.toThrow('RELEASE_KEYS names the keys');
    await rollback(store, 'mf-blog', by);
    expect(createPublicKey(createPrivateKey(await readFile(join(keysDir, 'mf-blog.pem'), 'utf8'))).type).toBe('public');
  });

  test.each([
    [pinning(['abc']), 'RELEASE_KEYS: "abc…" is not a public Ed25519 key of mf-blog.'],
    ['/no/such/file', 'RELEASE_KEYS is neither JSON'],
    [tmpdir(), `RELEASE_KEYS: ${tmpdir()} cannot be read (EISDIR).`],
    ['{"mf-blog": ["abc"]}', 'RELEASE_KEYS is not usable at "apps"'],
  ])('RELEASE_KEYS=%s is refused in a sentence', (pinned, sentence) => {
    expect(() => createTrust({ keysDir, pinned, signingKey: '' })).toThrow(sentence);
  });

  test('a key for steps that is none is refused before the first step', () => {
    expect(() => createTrust({ keysDir, pinned: pinning([]), signingKey: '', stepSigningKey: '/no/such/key' })).toThrow(
      'STEP_SIGNING_KEY is neither a private key in PEM form nor a file that holds one.',
    );
  });

  test('a signing key that is none is refused in a sentence, and so is its absence where keys are pinned', async () => {
    const wrong = createTrust({ keysDir, pinned: '', signingKey: 'secret' });
    await expect(publishOne('1.0.0', wrong)).rejects.toThrow('RELEASE_SIGNING_KEY is neither');
    await expect(publishOne('1.0.0', createTrust({ keysDir, pinned: pinning([]), signingKey: '' }))).rejects.toThrow(
      'no key to sign mf-blog with',
    );
    await expect(live(store)).rejects.toThrow();
  });

  test('many apps are held against the pins of each other without reading their keys', () => {
    mkdirSync(join(keysDir, 'pins'));
    const apps = Array.from({ length: 104 }, (_, index) => `app-${index}`);
    for (const app of apps) {
      writeFileSync(join(keysDir, 'pins', `${app}.json`), JSON.stringify({ paths: [`/${app}`], cookies: [] }));
      // Reading an invalid key would throw.
      writeFileSync(join(keysDir, `${app}.pem`), 'none');
    }
    const check = trust.claimsCheck();
    const shop = (path: string) => ({ app: 'shop', version: '1.0.0', claims: { paths: [path], cookies: [] } });
    const claim = (path: string) => () => check(shop(path));
    expect(claim('/app-103')).toThrow("/app-103 is app-103's");
    // A check reads the pins once for all its apps.
    rmSync(join(keysDir, 'pins'), { recursive: true });
    mkdirSync(join(keysDir, 'pins'));
    // A new folder has the same time as the old one within one tick of the clock, hence an explicit time.
    utimesSync(join(keysDir, 'pins'), 1, 1);
    expect(claim('/app-103')).toThrow("/app-103 is app-103's");
    expect(() => trust.claimsCheck()(shop('/app-103'))).not.toThrow();
  });
});

describe('rotation', () => {
  const APP = 'mf-blog';

  let keysDir: string;
  let store: string;
  beforeEach(async () => {
    [keysDir, store] = [await mkdtemp(join(tmpdir(), 'keys-')), await newStore()];
  });

  const newPair = () => generateKeyPairSync('ed25519');
  type Pair = ReturnType<typeof newPair>;
  const pem = ({ privateKey }: Pair): string => String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const asha = newPair();

  /** Makes a trust that pins these keys and signs with `own`. */
  const trustIn = (keys: readonly Pair[], own?: Pair): Trust =>
    createTrust({
      keysDir,
      pinned: JSON.stringify({
        apps: { [APP]: { keys: keys.map(({ publicKey }) => keyText(publicKey)), paths: ['/blog'] } },
        steps: { asha: { keys: [keyText(asha.publicKey)], actions: ['*'], apps: ['*'] } },
      }),
      signingKey: own ? pem(own) : '',
      stepSigningKey: pem(asha),
    });

  const release = async (version: string, trust: Trust): Promise<void> => {
    await publish(store, APP, version, await builtRelease(version), trust);
    await promote(store, APP, version, { trust });
  };

  const uses = async (trust: Trust) => {
    const open = openStore(store, trust);
    return keysInUse(open, APP, releasesOf(await readRegistry(open), APP));
  };

  test('a key takes the place of another by the steps of docs/runbook/rotate-keys.md', async () => {
    const [old, next] = [newPair(), newPair()];
    const [oldId, nextId] = [keyId(old.publicKey), keyId(next.publicKey)];
    await release('1.0.0', trustIn([old], old));

    const both = trustIn([old, next], next);
    await release('1.1.0', both);
    expect(await uses(both)).toEqual([
      { key: oldId, isBelieved: true, signs: ['before 1.0.0'] },
      { key: nextId, isBelieved: true, signs: ['live 1.1.0'] },
    ]);
    await rollback(store, APP, { trust: both });
    await promote(store, APP, '1.1.0', { trust: both });

    await release('1.2.0', both);
    expect(await uses(both)).toContainEqual({ key: oldId, isBelieved: true, signs: [] });

    const without = trustIn([next], next);
    await promote(store, APP, '1.1.0', { trust: without });
    await publish(store, APP, '1.3.0', await builtRelease('1.3.0'), trustIn([old], old));
    await expect(promote(store, APP, '1.3.0', { trust: without })).rejects.toThrow('not signed by a key of mf-blog');
    await expect(promote(store, APP, '1.0.0', { trust: without })).rejects.toThrow('not signed by a key of mf-blog');
    expect(await live(store)).toBe('1.1.0');
  });

  test('a release that the withdrawn key alone has signed is named', async () => {
    const [old, next] = [newPair(), newPair()];
    await release('1.0.0', trustIn([old], old));
    expect(await uses(trustIn([next]))).toEqual([
      { key: keyId(next.publicKey), isBelieved: true, signs: [] },
      { key: keyId(old.publicKey), isBelieved: false, signs: ['live 1.0.0'] },
    ]);
  });

  test('a release keeps the signature that it came with', async () => {
    const [old, next] = [newPair(), newPair()];
    await release('1.0.0', trustIn([old], old));
    const both = trustIn([old, next], next);
    expect(await publish(store, APP, '1.0.0', await builtRelease('1.0.0'), both)).toBe(false);
    expect((await uses(both)).find(({ signs }) => signs.length > 0)?.key).toBe(keyId(old.publicKey));
  });
});

describe('pins of this machine', () => {
  const APPS = Array.from({ length: 100 }, (_, index) => `mf-team-${index}`);

  let keysDir: string;
  let trust: Trust;
  beforeEach(async () => {
    keysDir = await mkdtemp(join(tmpdir(), 'keys-'));
    trust = createTrust({ keysDir, pinned: '', signingKey: '' });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return rm(keysDir, { recursive: true });
  });

  const claim = (app: string) => ({ paths: [`/${app}`], cookies: [] });
  const wants = (path: string) => () =>
    trust.claimsCheck()({ app: 'mf-blog', version: '1.0.0', claims: { paths: [path], cookies: [] } });

  test('a hundred apps cost a read of each file, however often they are held against each other', async () => {
    for (const app of APPS) {
      await makeLocalKey(keysDir, app);
      await pinLocally(keysDir, app, claim(app));
    }
    const reads = jest.spyOn(fs, 'readFileSync');
    for (const app of APPS) {
      expect(trust.pinsOf(app)?.keys).toHaveLength(1);
      trust.claimsCheck()({ app, version: '1.0.0', claims: claim(app) });
    }
    // Two reads for each app, one more of each for all claims, and the keys for steps.
    expect(reads.mock.calls.length).toBeLessThanOrEqual(3 * APPS.length + 10);
  });

  test('what another process pins is known at once', async () => {
    expect(wants('/mf-team-1')).not.toThrow();
    await pinLocally(keysDir, 'mf-team-1', claim('mf-team-1'));
    expect(wants('/mf-team-1')).toThrow("/mf-team-1 is mf-team-1's");
  });

  test('what cannot be read just now holds on, and is not written anew', async () => {
    await pinLocally(keysDir, 'mf-team-1', claim('mf-team-1'));
    const full = Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    for (const name of ['readFileSync', 'readdirSync'] as const) {
      const reading = jest.spyOn(fs, name).mockImplementation(() => {
        throw full;
      });
      expect(wants('/mf-team-1')).toThrow('cannot be read (EMFILE)');
      reading.mockRestore();
    }
    const reading = jest.spyOn(fs, 'readFileSync').mockImplementation(() => {
      throw full;
    });
    await expect(pinLocally(keysDir, 'mf-team-1', claim('mf-team-2'))).rejects.toThrow('cannot be read (EMFILE)');
    reading.mockRestore();
    expect(wants('/mf-team-1')).toThrow("/mf-team-1 is mf-team-1's");
  });

  test('a change of RELEASE_KEYS that cannot be read just now is read again', async () => {
    const file = join(keysDir, 'pinned.json');
    await writeFile(file, '{ "apps": {}, "steps": {} }');
    const watched = createTrust({ keysDir, pinned: file, signingKey: '' });
    const key = keyText(generateKeyPairSync('ed25519').publicKey);
    await writeFile(file, JSON.stringify({ apps: { 'mf-blog': { keys: [key], paths: [] } }, steps: {} }));
    const reading = jest.spyOn(fs, 'readFileSync').mockImplementation(() => {
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    });
    expect(watched.pinsOf('mf-blog')).toBeUndefined();
    expect(watched.trouble()).toMatch('cannot be read (EMFILE)');
    reading.mockRestore();
    expect(watched.pinsOf('mf-blog')?.keys).toHaveLength(1);
    expect(watched.trouble()).toBeUndefined();
  });

  test('a key that is removed is believed no more', async () => {
    await makeLocalKey(keysDir, 'mf-blog');
    expect(trust.pinsOf('mf-blog')?.keys).toHaveLength(1);
    await rm(join(keysDir, 'mf-blog.pem'));
    expect(trust.pinsOf('mf-blog')?.keys).toEqual([]);
  });

  test('an edit in place is seen after a second', async () => {
    await pinLocally(keysDir, 'mf-team-1', claim('mf-team-1'));
    expect(wants('/fair')).not.toThrow();
    await writeFile(join(keysDir, 'pins', 'mf-team-1.json'), JSON.stringify({ paths: ['/fair'], cookies: [] }));
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 1_001);
    expect(wants('/fair')).toThrow("/fair is mf-team-1's");
  });
});

describe('isolated apps', () => {
  const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const pinned = (trust?: string) =>
    JSON.stringify({ apps: { 'mf-partner': { keys: [key], paths: ['/guest'], ...(trust && { trust }) } }, steps: {} });
  const trustOf = (text: string) => parseReleaseKeys(text).app('mf-partner')?.trust;

  test('an app is trusted in full unless it is isolated, and no other word is a level', () => {
    expect(trustOf(pinned())).toBe('full');
    expect(trustOf(pinned('isolated'))).toBe('isolated');
    expect(() => parseReleaseKeys(pinned('sandboxed'))).toThrow(/RELEASE_KEYS/);
  });

  test('what an app owns may be a file that its release makes, and no pattern of patterns', () => {
    const owning = (path: string) =>
      parseReleaseKeys(JSON.stringify({ apps: { 'mf-partner': { keys: [key], paths: ['/guest', path] } }, steps: {} }));
    expect(owning('/guest/feed.xml').app('mf-partner')?.paths).toContain('/guest/feed.xml');
    expect(() => owning('/guest/*')).toThrow(/RELEASE_KEYS/);
  });
});
