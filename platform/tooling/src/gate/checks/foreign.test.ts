import { federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import { guestBytes, manifestFaults } from './foreign';

const files = (...names: string[]) => ({ js: { sync: names, async: [] }, css: { sync: [], async: [] } });
const MANIFEST = federationManifestSchema.parse({
  id: 'guest',
  name: 'guest',
  metaData: { globalName: 'guest', remoteEntry: { path: '', name: 'remoteEntry.js', type: 'module' } },
  shared: [{ name: 'react', version: '19.3.1', assets: files('react.js') }],
  exposes: [{ name: 'app', path: './app', assets: files('app.js') }],
});

test('copies of what a guest shares are counted apart from its own scripts, each once, styles left out', () => {
  const promised = { integrity: '', bytes: 900, brotli: 300 };
  const release = {
    files: { 'guest/react.js': promised, 'guest/app.js': { integrity: '', bytes: 50 }, 'guest/app.css': promised },
  };
  expect(guestBytes(release, MANIFEST, ['guest/react.js', 'guest/app.js', 'guest/app.js', 'guest/app.css'])).toEqual({
    copies: 300,
    rest: 50,
  });
});

test('a manifest that names a file which the release does not hold is found out', () => {
  const where = 'guest/mf-manifest.json';
  expect(manifestFaults({ 'guest/remoteEntry.js': {}, 'guest/app.js': {} }, MANIFEST, where)).toEqual([]);
  expect(manifestFaults({ 'guest/remoteEntry.js': {} }, MANIFEST, where)).toEqual([
    {
      where,
      what: 'It names guest/app.js, which the release does not hold.',
      todo: 'Build it again, into an empty folder.',
    },
  ]);
});
