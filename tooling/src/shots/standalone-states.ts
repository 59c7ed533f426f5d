import { LIVE_SET_PATH, type LiveSet, type SetDocument, setPath } from 'contracts/page';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Shot } from './capture';

/** A remote whose team tests it alone. */
export interface Remote {
  name: string;
  /** Pages that look different in each scenario. */
  pages: string[];
  /** Does what the scenario is about, where opening the page is not enough. */
  reach?: (page: Page) => Promise<void>;
  /** Seen while an answer is waited for. */
  waiting: (page: Page) => Locator;
  /** Seen when there is nothing left to wait for. */
  settled: (page: Page) => Locator;
}

/** Of the window in which a state is taken, in pixels. */
export const STANDALONE_WIDTH = 1280;
const HEIGHT = 1000;
/** The slowest scenario that ends: two answers of four seconds, and a confirmation that is given up after five. */
const SETTLED_MS = 15_000;
const SLOW = /scenario=(?:slow|unconfirmed)\b/;

async function enrol(page: Page): Promise<void> {
  const slot = page.locator('#slot');
  await slot
    .getByRole('button', { name: /^Enrol (Now|in)/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Enrol Now', exact: true });
  await form.getByLabel('Name', { exact: true }).fill('Meena Raman');
  await form.getByLabel('Email', { exact: true }).fill('meena@example.com');
  await form.getByLabel('Phone', { exact: true }).fill('98400 11111');
  await form.getByRole('button', { name: 'Proceed to Payment', exact: true }).click();
}

export const REMOTES: Remote[] = [
  {
    name: 'mf-blog',
    pages: ['/blog', '/blog/sample-1'],
    waiting: (page) => page.locator('#slot [role="status"]'),
    settled: (page) => page.locator('#slot:has(h1):not(:has([role="status"]))'),
  },
  {
    name: 'mf-courses',
    pages: ['/courses', '/one-on-one-transformation'],
    reach: enrol,
    waiting: (page) => page.getByRole('dialog').getByRole('button', { name: /…$/ }),
    settled: (page) =>
      page
        .getByRole('alertdialog')
        .or(page.getByRole('heading', { name: 'Payment Successful!', exact: true }))
        // Dismissed: the form is back.
        .or(page.getByRole('dialog').getByRole('button', { name: 'Proceed to Payment', disabled: false })),
  },
];

/** Versions that visitors get, by remote, as the live set says. */
async function liveVersions(site: string): Promise<Record<string, string>> {
  const { id } = (await (await fetch(site + LIVE_SET_PATH)).json()) as LiveSet;
  const { remotes } = (await (await fetch(site + setPath(id))).json()) as SetDocument;
  return Object.fromEntries(remotes.map(({ name, version }) => [name, version]));
}

/** Takes one state; where its answer lets itself be waited for, also what is seen before. */
async function takeState(browser: Browser, url: string, name: string, remote: Remote): Promise<Shot[]> {
  const context = await browser.newContext({
    viewport: { width: STANDALONE_WIDTH, height: HEIGHT },
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const shots: Shot[] = [];
    const take = async (state: string) => shots.push({ name: state, png: await page.screenshot(), findings: [] });
    await page.goto(url);
    await page.locator('#slot').locator('h1, [role="status"]').first().waitFor();
    await remote.reach?.(page);
    if (SLOW.test(url)) {
      await remote.waiting(page).first().waitFor();
      await take(`${name} (waiting)`);
    }
    await remote.settled(page).first().waitFor({ timeout: SETTLED_MS });
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
    await take(name);
    return shots;
  } finally {
    await context.close();
  }
}

/** The scenarios on a remote's panel, by name. */
async function scenariosOf(browser: Browser, stage: string): Promise<string[]> {
  const page = await browser.newPage();
  try {
    await page.goto(stage);
    const options = page.getByLabel(/^The API answers/).locator('option');
    await options.first().waitFor({ state: 'attached' });
    const values = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    return values.filter((value) => value !== 'real');
  } finally {
    await page.close();
  }
}

/** What the command line and the contact sheet call it. */
export const standaloneName = ({ name }: Remote): string => `standalone-${name}`;

/** Every scenario of a remote's panel on each of its pages, in the live release alone, as QA opens it. */
export async function standaloneStates(
  browser: Browser,
  site: string,
  remote: Remote,
): Promise<{ version: string; shots: Shot[] }> {
  const version = (await liveVersions(site))[remote.name];
  if (!version) throw new Error(`${remote.name} is not live at ${site}.`);
  const stage = `${site}/_standalone/${remote.name}/${version}/`;
  const shots: Shot[] = [];
  for (const scenario of await scenariosOf(browser, stage))
    for (const path of remote.pages) {
      const url = `${stage}?${new URLSearchParams({ scenario, page: path })}`;
      shots.push(...(await takeState(browser, url, `${scenario} ${path}`, remote)));
    }
  return { version, shots };
}
