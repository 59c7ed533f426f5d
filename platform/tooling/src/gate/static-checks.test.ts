import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import { sharesIn } from '@wholepage/federation/webpack/release-files';
import { integrityOf } from '@wholepage/releases/manifest';
import * as z from 'zod';
import { ROOT } from '../paths';
import { listen } from '../run/spawn';
import { type Check, type Fault, faultsOf, type GateContext, type ReadableRelease } from './check';
import { absentUses, brokenUses, mismatches, users } from './checks/contract';
import { files as filesCheck, sizes } from './checks/files';
import { expectedNames, globals } from './checks/left-behind';
import { priceFaults, prices, structuredOffers } from './checks/prices';
import { isFree, licences, secrets, secretsIn } from './checks/sources';
import { styles, tokens } from './checks/styles';
import { skippedChecks } from './run-gate';

describe('static checks', () => {
  /** Makes a release with these files, all for the browser. */
  function release(files: Record<string, string>, change: Partial<ReleaseManifest> = {}): ReadableRelease {
    const named = Object.entries({
      'remoteEntry.js': 'x={body:"Post-body-x1",mine:"mine",a:"a"}',
      'node/render.mjs': '',
      ...files,
    });
    const manifest = releaseManifestSchema.parse({
      app: 'mf-blog',
      version: '1.0.0',
      contract: 4,
      builtAt: '',
      routes: [{ path: '/blog', js: ['page.js'], css: [] }],
      entry: { browser: 'remoteEntry.js', node: 'node/render.mjs', js: [], css: [] },
      files: Object.fromEntries(
        named.map(([name, text]) => [
          name,
          { integrity: integrityOf(Buffer.from(text)), bytes: text.length, brotli: text.length },
        ]),
      ),
      ...change,
    });
    const bytes = async (file: string) => Buffer.from(Object.fromEntries(named)[file] ?? '');
    return { manifest, bytes, packed: async (file) => brotliCompressSync(await bytes(file)) };
  }

  const SHELL = release(
    { 'main.css': ':root { --ink: #123; --space: 8px } @font-face { font-family: Fraunces; src: url(f.woff2) }' },
    { app: 'shell', routes: [] },
  );

  const run = (
    check: Check,
    candidate: ReadableRelease,
    live?: ReleaseManifest,
    remotes: ReleaseManifest[] = [],
  ): Promise<Fault[]> => {
    const context: GateContext = {
      candidate,
      shell: candidate.manifest.app === 'shell' ? candidate : SHELL,
      live,
      remotes,
      sources: undefined,
      note: jest.fn(),
      site: jest.fn(),
      visits: jest.fn(),
      closeLooks: jest.fn(),
      addresses: jest.fn(),
    };
    return faultsOf(check, context);
  };

  const texts = (faults: readonly Fault[]): string => faults.map(({ where, what }) => `${where}: ${what}`).join('\n');

  test.each([
    'body { margin: 40px }',
    '* { box-sizing: content-box }',
    ':root { --ink: red }',
    '@layer pages { h1 { color: red } }',
    '@media (width < 600px) { a:hover { color: red } }',
    'header .logo { display: none }',
    ':is(.mine, footer) { color: red }',
    'html:has(.Post-body-x1) { overflow: hidden }',
    '[data-theme] .mine { color: red }',
    '#enquiry .mine { color: red }',
    '.Header-root-a1 { display: none }',
    '@scope (main) { h2 { color: red } }',
    '@scope (.mine, main) { h2 { color: red } }',
    '@scope (.mine) { h2 { top: 0 } } h2 { color: red }',
    '::view-transition-old(root) { animation: none }',
  ])('a rule that reaches beyond the slot is refused: %s', async (css) => {
    expect(texts(await run(styles, release({ 'page.css': css })))).toMatch(
      /page\.css: The rule ".+" styles what is not/,
    );
  });

  test.each([
    '.Post-body-x1 { margin: 0 } .Post-body-x1 p > a, .Post-body-x1:hover * { color: red }',
    '.Post-body-x1 { & h2 { margin: 0 } &:hover { color: red } }',
    '@keyframes turn-x1 { from { rotate: 0deg } to { rotate: 1turn } }',
    ':where(.Post-body-x1) { margin: 0 } :is(.mine, .Post-body-x1) { margin: 0 }',
    '@font-face { font-family: Own; src: url(a.woff2) }',
    '@scope (.Post-body-x1) { h2 { color: red } :scope { margin: 0 } }',
    '.mine { *zoom: 1; color: red !ie; filter: progid:DXImageTransform.Microsoft.gradient(a=1) }',
  ])('a rule that starts from a class of its own is fine: %s', async (css) => {
    expect(await run(styles, release({ 'page.css': css }))).toEqual([]);
  });

  test('an attribute is its own by which Vue scopes a component’s styles, and which its scripts name', async () => {
    const of = (script: string) => release({ 'page.css': 'h1[data-v-7a7a37b1] { margin: 0 }', 'page.js': script });
    expect(await run(styles, of('e([["__scopeId","data-v-7a7a37b1"]])'))).toEqual([]);
    expect(await run(styles, of(''))).toHaveLength(1);
  });

  test('a class is its own that its scripts put together, as react-day-picker does', async () => {
    const script = ['e={Root:"root",DayButton:"day_button"};for(let t in e)n[e[t]]=`rdp-', '{e[t]}`'].join('$');
    const css = (name: string) => ({ 'page.css': `.${name} { margin: 0 }`, 'page.js': script });
    expect(await run(styles, release(css('rdp-day_button')))).toEqual([]);
    expect(texts(await run(styles, release(css('site-root'))))).toMatch(/"\.site-root \{ … \}" styles what is not/);
  });

  test('what libraries keep on window for their own copies is expected there, and no other name', async () => {
    const isExpected = await expectedNames({ candidate: release({}), remotes: [] });
    const names = [
      'MotionIsMounted',
      '__svelte',
      '__VUE__',
      '__zod_globalConfig',
      'webpackChunkmf_blog',
      '0',
      'fetchedOnce',
    ];
    expect(names.filter((name) => !isExpected(name))).toEqual(['fetchedOnce']);
  });

  test('new names on window and changed built-ins are refused, but for those of libraries', async () => {
    const patched = ['Element.prototype.Symbol(attributes)', 'Element.prototype.remove'];
    const found = { added: ['MotionIsMounted', 'fetchedOnce'], patched };
    const context = { candidate: release({}), remotes: [], closeLooks: async () => [found] };
    const faults = await faultsOf(globals, context as unknown as GateContext);
    expect(faults.map(({ where }) => where)).toEqual(['window.fetchedOnce', 'Element.prototype.remove']);
  });

  test('a font that takes the place of the shell’s is refused', async () => {
    const css = '@font-face { font-family: Fraunces; src: url(a.woff2) }';
    expect(texts(await run(styles, release({ 'page.css': css })))).toMatch(/Its "@font-face fraunces" takes the place/);
  });

  test('a file or a compressed form that is not what the manifest promises is refused', async () => {
    const sound = release({ 'page.js': 'export const is = 1;' });
    expect(await run(filesCheck, sound)).toEqual([]);
    const refused = 'page.js.br: It does not unpack to the file that the manifest promises.';
    for (const stored of [brotliCompressSync('stole();'), Buffer.from('not compressed')]) {
      const packed = async (file: string) =>
        file === 'page.js' ? stored : brotliCompressSync(await sound.bytes(file));
      expect(texts(await run(filesCheck, { ...sound, packed }))).toBe(refused);
    }
    // No more is unpacked than is promised.
    const { manifest } = release({ 'page.js': 'export const is = 1;' });
    Object.assign(manifest.files['page.js'] ?? {}, { bytes: 19 });
    expect(texts(await run(filesCheck, { ...sound, manifest }))).toBe(refused);
    const bytes = async (file: string) => {
      if (file === 'page.js') throw new Error('it was changed');
      return sound.bytes(file);
    };
    expect(texts(await run(filesCheck, { ...sound, bytes }))).toBe('page.js: it was changed');
  });

  test('the value of a secret setting is found, whatever its shape', () => {
    const env = { PAYMENT_KEY_SECRET: 'correct-horse-battery', PORT: '3000', CI_TOKEN: 'short' };
    expect(secretsIn('pay("correct-horse-battery", 3000, "short")', env)).toEqual(['the value of PAYMENT_KEY_SECRET']);
  });

  test('the standalone page may have styles of its own', async () => {
    const files = {
      'assets/standalone-page.7adc3124394f.css': ':root { color: red }',
      'assets/standalone.73f30c294906.css': 'body {}',
    };
    const { manifest } = release({});
    const standalone = { js: [], css: ['assets/standalone.73f30c294906.css'] };
    expect(await run(styles, release(files, { entry: { ...manifest.entry, standalone } }))).toEqual([]);
  });

  test('a token that nobody sets is refused; those of the shell, of its own, of a script or with a fallback are fine', async () => {
    const css =
      '.a { color: var(--ink); margin: var(--own); padding: var(--gone); top: var(--x, 1px); --own: 2px; left: var(--rows) }';
    const faults = await run(tokens, release({ 'page.css': css, 'page.js': 'style({"--rows":3})' }));
    expect(texts(faults)).toMatch(/^page\.css: var\(--gone\) is set by nobody/);
    expect(faults).toHaveLength(1);
  });

  test.each([
    ['on the server alone, as by a fragment that nobody touches', 'node/render.mjs', 'style({"--rows":3})'],
    ['by a bundler that writes backticks', 'page.js', 'style({[`--rows`]:3})'],
    ['within an attribute', 'page.js', '`<p style="--rows:3">`'],
  ])('a token that is set %s is fine', async (_what, file, text) => {
    expect(await run(tokens, release({ 'page.css': '.a { left: var(--rows) }', [file]: text }))).toEqual([]);
  });

  test.each([
    ['-----BEGIN PRIVATE KEY-----', 'a private key'],
    [`const key = "AKIA${'ABCDEFGH12345678'}"`, 'an AWS access key'],
    ['connect("postgres://shop:hunter22@db/shop")', 'an address with a password'],
  ])('a release that holds %s is refused', async (text, what) => {
    expect(texts(await run(secrets, release({ 'page.js': text })))).toContain(what);
    expect(texts(await run(secrets, release({ 'node/render.mjs': text })))).toContain(what);
  });

  test('300 kB more than the live release are refused, with the figures', async () => {
    const live = release({ 'page.js': 'x'.repeat(1_000) }).manifest;
    const faults = await run(sizes, release({ 'page.js': 'x'.repeat(1_000), 'other.js': 'y'.repeat(300_000) }), live);
    expect(texts(faults)).toBe(
      'all scripts and styles: 300.0 kB more than the live release: 301.0 kB instead of 1.0 kB; 100.0 kB are allowed.',
    );
  });

  test('a page over its budget is refused, and one that grew much, and one that only grew a little is not', async () => {
    const live = release({ 'page.js': 'x'.repeat(1_000) }).manifest;
    expect(texts(await run(sizes, release({ 'page.js': 'x'.repeat(95_000) })))).toMatch(/^\/blog: Scripts of 95\.0 kB/);
    expect(texts(await run(sizes, release({ 'page.js': 'x'.repeat(17_000) }), live))).toMatch(/^\/blog: 16\.0 kB more/);
    expect(await run(sizes, release({ 'page.js': 'x'.repeat(5_000) }), live)).toEqual([]);
    const routes = [{ path: '/blog', js: [], css: ['page.css'] }] as unknown as ReleaseManifest['routes'];
    const heavy = release({ 'page.css': 'x'.repeat(40_000) }, { routes });
    expect(texts(await run(sizes, heavy))).toMatch(/^\/blog: Styles of /);
    const film = release({ 'film.mp4': 'x'.repeat(2_001_000) });
    expect(texts(await run(sizes, film, live))).toMatch(/^pictures, fonts and films: 2001\.0 kB more/);
  });

  test('a page that is too heavy is given a lighter way to declare events where it holds zod', async () => {
    const todo = async (text: string) =>
      (await run(sizes, release({ 'page.js': text.repeat(5_000) }))).map((fault) => fault.todo);
    expect(await todo('globalThis.__zod_globalConfig')).toEqual([expect.stringMatching(/valibot in place of zod/)]);
    expect(await todo('globalThis.__its_own_globals')).toEqual([expect.stringMatching(/with import\(\)/)]);
  });

  /** Makes a shell whose layout and first font have these sizes in bytes. */
  const shellOf = (layout: number, font = 0): ReadableRelease =>
    release(
      { 'layout.js': 'x'.repeat(layout), 'first.woff2': 'x'.repeat(font) },
      {
        app: 'shell',
        routes: [],
        entry: { browser: 'layout.js', node: 'node/render.mjs', js: ['layout.js'], css: [], fonts: ['first.woff2'] },
      },
    );

  test('a shell answers for the pages of all live remotes, but for those that were over their budget before', async () => {
    const remotes = [release({ 'page.js': 'x'.repeat(20_000) }).manifest];
    const { manifest: live } = shellOf(70_000);
    expect(texts(await run(sizes, shellOf(70_900), live, remotes))).toBe('');
    expect(texts(await run(sizes, shellOf(74_900), live, remotes))).toMatch(/^\/blog: Scripts of 94\.9 kB/);
    const heavy = [release({ 'page.js': 'x'.repeat(30_000) }).manifest];
    expect(texts(await run(sizes, shellOf(70_900), live, heavy))).toBe('');
  });

  test('a shell is held to the fonts that it wants before the first paint', async () => {
    expect(texts(await run(sizes, shellOf(0, 52_000)))).toBe('');
    expect(texts(await run(sizes, shellOf(0, 59_000)))).toMatch(/^entry\.fonts: Fonts of 59\.0 kB/);
  });

  const share = (version: string, range: string) => ['react', 'react-dom'].map((name) => ({ name, version, range }));

  test.each([
    ['on the shell’s own version', share('19.3.1', '^19.0.0'), /^$/],
    ['on an older one, which the newer serves', share('19.2.0', '^19.0.0'), /^$/],
    ['on another major, which it brings', share('18.3.1', '^18.0.0'), /^$/],
    [
      'on a newer one than it would get',
      share('19.4.0', '^19.0.0'),
      /built with react 19\.4\.0 and would run on .* 19\.3\.1/,
    ],
    [
      'with two versions of React',
      [...share('19.3.1', '^19.0.0').slice(0, 1), ...share('19.2.0', '^19.0.0').slice(1)],
      /brings react and react-dom of 19\.3\.1 and 19\.2\.0/,
    ],
    [
      'with half of React from the shell',
      [...share('19.3.1', '^19.0.0').slice(0, 1), ...share('19.3.1', '~19.2.0').slice(1)],
      /take react from the shell and bring react-dom/,
    ],
  ])('a remote %s', (_what, own, expected) => {
    expect([...mismatches(own, share('19.3.1', '^19.0.0'))].map(({ what }) => what).join('\n')).toMatch(expected);
  });

  test('what an entry shares is read from the entry', () => {
    const entry =
      'x={react:[{version:"19.3.1",get:()=>1,scope:["default"],shareConfig:{eager:!1,requiredVersion:"^19.0.0"}}],"react-dom/client":[{version:"19.3.1",get:()=>2,shareConfig:{requiredVersion:"~19.3.0"}}]}';
    expect(sharesIn(entry)).toEqual([
      { name: 'react', version: '19.3.1', range: '^19.0.0' },
      { name: 'react-dom/client', version: '19.3.1', range: '~19.3.0' },
    ]);
  });

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND GPL-3.0', false],
    ['(MIT OR GPL-3.0) AND GPL-3.0', false],
    ['((MIT OR GPL-3.0) AND ISC)', true],
    ['AGPL-3.0', false],
    ['none', false],
  ])('%s: may be shipped is %s', (licence, free) => expect(isFree(licence)).toBe(free));

  test('a check is left out with a reason only, and one that there is', () => {
    expect(skippedChecks('sizes, licences', 'a film for the fair')).toEqual({
      checks: ['sizes', 'licences'],
      reason: 'a film for the fair',
    });
    expect(() => skippedChecks('sizes', ' ')).toThrow(/Say why/);
    expect(() => skippedChecks(undefined, 'hurry')).toThrow(/name them with --skip/);
    expect(() => skippedChecks('everything', 'hurry')).toThrow(
      /There is no check "everything"\. Choose among files, types, styles/,
    );
  });
});

