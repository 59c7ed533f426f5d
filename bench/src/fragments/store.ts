import { promote } from '@wholepage/releases/promote';
import { fixtureStore, writeRelease } from '../../../platform/composer/src/testing/fixture-store';

/** Numbers of fragments that are measured. */
export const COUNTS = [0, 1, 5, 10] as const;

/** How long a page and a fragment of the kind `waits` wait for their back end. */
export const WAIT_MS = 20;

const WORDS = '<p>Some words on cloth, cut and thread that a page may well have.</p>';

/** What each fragment and each podlet shows. */
export const PART_HTML = `<section><h2>A part</h2>${WORDS.repeat(12)}</section>`;

/**
 * `/blog?page={kind}-{count}-{visit}`: pages of one path, whose frame is known. `parts` and `fresh` are there at once;
 * `fresh` may not be reused. `waits` waits for a back end, as its fragments do.
 */
export const pathOf = (kind: 'parts' | 'fresh' | 'waits', count: number, visit: string): string =>
  `/blog?page=${kind}-${count}-${visit}`;

const SLOT = `const slot = (name, props) =>
  \`<fragment-slot data-fragment="mf-courses/\${name}" data-props="\${JSON.stringify(props).replaceAll('"', '&quot;')}"></fragment-slot>\`;
  const wait = async (fetch) => { await (await fetch('/api/wait')).text(); };`;

/** A page of as many fragments as its address says; of those that wait the first holds two more, one in the other. */
const HOST = `${SLOT}
  export async function render({ url, fetch }) {
    const [, kind, count, visit] = /(\\w+)-(\\d+)-(\\w+)$/.exec(new URL(url).searchParams.get('page') ?? '') ?? [];
    if (kind === 'waits') await wait(fetch);
    const nameOf = (part) => (kind !== 'waits' ? 'part' : part === 0 ? 'outer' : 'inner');
    const maxAge = kind === 'parts' ? 300 : 0;
    const slots = Array.from({ length: Number(count) }, (_, part) => slot(nameOf(part), { part, visit, maxAge }));
    return { status: 200, head: { title: 'Parts' }, html: '<h1>Parts</h1>' + slots.join(''), data: null, maxAge };
  }`;

const parts = (version: string): string => `${SLOT}
  const HTML = ${JSON.stringify(PART_HTML)};
  const HOLDS = { outer: 'middle', middle: 'inner' };
  export async function render() {
    return { status: 200, head: { title: '${version}' }, html: '<h1>${version}</h1>', data: null, maxAge: 300 };
  }
  export async function renderFragment({ name, props, fetch }) {
    if (name !== 'part') await wait(fetch);
    const held = HOLDS[name];
    return { html: HTML + (held ? slot(held, props) : ''), data: null, maxAge: props.maxAge };
  }`;

const FRAGMENTS = ['part', 'outer', 'middle', 'inner'].map((name) => ({
  name,
  when: 'server',
  maxAge: 300,
  cookies: [],
  interactive: false,
  js: [],
  css: ['app.css'],
}));

/** Publishes and promotes another release of the team whose fragments the pages hold. */
export async function releaseParts(store: string, version: string): Promise<void> {
  await writeRelease(store, 'mf-courses', version, parts(version), { contract: 4, fragments: FRAGMENTS });
  await promote(store, 'mf-courses', version);
}

/** A store of three remotes: the pages of one hold fragments of another, the third has no part in it. */
export async function fragmentsStore(): Promise<string> {
  const store = await fixtureStore(HOST);
  await releaseParts(store, '1.0.0');
  return store;
}
