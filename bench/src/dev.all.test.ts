import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChrome } from '@wholepage/tooling/find-program';
import { type Service, stopServices } from '@wholepage/tooling/spawn';
import type { WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Browser, Page } from 'playwright-core';
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
  [browser, dev] = await Promise.all([launchChrome(), startDev(copy.root, ports, 'mf-blog')]);
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

describe('at the address that npm run dev names', () => {
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
    const [, address = ''] = /keeps its state: (\S+)/.exec(dev.lines.join('\n')) ?? [];
    await page.goto(address);
    await page.goto(`${site}/blog`);
    await page.locator('main article').first().waitFor();
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
  });
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
