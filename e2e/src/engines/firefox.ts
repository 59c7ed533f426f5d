import { type ConsoleMessage, type Frame, launch } from 'puppeteer-core';
import { SITE } from '../browser/browser';
import { startLightDrawings } from '../browser/light-drawings';
import type { Driver } from './driver';

const QUIET = { idleTime: 200, timeout: 20_000 };

/** What was written into the console, errors with their reasons. */
const textOf = async (message: ConsoleMessage): Promise<string> => {
  const parts = message.args().map((part) => part.evaluate((value) => String(value)).catch(() => ''));
  return (await Promise.all(parts)).filter(Boolean).join(' ') || message.text();
};

/** Debian's Firefox, by WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<Driver> {
  const drawings = await startLightDrawings();
  const extraPrefsFirefox = {
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': drawings.port,
    // Otherwise it asks this machine without a proxy.
    'network.proxy.allow_hijacking_localhost': true,
    // It paints by the processor: what moves may do so less often.
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
      // A file that is still on its way when its page is left is an error in Firefox's console.
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
      const inner = selector && (await (await frame.waitForSelector(selector))?.contentFrame());
      frame = inner || page.mainFrame();
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
