import { type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/manifest';
import { type Check, type Fault, faultsOf, type GateContext, type ReadableRelease } from './check';
import { readHtml, wideOrigins } from './checks/addresses';
import { sizes } from './checks/files';
import { licenceNotices, licences, secretLiterals, secrets } from './checks/sources';
import { styles } from './checks/styles';
import { widthsFor } from './close-look';
import { isNesting } from './site';

/** Makes a release with these files. @param sizes of files in bytes, where they differ from the length of the text */
function release(
  files: Record<string, string>,
  app = 'mf-evil',
  sizesOf: Record<string, number> = {},
): ReadableRelease {
  const named = { 'remoteEntry.js': 'x={evil:"evil"}', 'node/render.mjs': '', ...files };
  const manifest: ReleaseManifest = releaseManifestSchema.parse({
    app,
    version: '1.0.0',
    contract: 4,
    builtAt: '',
    routes: app === 'shell' ? [] : [{ path: '/evil', js: [], css: [] }],
    entry: { browser: 'remoteEntry.js', node: 'node/render.mjs', js: [], css: [] },
    files: Object.fromEntries(
      Object.entries(named).map(([name, text]) => [
        name,
        { integrity: integrityOf(Buffer.from(text)), bytes: sizesOf[name] ?? text.length, brotli: text.length },
      ]),
    ),
  });
  const texts: Record<string, string> = named;
  return { manifest, bytes: async (file) => Buffer.from(texts[file] ?? ''), packed: async () => Buffer.from('') };
}

const SHELL = release(
  {
    'main.css':
      ':root { --ink: #123; color: var(--soft) } @font-face { font-family: Fraunces; src: url(f.woff2) } @keyframes turn { to { rotate: 1turn } } @counter-style steps { system: cyclic; symbols: "-" }',
  },
  'shell',
);

const run = async (check: Check, candidate: ReadableRelease): Promise<string> => {
  const context: GateContext = {
    candidate,
    shell: SHELL,
    live: undefined,
    remotes: [],
    sources: undefined,
    site: jest.fn(),
    visits: jest.fn(),
    closeLooks: jest.fn(),
    addresses: jest.fn(),
    note: jest.fn(),
  };
  const faults: Fault[] = await faultsOf(check, context);
  return faults.map(({ where, what }) => `${where}: ${what}`).join('\n');
};

test.each([
  ['@property --ink { syntax: "<color>"; inherits: false; initial-value: red }', '@property --ink'],
  ['@property --soft { syntax: "*"; inherits: false }', '@property --soft'],
  ['@font-face { font-family: "fraunces"; src: url(a.woff2) }', '@font-face fraunces'],
  ['@font-face { font-family: FRAUNCES; src: url(a.woff2) }', '@font-face fraunces'],
  ['@keyframes turn { to { opacity: 0 } }', '@keyframes turn'],
  ['@counter-style steps { system: cyclic; symbols: "*" }', '@counter-style steps'],
])('a name of the shell’s is not taken: %s', async (css, name) => {
  expect(await run(styles, release({ 'page.css': css }))).toBe(
    `page.css: Its "${name}" takes the place of the shell's.`,
  );
});

test('a component that both have built in may bring the same keyframes', async () => {
  expect(await run(styles, release({ 'page.css': '@keyframes turn { to { rotate: 1turn } }' }))).toBe('');
});

test.each(['@view-transition { navigation: auto }', '@page { margin: 0 }', '@import "https://fonts.example/a.css";'])(
  '%s is the shell’s to say',
  async (css) => {
    expect(await run(styles, release({ 'page.css': css }))).toMatch(/^page\.css: Its @.+ changes the whole page\.$/);
  },
);

test.each([
  ['page.js', 'const password = "Sommer-Regen-42"', 'password'],
  ['page.js', 'x={db_password:"hunter2hunter2"}', 'db_password'],
  ['page.js', 'x={password:"correct-horse"}', 'password'],
  ['page.css', '/* api_key: 9f8e7d6c5b4a3210 */', 'api_key'],
  ['icon.svg', '<!-- { "apiKey": "9f8e7d6c5b4a3210" } -->', 'apiKey'],
  ['page.js', '/*! deploy api_key: 9f8e7d6c5b4a3210 */', 'api_key'],
  ['page.js.LICENSE.txt', '/*! deploy with clientSecret=9f8e7d6c5b4a3210 */', 'clientSecret'],
])('a secret with its value is found: %s, %s', async (file, text, name) => {
  expect(await run(secrets, release({ [file]: text }))).toBe(
    `${file}: It holds what looks like a value for "${name}".`,
  );
});

test.each([
  'input({autoComplete:"current-password",name:"password"})',
  'say({password:"Please choose a password"})',
  'const token = "unexpected"; const passwordField = "#password-field"',
  'x={accessToken:"access-token"}',
  'x={password:"new-password"}',
  `const apiKey = \`\${prefix}-12345678\``,
  'x={password:"Contraseña:"}',
  'x={password:"パスワードを入力してください"}',
  'x={password:"••••••••"}',
])('words about secrets are none: %s', (text) => expect(secretLiterals(text, false)).toEqual([]));

test('code under a licence that obliges is found in what was bundled, whoever copied it', async () => {
  expect(await run(licences, release({ 'lib.js': '/*! @license GPL-3.0-only */f()' }))).toMatch(
    /^lib\.js: It says "@l/,
  );
  expect(await run(licences, release({ 'lib.js.LICENSE.txt': 'GNU Affero General Public License' }))).toMatch(
    /LICENSE/,
  );
  expect(licenceNotices('Licensed (MIT OR GPL-3.0-or-later)')).toEqual([]);
});

test('a first release has limits: a lazy chunk of 2 MB is refused', async () => {
  const lazy = release({ 'assets/lazy.js': 'x' }, 'mf-evil', { 'assets/lazy.js': 2_000_000 });
  expect(await run(sizes, lazy)).toMatch(
    /^assets\/lazy\.js: 2000\.0 kB in a first release; 400\.0 kB are allowed\.\nall scripts and styles: 2000\.0 kB/,
  );
});

test.each([
  ["script-src 'self' https://*.com", ['https://*.com']],
  ["connect-src https://*.co.uk https://*.github.io 'self'", ['https://*.co.uk', 'https://*.github.io']],
  ['img-src https: data:', ['https:']],
  ["script-src 'self' https://*.pay.example.com https://checkout.example.com:8443", []],
])('origins of more than one owner: %s', (policy, expected) => expect(wideOrigins(policy)).toEqual(expected));

test('a remote is looked at just beyond where its own style sheets change', () => {
  const css = Buffer.from('@media (min-width: 1500px) { .a { top: 0 } } @media (31em<width<=50em) { .a { left: 0 } }');
  expect(widthsFor([css])).toEqual([320, 390, 497, 768, 801, 1024, 1440, 1501, 1920, 2560]);
});

test('what a page says of itself is read from its HTML', () => {
  const html =
    '<meta name="robots" content="noindex"><main><fragment-slot data-fragment="mf-a/b" data-props="{&quot;n&quot;:1}" data-state="ready"></fragment-slot><!-- <fragment-slot data-fragment="mf-a/c"> --></main>';
  expect(readHtml(html)).toEqual({ noindex: true, fragments: [{ of: 'mf-a/b', props: '{"n":1}', state: 'ready' }] });
});

test.each([
  ['deeper than 3', true],
  ['mf-a/b → mf-c/d → mf-a/b is a circle', true],
  ['it was not there in time', false],
])('a fragment that was left out for where it stands: %s', (reason, expected) =>
  expect(isNesting({ reason })).toBe(expected),
);
