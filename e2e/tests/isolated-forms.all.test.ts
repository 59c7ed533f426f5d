import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findProgram } from '@wholepage/tooling/find-program';
import type { Frame } from 'playwright-core';
import { launchAtRest, visit } from '../src/browser/browser';
import { type Driver, until } from '../src/engines/driver';
import { firefox } from '../src/engines/firefox';
import { webkit } from '../src/engines/webkit';
import { eventually } from '../src/eventually';
import { startIsolatedComposer } from '../src/servers/isolated-composer';
import type { OwnComposer } from '../src/servers/own-composer';

/** The parts of a driver that this test needs. */
type Tab = Pick<Driver, 'run' | 'click' | 'enter' | 'close'>;

async function chromium(): Promise<Tab> {
  const browser = await launchAtRest();
  const { page } = await visit(browser);
  let frame: Frame = page.mainFrame();
  return {
    run: <T>(expression: string) => frame.evaluate(expression) as Promise<T>,
    click: (selector) => frame.click(selector),
    async enter(selector) {
      const inner = selector ? await (await page.waitForSelector(selector)).contentFrame() : page.mainFrame();
      if (!inner) throw new Error(`${selector} is no frame.`);
      frame = inner;
    },
    close: () => browser.close(),
  };
}

const ENGINES = [
  { name: 'Chromium', programs: [], start: chromium },
  { name: 'Firefox', programs: ['firefox-esr'], start: firefox },
  { name: 'WebKit', programs: ['WebKitWebDriver', 'Xvfb'], start: webkit },
];

/** Number of ways in which the code submits a form: one per press of `#attack`, each with its name in the form's data. */
const WAYS = 9;
const attack = (target: string, answered: string): string => `(() => {
  const fill = (owner, way, window = '_self') => {
    const form = owner.createElement('form');
    Object.assign(form, { method: 'post', action: ${JSON.stringify(target)}, target: window });
    const field = owner.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'way', value: way });
    form.append(field);
    owner.body.append(form);
    return form;
  };
  const child = (attributes) => {
    const frame = document.createElement('iframe');
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
    document.body.append(frame);
    return frame;
  };
  const html = (way) => '<form method="post" action=${JSON.stringify(target)}><input name="way" value="' + way +
    '"></form><script>document.forms[0].submit()<' + '/script>';
  const ways = [
    () => fill(child({ src: 'about:blank' }).contentDocument, 'from about:blank').submit(),
    () => child({ srcdoc: html('from srcdoc') }),
    () => child({ src: URL.createObjectURL(new Blob([html('from a blob')], { type: 'text/html' })) }),
    () => open(URL.createObjectURL(new Blob([html('from the window of a blob')], { type: 'text/html' }))),
    () => fill(open('about:blank').document, 'from an empty window').submit(),
    () => fill(document, 'to a new window', '_blank').submit(),
    () => fill(document, 'to the page around', '_top').submit(),
    () => fill(document, 'to its own frame').requestSubmit(),
    () => fill(document, 'to its own frame, at once').submit(),
  ];
  const button = document.createElement('button');
  button.id = 'attack';
  button.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 200px; height: 200px; z-index: 9999';
  let tried = 0;
  button.onclick = () => {
    try { ways[tried](); } catch {}
    tried += 1;
    // Over when a request that is allowed has been answered.
    const styles = document.createElement('link');
    styles.rel = 'stylesheet';
    styles.onload = styles.onerror = () => (document.title = 'tried ' + tried);
    styles.href = ${JSON.stringify(answered)} + '?' + tried;
    document.head.append(styles);
  };
  document.body.append(button);
})()`;

let composer: OwnComposer;
let catcher: Server;
let origin: string;
let arrived: string[] = [];

beforeAll(async () => {
  composer = await startIsolatedComposer(['mf-blog']);
  catcher = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const way = new URLSearchParams(body).get('way');
      const from = new URL(request.url ?? '', origin).searchParams.get('from');
      if (request.method === 'POST') arrived.push(`${from}: ${way}`);
      const page = '<!doctype html><title>open</title><body><iframe id="frame" src="/inner" width="600" height="400">';
      response.setHeader('content-type', 'text/html');
      response.end(request.url === '/inner' ? '<!doctype html><body>No policy.' : page);
    });
  });
  await new Promise<void>((resolve) => catcher.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(catcher.address() as AddressInfo).port}`;
});
beforeEach(() => {
  arrived = [];
});
afterAll(async () => {
  catcher.closeAllConnections();
  catcher.close();
  await composer.stop();
});

const there = ({ programs }: (typeof ENGINES)[number]) => programs.every(findProgram);

for (const { name, programs, start } of ENGINES.filter(there)) {
  describe(name, () => {
    let tab: Tab;
    beforeEach(async () => {
      tab = await start(findProgram(programs[0] ?? '') ?? '');
    }, 120_000);
    afterEach(() => tab.close());

    const enter = async (page: string, frame: string, from: string): Promise<void> => {
      await tab.run(`void (location.href = ${JSON.stringify(page)})`);
      await until(tab, `document.readyState === 'complete' && document.querySelector(${JSON.stringify(frame)})`);
      await tab.enter(frame);
      await until(tab, `document.readyState === 'complete' && document.body`);
      await tab.run(attack(`${origin}/form?from=${from}`, new URL('/no-style.css', page).href));
    };

    test('no form of an isolated remote is sent, whichever way its script takes', async () => {
      await enter(`${composer.origin}/blog`, '#slot iframe', 'isolated');
      for (let way = 1; way <= WAYS; way += 1) {
        await tab.click('#attack');
        await until(tab, `document.title === 'tried ${way}' || !document.querySelector('#attack')`);
        if (await tab.run(`Boolean(document.querySelector('#attack'))`)) continue;
        // Chromium replaces a frame that tried to navigate, as the last two ways do, by a page of its own.
        expect(way).toBeGreaterThan(WAYS - 2);
        break;
      }
      await tab.enter();
      await enter(`${origin}/`, '#frame', 'open');
      await tab.click('#attack');
      await eventually('a form arrives from a frame without a policy', 10_000, async () => arrived.length > 0);
      expect(arrived.filter((way) => !way.startsWith('open: '))).toEqual([]);
    });
  });
}
