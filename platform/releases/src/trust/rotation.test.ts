import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRegistry, releasesOf } from '../registry/registry';
import { publish } from '../release/publish';
import { promote, rollback } from '../steps/steps';
import { openStore } from '../store/open-store';
import { builtRelease, live, newStore } from '../testing/built-release';
import { keyId, keyText } from './pins';
import { createTrust, keysInUse, type Trust } from './trust';

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

/** Whoever pins these keys, and signs with that one. */
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
