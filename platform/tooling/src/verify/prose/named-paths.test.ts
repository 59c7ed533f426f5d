import { endsOf, missingPaths, read, writtenFiles } from './prose';

/** Texts for visitors and lists of changes. Pages on repositories of others and templates name files that are made there. */
const EXEMPT =
  /^api\/(content|migrations)\/|\/content\/|\/templates?\/|CHANGELOG\.md$|^docs\/(bring-your-own-bundler|tutorial)\.md$/;

/** Examples of a page or a comment. */
const EXAMPLES = new Set([
  'src/pages/authors/page.tsx',
  'src/pages/List.tsx',
  'news/src/pages/List.tsx',
  'node/render.mjs',
  'src/x.ts',
]);

const ends = new Set([...endsOf(writtenFiles(/./, /^$/)), ...EXAMPLES]);

it('names no file that does not exist', () => {
  const files = writtenFiles(/\.(tsx?|mjs|cjs|js|css|md|ya?ml|conf|lua|sql)$/, EXEMPT);
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => missingPaths(file, read(file), ends).map((found) => `${file}:${found}`))).toEqual([]);
});

const some = endsOf(['platform/releases/src/registry.ts', 'docs/release.md']);

it.each([
  ['a page', 'page.md', 'See `releases/src/gone.ts`.'],
  ['a command of a page', 'page.md', '```sh\nnode platform/gone.mjs\n```'],
  ['a comment', 'a.ts', '/** As `gone.tsx` does. */'],
  ['a link', 'page.md', '[release](docs/gone.md)'],
])('finds a missing file in %s', (_place, file, text) => {
  expect(missingPaths(file, text, some)).toEqual([expect.stringContaining('gone')]);
});

it.each([
  ['a whole path', 'page.md', '`platform/releases/src/registry.ts`'],
  ['a path without its first folders', 'a.ts', '// See `src/registry.ts` and docs/release.md.'],
  ['a relative link', 'page.md', '[release](../docs/release.md)'],
  ['a pattern', 'page.md', '`src/**/gone.ts`, `{remote}/gone.ts`, `gone.test.ts*`'],
  ['what a build makes', 'page.md', '`dist/server.mjs`, `live.d.ts`'],
  ['an address', 'page.md', 'https://example.com/gone.md'],
  ['code', 'a.ts', "import './gone.ts';"],
])('accepts %s', (_what, file, text) => {
  expect(missingPaths(file, text, some)).toEqual([]);
});