describe('the contract', () => {
  const fragment = (name: string, props: z.ZodType) => ({
    name,
    when: 'server' as const,
    maxAge: 60,
    cookies: [],
    interactive: false,
    js: [],
    css: [],
    props: z.toJSONSchema(props, { io: 'input' }) as Record<string, unknown>,
  });
  const event = (name: string, detail: z.ZodType) => ({
    name,
    retained: false,
    detail: z.toJSONSchema(detail) as Record<string, unknown>,
  });

  const BEFORE = {
    app: 'mf-blog',
    fragments: [fragment('teaser', z.strictObject({ count: z.number() })), fragment('badge', z.strictObject({}))],
    events: [event('read', z.object({ slug: z.string(), minutes: z.number() }))],
  };
  const USER = { app: 'mf-new', version: '1.0.0-1', uses: { fragments: ['mf-blog/teaser'], events: ['mf-blog:read'] } };

  test('a release that changes nothing breaks nobody', () => {
    expect(brokenUses(BEFORE, BEFORE, [USER])).toEqual([]);
  });

  test('props that are required now, fragments that are gone and details that may be missing name their users', () => {
    const after = {
      app: 'mf-blog',
      fragments: [fragment('teaser', z.strictObject({ count: z.number(), path: z.string() }))],
      events: [event('read', z.object({ slug: z.string(), minutes: z.number().optional(), more: z.string() }))],
    };
    expect(brokenUses(BEFORE, after, [USER])).toEqual([
      { name: 'mf-blog/teaser', changes: ['props.path may be left out, and is required'], users: ['mf-new 1.0.0-1'] },
      { name: 'mf-blog/badge', changes: ['it is gone'], users: [] },
      { name: 'mf-blog:read', changes: ['detail.minutes may be left out, and is required'], users: ['mf-new 1.0.0-1'] },
    ]);
  });

  test('props and details that are more break nobody', () => {
    const after = {
      app: 'mf-blog',
      fragments: [
        fragment('teaser', z.strictObject({ count: z.number(), path: z.string().optional() })),
        fragment('badge', z.strictObject({})),
      ],
      events: [event('read', z.object({ slug: z.string(), minutes: z.number(), more: z.string() }))],
    };
    expect(brokenUses(BEFORE, after, [USER])).toEqual([]);
  });

  test('what a release uses and the live owner does not have is found; an owner that is not live is not a fault', () => {
    const uses = { fragments: ['mf-blog/teaser', 'mf-blog/lost', 'mf-other/any'], events: ['mf-blog:lost'] };
    expect(absentUses({ uses }, [BEFORE])).toEqual(['mf-blog/lost', 'mf-blog:lost']);
    expect(absentUses({ uses }, [{ ...BEFORE, events: [] }])).toContain('mf-blog:lost');
    const external = { ...BEFORE, events: undefined };
    expect(absentUses({ uses }, [external])).toEqual(['mf-blog/lost']);
  });

  test('a release is held to what other live apps use of it, the shell included, and to what it uses itself', async () => {
    const none = { fragments: [], events: [] };
    const shell = { app: 'shell', version: '2.0.0', ...none, uses: { ...none, fragments: ['mf-blog/teaser'] } };
    const after = { app: 'mf-blog', version: '3.0.0', ...none, uses: { ...none, fragments: ['shell/lost'] } };
    const live = { ...BEFORE, version: '1.0.0', uses: { ...none, fragments: ['mf-blog/teaser'] } };
    const note = jest.fn();
    const about = { candidate: { manifest: after }, live, remotes: [live, USER], shell: { manifest: shell }, note };
    const faults = await faultsOf(users, about as unknown as GateContext);
    expect(faults.map(({ what }) => what)).toEqual([
      'It uses shell/lost, which the live shell does not have.',
      'mf-blog/teaser changes under who uses it: it is gone. Used by mf-new 1.0.0-1, shell 2.0.0.',
      'mf-blog:read changes under who uses it: it is gone. Used by mf-new 1.0.0-1.',
    ]);
    expect(note.mock.calls).toEqual([['mf-blog/badge changes under who uses it: it is gone. No live remote uses it.']]);
  });
});

