import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { Browser } from 'playwright-core';
import { ensureChromium } from '../../run/find-program';
import { launchForGate } from '../site';
import { type Played, playScenarios } from './scenarios';

const RELEASE = { app: 'mf-shop', version: '1.0.0-test' } as ReleaseManifest;

let script = '';
let html = '';
/** `<option>` elements of the hostile pages. */
let hostile = '';
const posts: string[] = [];
/** Delay in ms of the response to a form that navigates. */
let postMs = 0;

/** A standalone page with two pages and scenarios, which logs the page's requests. */
const standalone = () => `<!doctype html><html lang="en"><title>Standalone</title>
<aside aria-label="Standalone"><select><option>/one</option><option>/two</option><optgroup label="Hostile">${hostile}</optgroup><optgroup label="Fragments"><option>/f</option></optgroup></select>
<select><option value="fine">Fine</option><option value="offline">Offline</option><option value="real">Really</option></select>
<section aria-label="Asked for"><ol></ol></section></aside>
<main><div id="slot">${html}</div></main>
<script>
const scenario = new URLSearchParams(location.search).get('scenario');
const page = new URLSearchParams(location.search).get('page');
const log = (line) => document.querySelector('ol').insertAdjacentHTML('afterbegin', '<li>' + line + '</li>');
${script}
</script>`;

const server = createServer((request, response) => {
  const isPost = request.method === 'POST';
  if (isPost) posts.push(request.url ?? '');
  if (/^\/(orders|account)$/.test(request.url ?? '')) response.statusCode = 401;
  if (request.url === '/nowhere') response.statusCode = 404;
  setTimeout(() => response.setHeader('content-type', 'text/html').end(standalone()), isPost ? postMs : 0);
});
let browser: Browser;
let origin: string;

beforeAll(async () => {
  ensureChromium();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  browser = await launchForGate();
}, 300_000);
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function play(its: { script: string; html: string; hostile?: string }): Promise<Played[]> {
  ({ script, html, hostile = '' } = its);
  posts.length = 0;
  return playScenarios({ browser, composer: { origin }, closed: { '/orders': 401 } }, RELEASE);
}

/** A form in a dialog that a button opens. It is sent only when all fields are filled. */
const FORM = {
  html: `<button id="open">Enrol</button><dialog aria-label="Enrol Now"><form method="dialog">
    <button type="button" id="close">Close</button>
    <input aria-label="Name" required><input type="email" aria-label="Email" required>
    <select aria-label="Course" required><option value="">Choose</option><option>Online</option></select>
    <label><input type="checkbox" required>Yes</label><input type="file" aria-label="Picture" required>
    <button>Pay</button></form></dialog>`,
  script: `const dialog = document.querySelector('dialog');
    document.getElementById('open').onclick = () => dialog.showModal();
    document.getElementById('close').onclick = () => dialog.close();
    document.querySelector('form').onsubmit = () => { log('POST /api/pay ' + scenario); paid(); };
    const paid = () => {};`,
};

test('each form is filled and sent, on every page with the first scenario and on one with the others', async () => {
  const played = await play(FORM);
  expect(played.map(({ page, scenario, sent }) => [page, scenario, sent])).toEqual([
    ['/one', 'fine', ['POST /api/pay fine']],
    ['/two', 'fine', ['POST /api/pay fine']],
    ['/one', 'offline', ['POST /api/pay offline']],
  ]);
  expect(played.flatMap(({ troubles }) => troubles)).toEqual([]);
});

test('an error that only comes after the form was sent is found, in the scenario that causes it', async () => {
  const script = FORM.script.replace(
    'paid = () => {}',
    "paid = () => { console.error('Not sent'); if (scenario === 'offline') throw new Error('no answer') }",
  );
  const played = await play({ ...FORM, script });
  expect(played.map(({ scenario, troubles }) => [scenario, troubles])).toEqual([
    ['fine', ['console: Not sent']],
    ['fine', ['console: Not sent']],
    ['offline', ['uncaught Error: no answer']],
  ]);
});

test('on a page that means harm, what the browser refuses is no fault, and what runs is', async () => {
  const script = "console.error('Refused to run'); if (page === '/harm') throw new Error('it ran')";
  const played = await play({ html: '<p>A post</p>', script, hostile: '<option>/harm</option>' });
  expect(played.map(({ page, troubles }) => [page, troubles])).toEqual([
    ['/one', ['console: Refused to run']],
    ['/two', ['console: Refused to run']],
    ['/one', []],
    ['/harm', ['uncaught Error: it ran']],
  ]);
});

test('what no scenario answers is refused, and reaches no API', async () => {
  const played = await play({
    html: '<button>Send</button>',
    script: `document.querySelector('#slot button').onclick = async () =>
      log('POST /api/send ' + (await fetch('/api/send', { method: 'POST' })).status + ' (real)');`,
  });
  expect(played[0]?.sent).toEqual(['POST /api/send 503 (real)']);
  expect(posts).toEqual([]);
});

test('a page whose button opens ever new dialogs is left after a bounded number of presses', async () => {
  const [first] = await play({
    html: '<button>More 0</button>',
    script: `let count = 0; document.getElementById('slot').onclick = (event) => {
      event.target.textContent = 'More ' + (count += 1) };`,
  });
  expect(first?.pressed.length).toBeGreaterThan(1);
  expect(first?.pressed.length).toBeLessThanOrEqual(30);
});

test.each([0, 130])('a form that leads to another page after %s ms is sent, and play goes on', async (ms) => {
  postMs = ms;
  const html = '<h1>Cart</h1><form method="post" action="/cart/add"><button>Add</button></form><button>Sizes</button>';
  const [first] = await play({ script: '', html });
  expect(first?.pressed).toEqual(['Add', 'Sizes']);
  expect(posts).toContain('/cart/add');
});

test('a form without scripts whose address takes none is named', async () => {
  postMs = 0;
  const [first] = await play({
    script: '',
    html: '<form method="post" action="/nowhere"><button>Send</button></form>',
  });
  expect(first?.troubles).toEqual([expect.stringMatching(/^\/nowhere was answered with 404$/)]);
});

test.each([
  ['/orders', []],
  ['/account', [expect.stringMatching(/^\/account was answered with 401/)]],
])(
  'a page that leads to %s, which the site may deny to strangers, is reported where it does not',
  async (path, troubles) => {
    const [first] = await play({
      script: `if (scenario && page === '/one') location.replace('${path}')`,
      html: '<h1>Page</h1>',
    });
    expect(first?.troubles).toEqual(troubles);
  },
);
