import { type Frame, launch } from 'puppeteer-core';
import { SITE } from '../browser';
import type { Driver } from './driver';

/** Debian's Firefox, by WebDriver BiDi. */
export async function firefox(executablePath: string): Promise<Driver> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  const widen = (width: number) => page.setViewport({ width, height: 900 });
  await widen(1280);
  let frame: Frame = page.mainFrame();
  let said: string[] = [];
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  return {
    async goto(path) {
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
      return taken;
    },
    close: () => browser.close(),
  };
}
