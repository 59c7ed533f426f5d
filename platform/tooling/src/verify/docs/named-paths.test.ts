import { read, writtenFiles } from '../../testing/written-files';

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

/** `src/pages/list/page.tsx`, `run-gate.ts`, `docs/release.md`; no pattern, no address, no package. */
const PATH =
  /(?<![\w/.:@{}*$<>[-])(?:\.{1,2}\/)*((?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.(?:tsx?|mjs|cjs|md))(?![\w{}*/$<-]|\.\w)/g;

/** Files that a build makes. */
const BUILT = /(?:^|\/)dist\/|\.d\.ts$/;

/** Every end of the paths of files: from the bare name to the whole path. */
function endsOf(files: readonly string[]): ReadonlySet<string> {
  const ends = new Set<string>();
  for (const file of files) {
    const parts = file.split('/');
    for (let first = 0; first < parts.length; first += 1) ends.add(parts.slice(first).join('/'));
  }
  return ends;
}

/** A page, or the comments of a source that have lines of their own. */
const proseOf = (file: string, text: string): string =>
  file.endsWith('.md') ? text : [...text.matchAll(/^\s*(?:\{?\/\*[\s\S]*?\*\/|(?:\/\/|#|--).*$)/gm)].join('\n');

/** Paths that a page, or the comments of a source, name and that do not exist. A path may lack its first folders. */
const missingPaths = (file: string, text: string, ends: ReadonlySet<string>): string[] =>
  [...proseOf(file, text).matchAll(PATH)]
    .map(([, path = '']) => path)
    .filter((path) => (path.includes('/') || !path.endsWith('.md')) && !BUILT.test(path) && !ends.has(path));

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
