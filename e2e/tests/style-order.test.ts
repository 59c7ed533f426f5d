import { sample } from '@wholepage/tooling/sample';
import type { Page } from 'playwright-core';
import { alive, DESKTOP, PHONE, SITE } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { KINDS } from '../src/routes';

const nextVisit = oneByOne(oneBrowser());

/** Style sheets of every kind of page, as a visitor of the whole site collects them. */
const gathered = new Set<string>();

beforeAll(async () => {
  for (const path of KINDS) {
    const html = await (await fetch(new URL(path, SITE))).text();
    for (const [, href = ''] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)) gathered.add(href);
  }
  expect(gathered.size).toBeGreaterThan(KINDS.length);
});

/** Adds style sheets after those of the page. @returns the elements whose computed style has changed, with the changes */
const changedBy = (page: Page, hrefs: readonly string[]): Promise<string[]> =>
  page.evaluate(async (hrefs) => {
    document.documentElement.toggleAttribute('data-whole', true);
    const elements = [...document.querySelectorAll('#app *, dialog *')];
    // The names are listed once for all elements, because listing them takes as long as reading their values.
    const names = [...getComputedStyle(document.documentElement)];
    const look = () =>
      elements.map((element) => {
        const style = getComputedStyle(element);
        return names.map((name) => style.getPropertyValue(name));
      });
    const moving = () =>
      [
        ...document.getAnimations().filter(({ playState }) => playState === 'running'),
        ...elements.map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y, width, height, getComputedStyle(element).opacity];
        }),
      ].join(' ');
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
    // The loop ends when everything that opens or appears by itself has done so.
    for (let [before, now] = ['', moving()]; before !== now; ) {
      await pause();
      [before, now] = [now, moving()];
    }
    const before = look();
    if (!before[0]?.[0]) throw new Error('This browser does not say how elements look.');
    await Promise.all(
      hrefs.map(
        (href) =>
          new Promise<Event>((resolve, reject) => {
            document.body.append(
              Object.assign(document.createElement('link'), {
                rel: 'stylesheet',
                href,
                onload: resolve,
                onerror: reject,
              }),
            );
          }),
      ),
    );
    const after = look();
    return elements.flatMap((element, index) => {
      const changed = names.flatMap((name, place) => {
        const [was, is] = [before[index]?.[place], after[index]?.[place]];
        return was === is ? [] : [`${name} ${was} → ${is}`];
      });
      return changed.length > 0 ? [`${element.tagName} ${element.className}: ${changed.slice(0, 3).join(', ')}`] : [];
    });
  }, hrefs);

const dialog = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.locator('main').getByRole('button', { name }).first().click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
};

type Case = [name: string, path: string, size: { width: number; height: number }, open: string | RegExp | undefined];

const CASES: Case[] = [
  ...KINDS.flatMap((path) => [PHONE, DESKTOP].map((size): Case => [`${path} at ${size.width}`, path, size, undefined])),
  ['the enquiry', '/', DESKTOP, "Let's Get Started"],
  ['the enrolment', '/courses/1', PHONE, /^Enrol Now/],
];

test.each(sample(CASES, ['/ at 1280']))(
  '%s looks the same when the styles of all pages come after its own',
  async (_name, path, size, open) => {
    const { page } = await nextVisit();
    await page.setViewportSize(size);
    await page.goto(path);
    await alive(page);
    if (open) await dialog(page, open);
    expect(await changedBy(page, [...gathered])).toEqual([]);
  },
);
