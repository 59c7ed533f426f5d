import { strFromU8, unzipSync } from 'fflate';
import { apiTypes, typesZip } from './release-types';
import { liveModules, liveTypes } from './types';

const RELEASE = {
  app: 'mf-new',
  routes: [{ path: '/new' }, { path: '/new/:slug' }],
  fragments: [
    {
      name: 'teaser',
      when: 'server' as const,
      maxAge: 60,
      cookies: [],
      interactive: false,
      js: [],
      css: [],
      props: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    },
  ],
  events: [{ name: 'read', retained: false, detail: { type: 'object', properties: { slug: { type: 'string' } } } }],
};

test('the archive holds the types of each exposed module, and its bytes depend on them alone', () => {
  const zip = typesZip(RELEASE);
  expect(Buffer.from(typesZip(RELEASE)).equals(Buffer.from(zip))).toBe(true);
  const files = unzipSync(zip);
  expect(Object.keys(files).sort()).toEqual(['app.d.ts', 'embed.d.ts', 'events.d.ts', 'fragments.d.ts']);
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  expect(text('embed.d.ts')).toMatch(/EmbedPath = `\/new` \| `\/new\?\$\{string\}` \| `\/new\/\$\{string\}`/);
  expect(text('fragments.d.ts')).toContain('"mf-new/teaser": { count: number };');
  expect(text('events.d.ts')).toContain('"mf-new:read": { slug?: string };');
});

test('the file for the editor adds live fragments and events to the contract', () => {
  const text = liveTypes([RELEASE]);
  expect(text).toMatch(/interface LiveFragments \{\n {2}"mf-new\/teaser": \{ count: number \};\n\}/);
  expect(text).toMatch(/interface LiveEvents \{\n {2}"mf-new:read": \{ slug\?: string \};\n\}/);
  expect(liveModules([RELEASE])).toContain("declare module 'mf-new/embed' {");
});

test('by the types of the library’s own API, loadRemote has the type of each module', () => {
  expect(apiTypes(['./app', './embed'])).toBe(
    `export type RemoteKeys = 'REMOTE_ALIAS_IDENTIFIER/app' | 'REMOTE_ALIAS_IDENTIFIER/embed';
export type PackageType<T> = T extends 'REMOTE_ALIAS_IDENTIFIER/app' ? typeof import('REMOTE_ALIAS_IDENTIFIER/app') : T extends 'REMOTE_ALIAS_IDENTIFIER/embed' ? typeof import('REMOTE_ALIAS_IDENTIFIER/embed') : any;
`,
  );
});
