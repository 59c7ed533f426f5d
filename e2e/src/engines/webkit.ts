import { freePort, type Service, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { SITE } from '../browser/browser';
import { startLightDrawings } from '../browser/light-drawings';
import { eventually } from '../eventually';
import type { Driver, Key } from './driver';
import { openSession, type Session } from './webdriver';

/** WebDriver's codes of the keys. */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Collects the page's errors in the page itself: the protocol has no console. */
const LISTEN = `if (!globalThis.said) {
  globalThis.said = [];
  addEventListener('error', (event) => said.push(event.message));
  addEventListener('unhandledrejection', (event) => said.push(String(event.reason)));
  const plain = console.error;
  console.error = (...words) => { said.push(words.join(' ')); plain(...words); };
}`;

interface Size {
  width: number;
  height: number;
}

const START_LIMIT_MS = 20_000;

/** Starts a virtual screen on a free display number. @returns its name @param started receives the process */
async function screen({ width, height }: Size, started: Service[]): Promise<string> {
  let display: string | undefined;
  const onLine = (line: string) => {
    if (/^\d+$/.test(line)) display = `:${line}`;
  };
  const args = ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'];
  started.push(startService('Xvfb', { command: 'Xvfb', args, onLine }));
  return eventually('Xvfb names its display', START_LIMIT_MS, async () => display);
}

export interface WebKit extends Driver {
  /** A screenshot of the window's content. */
  screenshot(): Promise<Buffer>;
  /** Makes the window as large as its screen. */
  fillScreen(): Promise<void>;
}

/** Starts WebKitGTK under Xvfb, driven over WebDriver. Compositing stays on: without it view transitions crash this engine. */
export async function webkit(program: string, size: Size = { width: 1280, height: 1000 }): Promise<WebKit> {
  const started: Service[] = [];
  const drawings = await startLightDrawings();
  const stop = async (): Promise<void> => {
    drawings.close();
    await stopServices(started);
  };
  const open = async (): Promise<Session> => {
    const env = { ...process.env, DISPLAY: await screen(size, started) };
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const options = { command: program, args: [`--port=${port}`], env, onLine: () => undefined };
    const driver = startService('WebKitWebDriver', options);
    started.push(driver);
    await waitUntilHealthy(driver, `${address}/status`, START_LIMIT_MS);
    return openSession(address, {
      'webkitgtk:browserOptions': { args: ['--automation'] },
      proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${drawings.port}` },
    });
  };
  const session = await open().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const run = <T>(script: string): Promise<T> => session.post<T>('/execute/sync', { script, args: [] });
  const element = async (selector: string): Promise<string> =>
    (await session.post<Record<string, string>>('/element', { using: 'css selector', value: selector }))[ELEMENT] ?? '';
  await session.post('/timeouts', { implicit: 15_000, pageLoad: 60_000, script: 20_000 });

  return {
    async goto(path) {
      await session.post('/url', { url: SITE + path });
      await run(LISTEN);
    },
    run: (expression) => run(`return (${expression});`),
    async click(selector) {
      const id = await element(selector);
      await run(`document.querySelector(${JSON.stringify(selector)})?.scrollIntoView({ block: 'center' })`);
      await session.post(`/element/${id}/click`);
    },
    type: async (selector, text) => session.post(`/element/${await element(selector)}/value`, { text }),
    press: (key) =>
      session.post('/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              { type: 'keyDown', value: KEYS[key] },
              { type: 'keyUp', value: KEYS[key] },
            ],
          },
        ],
      }),
    widen: (width) => session.post('/window/rect', { width, height: 900 }),
    fillScreen: () => session.post('/window/rect', { x: 0, y: 0, ...size }),
    screenshot: async () => Buffer.from(await session.get<string>('/screenshot'), 'base64'),
    enter: async (selector) => session.post('/frame', { id: selector ? { [ELEMENT]: await element(selector) } : null }),
    errors: () => run<string[]>(`${LISTEN} return said.splice(0);`),
    async close() {
      await session.remove().catch(() => {});
      await stop();
    },
  };
}
