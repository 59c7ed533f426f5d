import { join } from 'node:path';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import { freePort, type Service, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { copyWorkspace, type WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Browser, Page } from 'playwright-core';
import { launchAtRest, visit } from '../src/browser/browser';
import { askedFor, choosePage } from '../src/servers/standalone';
import { ANSWERS, expectTyped, fillForm, formOf, ONLINE } from '../src/visitor/enrolment';

const BUILD_TIMEOUT_MS = 90_000;

let browser: Browser;
let sources: WorkspaceCopy;
let service: Service;
let origin: string;
beforeAll(async () => {
  let port: number;
  [browser, sources, port] = await Promise.all([launchAtRest(), copyWorkspace('mf-courses'), freePort()]);
  origin = `http://localhost:${port}`;
  service = startService('standalone', {
    args: ['--import', 'tsx', join(sources.root, 'platform', 'tooling', 'src', 'cli.ts'), 'standalone', 'mf-courses'],
    cwd: join(sources.root, 'mf-courses'),
    env: { ...process.env, PORT: String(port) },
    onLine: () => {},
  });
  await waitUntilHealthy(service, `${origin}/_standalone/standalone.js`, BUILD_TIMEOUT_MS);
}, BUILD_TIMEOUT_MS + 10_000);
afterAll(async () => {
  await stopServices([service]);
  await Promise.all([browser.close(), sources.remove()]);
});

/** Line of source for the form's fields that overrides the label of the field's rule. */
const nameAs = (label: string): string => ` label: name === 'name' ? '${label}' : label,\n`;

/** Marks the window: a reload removes the mark. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { kept: true }));
const isKept = (page: Page) => page.evaluate(() => 'kept' in window);

test('a developer changes a remote that runs alone, and the page keeps what was typed', async () => {
  const { page, errors, close } = await visit(browser, { baseURL: origin });
  await page.goto('/');
  for (const path of ['/courses/1', ONLINE.path]) {
    await choosePage(page, path);
    await page.locator('#slot').getByRole('heading', { level: 1 }).waitFor();
  }
  await page.locator('#slot').getByRole('button', { name: ONLINE.button, exact: true }).first().click();
  await formOf(page).waitFor();
  await fillForm(page);
  await markPage(page);

  const form = 'mf-courses/src/enrolment/EnrolmentDialog';
  await sources.edit(`${form}/EnrolmentDialog.tsx`, ' label,\n', nameAs('Name on the certificate'));
  await expect(formOf(page).getByLabel('Name on the certificate', { exact: true }).inputValue()).resolves.toBe(
    ANSWERS.Name,
  );
  await sources.edit(`${form}/EnrolmentDialog.tsx`, nameAs('Name on the certificate'), ' label,\n');
  await formOf(page).getByLabel('Name', { exact: true }).waitFor();

  await sources.edit(`${form}/EnrolmentDialog.module.css`, '  .form {', '  .form { outline: 3px solid rgb(1 2 3);');
  await page.waitForFunction(() => {
    const sheet = document.querySelector('dialog[open] form');
    return sheet !== null && getComputedStyle(sheet).outlineColor === 'rgb(1, 2, 3)';
  });
  await expectTyped(page);
  expect(await isKept(page)).toBe(true);

  await sources.edit('mf-courses/src/routes.tsx', '[', '[ /* changed */');
  await askedFor(page, 'The remote was changed and mounted again.');
  await page.locator('#slot').getByRole('heading', { level: 1 }).waitFor();
  expect(await isKept(page)).toBe(true);
  expect(errors).toEqual([]);
  await close();
});

if (TAKES_ALL)
  test('a mistake in the source is shown, and gone when it is mended', async () => {
    const { page, close } = await visit(browser, { baseURL: origin });
    await page.goto('/');
    await choosePage(page, ONLINE.path);
    const button = page.locator('#slot').getByRole('button', { name: ONLINE.button, exact: true }).first();
    await button.waitFor();
    const form = 'mf-courses/src/enrolment/EnrolmentDialog/EnrolmentDialog.tsx';
    const overlay = page.locator('#webpack-dev-server-client-overlay').first();
    await sources.edit(form, ' label,\n', ' label: "Full name,\n');
    await overlay.waitFor({ state: 'attached' });
    await sources.edit(form, ' label: "Full name,\n', nameAs('Full name'));
    await overlay.waitFor({ state: 'detached' });
    await button.click();
    await formOf(page).getByLabel('Full name', { exact: true }).waitFor();
    await sources.edit(form, nameAs('Full name'), ' label,\n');
    await close();
  });

const formHasOffset = () => {
  const sheet = document.querySelector('dialog[open] form');
  return sheet !== null && getComputedStyle(sheet).outlineOffset === '7px';
};

test('what is developed is seen in the whole site, swapped there too, until the bar is pressed', async () => {
  const { page, errors, close } = await visit(browser);
  const openForm = () => page.locator('main').getByRole('button', { name: ONLINE.button, exact: true }).first().click();
  const bar = page.getByRole('complementary', { name: 'Preview' });
  await page.goto(`/contact?override=mf-courses@${origin}`);
  await bar.getByText(origin, { exact: false }).waitFor();
  await page.goto(ONLINE.path);
  await openForm();
  await formOf(page).waitFor();
  await fillForm(page);
  await sources.edit(
    'mf-courses/src/enrolment/EnrolmentDialog/EnrolmentDialog.module.css',
    '  .form {',
    '  .form { outline-offset: 7px;',
  );
  await page.waitForFunction(formHasOffset);
  await expectTyped(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'End the preview' }).click();
  await page.waitForURL((url) => url.pathname === ONLINE.path);
  expect(await bar.count()).toBe(0);
  await openForm();
  await formOf(page).waitFor();
  expect(await page.evaluate(formHasOffset)).toBe(false);
  expect(errors).toEqual([]);
  await close();
});
