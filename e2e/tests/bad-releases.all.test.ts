import { rollback } from '@wholepage/releases/steps';
import type { Browser, Page } from 'playwright-core';
import { launchWithoutPictures, visit } from '../src/browser/browser';
import { reissue } from '../src/faults/reissue';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

let browser: Browser;
let own: OwnComposer;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchWithoutPictures(), startOwnComposer()]);
});
afterAll(() => Promise.all([browser.close(), own.stop()]));

/** Returns a federation entry in place of the blog's. @param app members that override those of a sound app */
const entry = (app: string) =>
  `globalThis.mf_blog = { init() {}, get: async () => () => ({ bootstrap: async () => {}, mount: async ({ slot }) => { const h1 = document.createElement('h1'); h1.textContent = 'The Swatch Book'; slot.replaceChildren(h1); }, unmount: async () => {}, ${app} }) };`;

const BAD_ENTRIES: [string, string][] = [
  ['throws while it is loaded', 'throw new Error("on purpose");'],
  ['is not JavaScript', '<!doctype html><title>Not here</title>'],
  ['exposes something else', 'globalThis.mf_blog = { init() {}, get: async () => () => 7 };'],
  ['throws when mounted', entry('mount: async () => { throw new Error("on purpose"); }')],
  ['never finishes mounting', entry('mount: () => new Promise(() => {})')],
  ['never finishes unmounting', entry('unmount: () => new Promise(() => {})')],
  ['throws when unmounted', entry('unmount: async () => { throw new Error("on purpose"); }')],
  [
    'empties the slot and shows nothing',
    entry('mount: async ({ slot }) => { slot.replaceChildren(); throw new Error("on purpose"); }'),
  ],
];

const heading = (page: Page, name: string) => page.locator('main').getByRole('heading', { level: 1, name }).waitFor();
const follow = (page: Page, name: string) =>
  page.locator('header nav').getByRole('link', { name, exact: true }).click();

test.each(BAD_ENTRIES)(
  'a visitor of a blog whose script %s reads on, and gets to every other page and back',
  async (_how, script) => {
    const version = await reissue(own.store, 'mf-blog', (file, text) => (file === 'entry.js' ? script : text));
    await own.untilServed('/blog', version);
    const { page, close } = await visit(browser, { baseURL: own.origin });
    // The shell gives up a mount after 20 s.
    page.setDefaultTimeout(40_000);
    await page.goto('/blog');
    await heading(page, 'The Swatch Book');
    await page.waitForLoadState('networkidle');
    await follow(page, 'Contact');
    await heading(page, 'Contact Us');
    await follow(page, 'Blog');
    await heading(page, 'The Swatch Book');
    await page.goBack();
    await heading(page, 'Contact Us');
    await close();
    await rollback(own.store, 'mf-blog');
  },
);
