import { promote } from '@wholepage/releases/steps';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';

const APP = 'mf-courses';
/** What goes wrong in a fragment, by its name. */
const FAULTS: Record<string, string> = {
  loops: 'for (;;);',
  hoards: 'const all = []; for (;;) all.push(new Uint8Array(8 * 1024 * 1024).fill(1));',
  exits: 'process.exit(1);',
  throws: "throw new Error('on purpose');",
  hangs: 'return new Promise(() => {});',
  shouts: "return { html: '<p>' + 'x'.repeat(2 * 1024 * 1024) + '</p>', data: null };",
  spills: "return { html: '</main><script>alert(1)</script>', data: null };",
  mumbles: 'return { data: null };',
  // Released with other props than its users pass.
  changed:
    "if (!Array.isArray(props.skus)) throw new Error('props.skus is missing'); return { html: 'x', data: null };",
};

const courses = `${SERVER_ENTRIES.says('Courses')}
  const FAULTS = { ${Object.entries(FAULTS)
    .map(([name, body]) => `${name}: (props) => { ${body} }`)
    .join(', ')} };
  export const renderFragment = async ({ name, props }) =>
    name === 'sound' ? { html: '<b>sound</b>', data: null } : FAULTS[name](props);`;

const slot = (name: string): string =>
  `<fragment-slot data-fragment="${APP}/${name}" data-props='{"sku":"1"}'></fragment-slot>`;

const BLOG = `export async function render({ url }) {
  const name = new URL(url).pathname.slice(6);
  const html = '<h1>Journal</h1>' + ${JSON.stringify(slot('NAME'))}.replace('NAME', name) + '<p>end</p>';
  return { status: 200, head: { title: 'Journal' }, html, data: null, maxAge: 0 };
}`;

const fragmentOf = (name: string) => ({
  name,
  when: 'server' as const,
  maxAge: 300,
  cookies: [],
  interactive: false,
  js: [],
  css: [],
});

/** The time that fragments have, and the start of a process on a machine that does much else. */
const IN_TIME_MS = 5_000;

let composer: RunningComposer;
beforeAll(async () => {
  const store = await fixtureStore(BLOG);
  await writeRelease(store, APP, '1.0.0', courses, { fragments: ['sound', ...Object.keys(FAULTS)].map(fragmentOf) });
  await promote(store, APP, '1.0.0');
  composer = await runComposer(store);
});
afterAll(() => composer.close());

test.each(Object.keys(FAULTS))(
  'a fragment that %s leaves its fallback, and the page around it is whole, in time',
  async (name) => {
    const began = performance.now();
    const response = await fetch(`${composer.origin}/blog/${name}`);
    const html = await response.text();
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
    expect(response.status).toBe(200);
    expect(html).toMatch(/<h1>Journal<\/h1><fragment-slot[^>]*data-state="fallback"[^>]*><\/fragment-slot><p>end<\/p>/);
    expect(html).not.toContain('alert(1)');
    expect(composer.events).toContainEqual(
      expect.objectContaining({
        event: 'fragment left out',
        details: expect.objectContaining({ fragment: `${APP}/${name}`, version: '1.0.0', reason: expect.any(String) }),
      }),
    );
  },
);
