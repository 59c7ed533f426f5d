import { type ConsoleMessage, type Frame, launch } from 'puppeteer-core';
import { SITE } from '../browser/browser';
import { startLightDrawings } from '../browser/light-drawings';
import type { Driver } from './driver';

const QUIET = { idleTime: 200, timeout: 20_000 };

/** The arguments of a console message as text, errors with their messages; the message's own text when there are none. */
const textOf = async (message: ConsoleMessage): Promise<string> => {
  const parts = message.args().map((part) => part.evaluate((value) => String(value)).catch(() => ''));
  return (await Promise.all(parts)).filter(Boolean).join(' ') || message.text();
};

/** Starts Debian's Firefox and drives it over WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<Driver> {
  const drawings = await startLightDrawings();
  const extraPrefsFirefox = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': drawings.port,
    // Without this Firefox bypasses the proxy for this machine's own addresses.
    'network.proxy.allow_hijacking_localhost': true,
    // The processor paints: a lower frame rate makes animations cheaper.
    'layout.frame_rate': 10,
  };
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
  const page = await browser.newPage();
  const widen = (width: number) => page.setViewport({ width, height: 900 });
  await widen(1280);
  let frame: Frame = page.mainFrame();
  let said: Promise<string>[] = [];
  page.on('pageerror', (error) => said.push(Promise.resolve(String(error))));
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(textOf(message));
  });
  return {
    async goto(path) {
      // Firefox reports an error for each file that is still loading when its page is left.
      await page.waitForNetworkIdle(QUIET);
      await page.goto(SITE + path, { waitUntil: 'load' });
      frame = page.mainFrame();
    },
    run: <T>(expression: string) => frame.evaluate(expression) as Promise<T>,
    click: async (selector) => (await frame.waitForSelector(selector, { visible: true }))?.click(),
    type: async (selector, text) => (await frame.waitForSelector(selector, { visible: true }))?.type(text),
    press: (key) => page.keyboard.press(key),
    widen,
    async enter(selector) {
      const inner = selector ? await (await frame.waitForSelector(selector))?.contentFrame() : page.mainFrame();
      if (!inner) throw new Error(`${selector} is no frame.`);
      frame = inner;
    },
    async errors() {
      const taken = said;
      said = [];
      return Promise.all(taken);
    },
    async close() {
      await browser.close();
      drawings.close();
    },
  };
}
