import type { ReleaseDetails } from '../../shapes';
import { compareReleases } from './CompareScreen';

const release: ReleaseDetails = {
  app: 'news',
  version: '1.0.0-aaaaaaaa',
  contract: 3,
  builtAt: '2030-01-01T00:00:00Z',
  routes: ['/news'],
  shares: [{ name: 'react', version: '19.3.1', range: '~19.3.0' }],
  files: [{ file: 'assets/main.js', bytes: 9000, brotli: 3000, integrity: 'sha384-one' }],
  key: undefined,
  commit: undefined,
  verification: undefined,
};

test('a release that changes nothing differs in nothing', () => {
  expect(compareReleases(release, { ...release, files: [...release.files] })).toEqual([]);
});

test('routes, shares, contract and sizes are listed with before and after', () => {
  const after: ReleaseDetails = {
    ...release,
    contract: 4,
    routes: ['/news', '/news/:slug'],
    shares: [],
    files: [...release.files, { file: 'assets/list.css', bytes: 500, brotli: undefined, integrity: 'sha384-list' }],
  };
  expect(compareReleases(release, after)).toEqual([
    { what: 'Release', name: 'all files', before: '3.0 kB', after: '3.5 kB' },
    { what: 'Release', name: 'contract', before: '3', after: '4' },
    { what: 'Route', name: '/news/:slug', before: 'none', after: '/news/:slug' },
    { what: 'Share', name: 'react', before: '19.3.1 (takes ~19.3.0)', after: 'none' },
    { what: 'File', name: 'assets/list.css', before: 'none', after: '0.5 kB' },
  ]);
});

test('a file with other content of the same size differs', () => {
  const of = (file: string, integrity: string) => ({ file, bytes: 9000, brotli: 3000, integrity });
  const before = [of('assets/main.js', 'sha384-one'), of('entry.js', 'sha384-two')];
  const after = [of('assets/main.js', 'sha384-three'), of('entry.js', 'sha384-four')];
  expect(compareReleases({ ...release, files: before }, { ...release, files: after })).toEqual([
    { what: 'File', name: 'assets/main.js', before: '3.0 kB', after: '3.0 kB, other content' },
    { what: 'File', name: 'entry.js', before: '3.0 kB', after: '3.0 kB, other content' },
  ]);
});
