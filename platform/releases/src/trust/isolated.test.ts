import { generateKeyPairSync } from 'node:crypto';
import { parseReleaseKeys } from './pins';

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