describe('sources', () => {
  test('passwords whose name the minifier dropped and licences are read where the sources are', async () => {
    const sources = mkdtempSync(join(tmpdir(), 'secrets-'));
    try {
      const source = join(sources, 'page.ts');
      writeFileSync(
        source,
        "const password = 'Sommer-Regen-42';\nexport const isIt = (text: string) => text === password;\n",
      );
      mkdirSync(join(sources, 'dist', 'inputs'), { recursive: true });
      const packages = ['copyleft@1.0.0', '@free/one@1.0.0', 'gone@1.0.0'];
      for (const [name, license] of Object.entries({ copyleft: 'GPL-3.0-only', '@free/one': 'MIT' })) {
        const at = join(sources, 'node_modules', '.pnpm', `${name.replace('/', '+')}@1.0.0`, 'node_modules', name);
        mkdirSync(at, { recursive: true });
        writeFileSync(join(at, 'package.json'), JSON.stringify({ name, license }));
      }
      const inputs = { inputs: { sources: { [relative(ROOT, source)]: '' }, packages } };
      writeFileSync(join(sources, 'dist', 'inputs', '1.0.0.json'), JSON.stringify(inputs));
      const candidate = {
        manifest: { version: '1.0.0', files: { 'page.js': {} } },
        bytes: async () => Buffer.from('x=a=>"Sommer-Regen-42"===a'),
      };
      const faults = await faultsOf(secrets, { candidate, sources } as unknown as GateContext);
      expect(faults.map(({ where, what }) => `${where}: ${what}`)).toEqual([
        `${relative(ROOT, source)}: It holds what looks like a value for "password".`,
      ]);
      const unfree = await faultsOf(licences, { candidate, sources } as unknown as GateContext);
      expect(unfree.map(({ where, what }) => `${where}: ${what}`)).toEqual([
        'copyleft@1.0.0: Its licence, GPL-3.0-only, is not one under which we may ship it.',
        'gone@1.0.0: It was bundled, and is not installed: its licence is unknown.',
      ]);
    } finally {
      rmSync(sources, { recursive: true, force: true });
    }
  });
});

