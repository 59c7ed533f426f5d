import { sample } from '@wholepage/tooling/sample';
import type { Page } from 'playwright-core';
import { alive, DESKTOP, PHONE } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { KINDS } from '../src/routes';

const nextVisit = oneByOne(oneBrowser());

/** Files of styles of every kind of page, as a visitor who goes through the whole site gathers them. */
const gathered = new Set<string>();

beforeAll(async () => {
  const { page } = await nextVisit();
  for (const path of KINDS) {
    await page.goto(path);
    const hrefs = await page
      .locator('link[rel="stylesheet"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) gathered.add(href);
  }
});

/** Adds files of styles after those of the page. @returns elements that look otherwise than before, and how */
const changedBy = (page: Page, hrefs: readonly string[]): Promise<string[]> =>
  page.evaluate(async (hrefs) => {
    document.documentElement.toggleAttribute('data-whole', true);
    const elements = [...document.querySelectorAll('#app *, dialog *')];
    const look = () =>
      elements.map((element) => {
        const style = getComputedStyle(element);
        return new Map([...style].map((name) => [name, style.getPropertyValue(name)]));
      });
    const changes = (before: Map<string, string>[], after: Map<string, string>[]) =>
      elements.flatMap((element, index) => {
        const changed = [...(before[index] ?? [])].filter(([name, value]) => after[index]?.get(name) !== value);
        const said = changed.map(([name, value]) => `${name} ${value} → ${after[index]?.get(name)}`).slice(0, 3);
        return said.length > 0 ? [`${element.tagName} ${element.className}: ${said.join(', ')}`] : [];
      });
    const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
    // What opens and appears by itself has done so.
    let before = look();
    for (let still = false; !still; ) {
      await pause();
      const now = look();
      still = changes(before, now).length === 0;
      before = now;
    }
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
    return changes(before, look());
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
