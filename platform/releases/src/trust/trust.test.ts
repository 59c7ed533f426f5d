import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../release/publish';
import { promote, rollback } from '../steps/steps';
import { builtRelease, live, newStore } from '../testing/built-release';
import { keyText } from './pins';
import { createTrust, type Trust } from './trust';

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
  const stepKey = asha.privateKey.export({ type: 'pkcs8', format: 'pem' });
  const by = { trust: createTrust({ keysDir, pinned, signingKey: '', stepSigningKey: String(stepKey) }) };
  for (const version of ['1.0.0', '1.1.0']) await promote(store, 'mf-blog', version, by);
  await expect(promote(store, 'mf-blog', '1.2.0', by)).rejects.toThrow('RELEASE_KEYS names the keys');
  await rollback(store, 'mf-blog', by);
  expect(createPublicKey(createPrivateKey(await readFile(join(keysDir, 'mf-blog.pem'), 'utf8'))).type).toBe('public');
});

test.each([
  [pinning(['abc']), 'RELEASE_KEYS: "abc…" is not a public Ed25519 key of mf-blog.'],
  ['/no/such/file', 'RELEASE_KEYS is neither JSON'],
  ['{"mf-blog": ["abc"]}', 'RELEASE_KEYS is not usable at "apps"'],
])('RELEASE_KEYS=%s is refused in a sentence', (pinned, sentence) => {
  expect(() => createTrust({ keysDir, pinned, signingKey: '' })).toThrow(sentence);
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
    // An invalid key stops whoever reads it.
    writeFileSync(join(keysDir, `${app}.pem`), 'none');
  }
  const check = trust.claimsCheck();
  const shop = (path: string) => ({ app: 'shop', version: '1.0.0', claims: { paths: [path], cookies: [] } });
  const claim = (path: string) => () => check(shop(path));
  expect(claim('/app-103')).toThrow("/app-103 is app-103's");
  // What was read once holds for all apps of the check.
  rmSync(join(keysDir, 'pins'), { recursive: true });
  mkdirSync(join(keysDir, 'pins'));
  // Another folder within one tick of the system's clock has the same time.
  utimesSync(join(keysDir, 'pins'), 1, 1);
  expect(claim('/app-103')).toThrow("/app-103 is app-103's");
  expect(() => trust.claimsCheck()(shop('/app-103'))).not.toThrow();
});