describe('prices', () => {
  const offer = (price: number, sku: string | undefined) => ({
    '@type': 'Offer',
    price,
    priceCurrency: 'INR',
    ...(sku && { sku }),
  });
  const page = (offers: object[], words: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'Course', offers })}</script>
   <style>p::after { content: "₹9" }</style><main><p>${words}</p></main>`;
  const SOLD = [
    { sku: 'online', amount: 5_000_000, currency: 'INR' },
    { sku: 'offline', amount: 10_000_000, currency: 'INR' },
  ];
  const RIGHT = [offer(50_000, 'online'), offer(100_000, 'offline')];

  it('finds the offers of a page', () => {
    expect(structuredOffers(page([offer(50_000, 'online')], ''))).toEqual([
      { sku: 'online', amount: 5_000_000, currency: 'INR' },
    ]);
    expect(structuredOffers('<script type="application/ld+json">{</script>')).toEqual([]);
  });

  it.each([
    ['of one thing', page([offer(50_000, 'online')], '<b>₹<i>50,000</i></b> + GST')],
    [
      'of two, each named',
      page(RIGHT, '<b data-sku="online">₹50,000</b> <span data-sku="offline"><b>₹ 1,00,000</b></span>'),
    ],
  ])('finds nothing wrong with prices that are sold: %s', (_what, html) => {
    expect(priceFaults('/courses', html, SOLD)).toEqual([]);
  });

  it.each([
    ['a price that is not sold, in structured data', page([offer(45_000, 'online')], ''), /online for INR 45,000/],
    ['a price that is not sold, in words', page([offer(50_000, 'online')], '<b>₹45,000</b> + GST'), /INR 45,000/],
    [
      'a price that is not sold, in named words',
      page(RIGHT, '<b data-sku="online">₹45,000</b>'),
      /online for INR 45,000/,
    ],
    ["another thing's price, in structured data", page([offer(50_000, 'offline')], ''), /offline for INR 50,000/],
    ["another thing's price, in words", page([offer(100_000, 'offline')], '₹50,000'), /INR 50,000/],
    [
      "another thing's price, in named words",
      page(RIGHT, '<b data-sku="offline">₹50,000</b>'),
      /offline for INR 50,000/,
    ],
    ['a price of one of several that names none', page(RIGHT, '<b>₹50,000</b>'), /INR 50,000 without saying of what/],
    [
      'a price that words after a named one would complete',
      page([offer(50_000, 'online')], '₹50<b data-sku="online">₹50,000</b>,000'),
      /INR 50;/,
    ],
    ['an offer that names nothing', page([offer(50_000, undefined)], ''), /INR 50,000 without saying of what/],
    ['an offer of what is not sold', page([offer(50_000, 'gone')], ''), /gone for INR 50,000.*does not sell it/],
    ['a named price without any offer', '<b data-sku="online">₹45,000</b>', /online for INR 45,000/],
  ])('finds %s', (_what, html, says) => {
    expect(priceFaults('/courses', html, SOLD)).toEqual([
      expect.objectContaining({ where: '/courses', what: expect.stringMatching(says) }),
    ]);
  });

  it.each([
    ['JPY', 9_800, 'in words for ¥9,800', 9_800],
    ['KWD', 9.5, 'in words for KWD 9.500', 9_500],
    ['USD', 900, 'in words for USD 900', 90_000],
    ['CHF', 90.5, 'in words for CHF 90.50', 9_050],
    ['CHF', 9_234.5, 'CHF 9’234.50', 923_450],
    ['EUR', 9_234.56, '€ 9.234,56', 923_456],
    ['EUR', 49.9, 'Level 2, in words for 49,90 €', 4_990],
    ['INR', 99_500, 'Level 2 ₹99,500', 9_950_000],
  ])('reads amounts of %s in the units of ISO 4217, by sign or code', (currency, price, words, amount) => {
    const sold = [{ sku: 'a', amount, currency }];
    const offers = [{ ...offer(price, 'a'), priceCurrency: currency }];
    expect(priceFaults('/a', page(offers, words), sold)).toEqual([]);
    expect(priceFaults('/a', page(offers, words.replace('9', '8')), sold)).toHaveLength(1);
  });

  it.each([undefined, 'rupees', 'R$'])('finds an offer in a currency that has no code: %s', (priceCurrency) => {
    const html = page([{ ...offer(50_000, 'online'), priceCurrency }], '');
    expect(priceFaults('/courses', html, SOLD)).toHaveLength(1);
  });

  it('lets a page that offers nothing name amounts', () => {
    expect(priceFaults('/blog/a', '<p>A towel at ₹450</p>', SOLD)).toEqual([]);
  });

  it("asks the live API for its prices, and looks at the remote's pages and at its fragments on others", async () => {
    let status = 200;
    const data = SOLD.map(({ sku, ...price }) => ({ variant: sku, ...price }));
    const fragment = '<fragment-slot data-fragment="mf-a/prices"><b data-sku="online">₹2</b></fragment-slot>';
    const catalogue = JSON.stringify({ data });
    const server = createServer(({ url }, response) =>
      response.writeHead(status).end(url === '/api/catalogue' ? catalogue : ''),
    );
    const { port, stop } = await listen(server);
    const about = {
      site: async () => ({ composer: { origin: `http://127.0.0.1:${port}` }, siteApi: 'up' }),
      candidate: { manifest: { app: 'mf-a' } },
      addresses: async () => ({
        own: [{ path: '/courses/1', html: page([offer(45_000, 'online')], '') }],
        others: [
          { path: '/', html: fragment, fragments: [{ of: 'mf-a/prices' }] },
          { path: '/other', html: fragment, fragments: [{ of: 'mf-b/prices' }] },
        ],
      }),
    } as unknown as GateContext;
    expect(await prices.inapplicable?.(about)).toBeUndefined();
    expect((await faultsOf(prices, about)).map(({ where, what }) => `${where}: ${what}`)).toEqual([
      '/courses/1: it offers online for INR 45,000; the live API sells it for INR 50,000.',
      '/: it offers online for INR 2; the live API sells it for INR 50,000.',
    ]);
    status = 404;
    expect(await prices.inapplicable?.(about)).toBe('the API keeps no catalogue');
    status = 503;
    await expect(prices.inapplicable?.(about)).rejects.toThrow('it answers 503');
    await stop();
  });

  it("looks only into one remote's fragments on a page of others", () => {
    const html = `<b data-sku="online">₹1</b><fragment-slot data-fragment="mf-a/prices"><b data-sku="online">₹2</b></fragment-slot>`;
    expect(priceFaults('/', html, SOLD, 'mf-a').map(({ what }) => what)).toEqual([
      expect.stringMatching(/online for INR 2;/),
    ]);
    expect(priceFaults('/', html, SOLD, 'mf-b')).toEqual([]);
    expect(priceFaults('/', page([offer(1, 'online')], ''), SOLD, 'mf-a')).toEqual([]);
  });
});
