import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChrome } from '@wholepage/tooling/find-program';
import { type Service, stopServices } from '@wholepage/tooling/spawn';
import type { WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Browser, Page } from 'playwright-core';
import { alive } from '../../e2e/src/browser/browser';
import { copySite, devPorts, EDITS, type Edit, startDev, until } from './dev';

const TIMEOUT_MS = 180_000;

const editOf = (what: string): Edit => {
  const edit = EDITS.find((one) => one.what === what);
  if (!edit) throw new Error(`There is no edit of ${what}.`);
  return edit;
};

let copy: WorkspaceCopy;
let dev: Service & { lines: readonly string[] };
let site: string;
let browser: Browser;
beforeAll(async () => {
  const [ports, whole] = await Promise.all([devPorts(), copySite()]);
  copy = whole;
  site = `http://localhost:${ports[0]}`;
  [browser, dev] = await Promise.all([launchChrome(), startDev(copy.root, ports)]);
}, TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([browser?.close(), dev && stopServices([dev])]);
  await copy?.remove();
});

test(
  'what is saved while npm run dev runs is on the page that the site makes',
  async () => {
    const { what, file, from, to } = editOf('a text');
    await copy.edit(file, from, to);
    await until(what, async () => (await (await fetch(`${site}/blog`)).text()).includes('The Edited Book'));
    await copy.edit(file, to, from);
    await until(`${what}, undone`, async () => !(await (await fetch(`${site}/blog`)).text()).includes('Edited'));
  },
  TIMEOUT_MS,
);

/** Opens a page of the site and marks its window. A page load would lose the mark. */
async function open(path: string): Promise<Page> {
  // On a busy machine a remote's first build takes longer than a page waits for it.
  const html = await (await fetch(site + path)).text();
  await fetch(/http:\/\/localhost:\d+\/_remote\/entry\.js/.exec(html)?.[0] ?? '');
  const page = await browser.newPage();
  await page.goto(site + path);
  await alive(page);
  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  return page;
}

describe('in the whole site', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open('/blog');
  }, TIMEOUT_MS);
  afterEach(async () => expect(await page.evaluate(() => 'isFirst' in window)).toBe(true));

  test.each(['a component', 'a style', 'a text', 'shared-ui'])(
    '%s is swapped in the open page',
    async (name) => {
      const { what, file, from, to, isSeen } = editOf(name);
      const look = () => page.evaluate(isSeen as () => boolean);
      const saved = performance.now();
      await copy.edit(file, from, to);
      await until(what, look);
      console.log(`${what}: ${Math.round(performance.now() - saved)} ms`);
      await copy.edit(file, to, from);
      await until(`${what}, undone`, async () => !(await look()));
    },
    TIMEOUT_MS,
  );

  test(
    'a file that an editor writes in two steps is shown when it is whole, though its half was built',
    async () => {
      const { what, file, from, to, isSeen } = editOf('a component');
      const path = join(copy.root, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, '');
      await page.locator('#webpack-dev-server-client-overlay').waitFor();
      await writeFile(path, text.replace(from, to));
      await until(what, () => page.evaluate(isSeen as () => boolean));
      await page.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached' });
      await copy.edit(file, to, from);
      await until(`${what}, undone`, async () => !(await page.evaluate(isSeen as () => boolean)));
    },
    TIMEOUT_MS,
  );

  test(
    'a mistake is shown at its line, and gone when it is mended',
    async () => {
      const { file, from } = editOf('a component');
      await copy.edit(file, from, `${from}}}`);
      const overlay = page.locator('#webpack-dev-server-client-overlay').contentFrame();
      await overlay
        .getByText(/page\.tsx/)
        .first()
        .waitFor();
      await copy.edit(file, `${from}}}`, from);
      await page.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached' });
    },
    TIMEOUT_MS,
  );
});

test(
  'what was typed on a page of another team stays when a component and a style around it change',
  async () => {
    const page = await open('/contact');
    const name = page.locator('main input[name="name"]');
    await name.fill('Asha');
    const sheet = 'mf-marketing/src/components/OrderSheet/OrderSheet';
    await copy.edit(`${sheet}.tsx`, 'data-ground="sheet"', 'data-ground="sheet" data-edited="sheet"');
    await page.locator('main [data-edited="sheet"] input[name="name"]').waitFor();
    await copy.edit(`${sheet}.module.css`, '  .sheet {', '  .sheet { outline: 3px solid rgb(1 2 3);');
    await page.waitForFunction(() => {
      const edited = document.querySelector('[data-edited="sheet"]');
      return edited !== null && getComputedStyle(edited).outlineColor === 'rgb(1, 2, 3)';
    });
    expect(await name.inputValue()).toBe('Asha');
    expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
    await copy.edit(`${sheet}.module.css`, '  .sheet { outline: 3px solid rgb(1 2 3);', '  .sheet {');
    await copy.edit(`${sheet}.tsx`, 'data-ground="sheet" data-edited="sheet"', 'data-ground="sheet"');
  },
  TIMEOUT_MS,
);
