import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '@wholepage/tooling/sample';
import { CALLER_HEADER, officeSecret, signCaller } from 'api-wire/office/caller';
import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { rowsOf, runAsOwner } from '../src/records/owner';
import { type OwnSite, startOwnSite } from '../src/servers/own-site';

/** The limit that the specification of the journal promises, with room for a busy machine. */
const A_MINUTE = 60_000;
const START_MS = 120_000;
/** Short against the half minute for which pages and lists are cached. */
const POLL_MS = 2_000;

const slug = `published-by-a-test-${process.pid}`;
const title = `Published by a test ${process.pid}`;

let browser: Browser;
let folder: string;
/** A site of its own, because other tests compare lists of posts for minutes. */
let own: OwnSite;
beforeAll(async () => {
  [browser, folder, own] = await Promise.all([launchAtRest(), mkdtemp(join(tmpdir(), 'post-')), startOwnSite()]);
  process.env.SITE_DATA = own.data;
}, START_MS);
afterAll(() => Promise.all([browser.close(), rm(folder, { recursive: true }), own.stop()]), START_MS);

/** Returns the list's HTML for a new visitor. */
const freshList = async (): Promise<string> => (await fetch(`${own.origin}/blog`)).text();
const freshPost = (): Promise<Response> => fetch(`${own.origin}/blog/${slug}`);

/** Leaves the list and returns to it in an open tab. @returns whether the post is on the list */
async function comeBack(page: Page): Promise<boolean> {
  await page.getByRole('banner').getByRole('link', { name: 'About Us', exact: true }).click();
  await page.waitForURL('**/about-us');
  await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.locator('main').getByRole('article').nth(8).waitFor();
  return (await page.locator('main').getByRole('link', { name: title, exact: true }).count()) === 1;
}

const within = (what: string, isSo: () => Promise<boolean>) => eventually(what, A_MINUTE, isSo, POLL_MS);

test(
  'a post is seen within a minute of being published, and gone within a minute of being taken back',
  async () => {
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    await page.goto('/blog');
    await alive(page);
    expect(await freshList()).not.toContain(title);
    expect((await freshPost()).status).toBe(404);

    const file = join(folder, `${slug}.md`);
    await writeFile(file, `---\ntitle: ${title}\nslug: ${slug}\ndate: ${new Date().toISOString()}\n---\n\nHello.\n`);
    expect(await runAsOwner('posts', 'publish', file)).toContain(`/blog/${slug}  shown`);
    await Promise.all([
      within('on the list', async () => (await freshList()).includes(title)),
      within('as a page', async () => (await freshPost()).status === 200),
      within('in an open tab', () => comeBack(page)),
    ]);
    await page.locator('main').getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByText('Hello.', { exact: true }).waitFor();

    await rowsOf("update posts set status = 'draft' where slug = $1", slug);
    await Promise.all([
      within('off the list', async () => !(await freshList()).includes(title)),
      within('no page', async () => (await freshPost()).status === 404),
      within('gone from an open tab', async () => !(await comeBack(page))),
    ]);
    expect(await (await freshPost()).text()).toContain('Post not found.');
    expect(errors).toEqual([]);
    await close();
  },
  3 * A_MINUTE,
);

/** Elements that HTML allows in a body, and some obsolete ones. */
const ELEMENTS = [
  ...'a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code'.split(
    ' ',
  ),
  ...'col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer'.split(
    ' ',
  ),
  ...'form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link'.split(
    ' ',
  ),
  ...'listing main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option'.split(
    ' ',
  ),
  ...'output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small'.split(
    ' ',
  ),
  ...'source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr'.split(
    ' ',
  ),
  ...'track tt u ul var video wbr xmp'.split(' '),
];

/** Returns each element alone, then seeded random nestings of elements: open, closed, crossed. */
function fragments(count: number, seed = 35): string[] {
  const next = seeded(seed);
  const draw = (most: number): number => Math.floor(next() * most);
  const name = () => ELEMENTS[draw(ELEMENTS.length)] ?? 'p';
  const drawn = (): string => {
    const open: string[] = [];
    let text = '';
    for (let step = 1 + draw(8); step > 0; step -= 1) {
      const what = draw(4);
      if (what < 2) {
        open.push(name());
        text += `<${open.at(-1)}>`;
      } else if (what === 2 && open.length > 0) text += `</${open.splice(draw(open.length), 1)[0]}>`;
      else text += 'word ';
    }
    return `${text}end`;
  };
  const alone = ELEMENTS.flatMap((one) => [`<${one}>`, `<${one}>x</${one}>y`]);
  const tables = ['<td>', '<table><tr><td>a<table><td>b</table></table>', '<select><table><td>x', '<template><td>x'];
  return [...alone, ...tables, ...Array.from({ length: count - alone.length - tables.length }, drawn)];
}

test(
  'whatever HTML a post holds, what the office publishes has a page',
  async () => {
    const secret = await officeSecret({ given: '', production: false, dataDir: own.data });
    const caller = { id: 'writer', name: 'Asha', rights: ['writer' as const] };
    const publish = async (address: string, markdown: string) => {
      const none = { excerpt: null, author: null, cover_path: null };
      const meta = { meta_title: null, meta_description: null, meta_keywords: null };
      const post = { slug: address, title: 'T', status: 'published', publish_at: '2020-05-31T09:30', markdown };
      const answer = await fetch(`http://127.0.0.1:${own.env.API_PRIVATE_PORT}/office/posts`, {
        method: 'POST',
        headers: { [CALLER_HEADER]: signCaller(caller, secret ?? ''), 'content-type': 'application/json' },
        body: JSON.stringify({ ...none, ...meta, ...post }),
      });
      return { status: answer.status, body: (await answer.json()) as { tried?: boolean; message?: string } };
    };
    const left = fragments(process.env.NIGHT ? 1500 : 500).map((text, at) => ({ text, address: `html-${at}` }));
    const wrong: string[] = [];
    let shown = 0;
    const work = async () => {
      for (let one = left.pop(); one; one = left.pop()) {
        const { status, body } = await publish(one.address, one.text);
        if (status === 422) continue;
        const page = await fetch(`${own.origin}/blog/${one.address}`);
        await page.arrayBuffer();
        if (status === 200 && body.tried && page.status === 200) shown += 1;
        else wrong.push(`${one.text}: ${status} ${body.tried} ${page.status}`);
      }
    };
    const drawn = left.length;
    await Promise.all([work(), work(), work()]);
    expect(wrong).toEqual([]);
    // The other fragments contain elements that posts do not show, such as a video.
    expect(shown).toBeGreaterThan(0.6 * drawn);
  },
  8 * A_MINUTE,
);
