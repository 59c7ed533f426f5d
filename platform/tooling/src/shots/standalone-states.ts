import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { workspaceRemotes } from '../apps';
import { packageDir } from '../paths';
import { liveRemotes } from '../site/live-site';
import { axe } from './axe';
import type { Shot } from './capture';
import type { ShotPlan } from './shot-plan';

/** Of the window in which a state is taken, in pixels. */
export const STANDALONE_WIDTH = 1280;
const HEIGHT = 1000;
/** A state is held against axe's rules on a phone, too. */
const PHONE_WIDTH = 390;
/** The slowest scenario that ends: two answers of four seconds, and a confirmation that is given up after five. */
const SETTLED_MS = 15_000;
const SLOW = /scenario=(?:slow|unconfirmed)\b/;

const planFile = (name: string): string => join(packageDir(name), 'src', 'shots.ts');

/** Remotes of this workspace that say how their states are reached. */
export const plannedRemotes = (): string[] => workspaceRemotes().filter((name) => existsSync(planFile(name)));

/** What axe finds on a state at both widths; the window is then as it was. */
async function faultsOf(page: Page): Promise<string[]> {
  const findings = await axe(page);
  await page.setViewportSize({ width: PHONE_WIDTH, height: HEIGHT });
  findings.push(...(await axe(page)).map((finding) => `at ${PHONE_WIDTH} px: ${finding}`));
  await page.setViewportSize({ width: STANDALONE_WIDTH, height: HEIGHT });
  return findings;
}

/** Takes one state; where its answer lets itself be waited for, also what is seen before. */
async function takeState(browser: Browser, url: string, name: string, plan: ShotPlan): Promise<Shot[]> {
  const context = await browser.newContext({
    viewport: { width: STANDALONE_WIDTH, height: HEIGHT },
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    const shots: Shot[] = [];
    const take = async (state: string) =>
      shots.push({ name: state, png: await page.screenshot(), findings: await faultsOf(page) });
    await page.goto(url);
    await page.locator('#slot').locator('h1, [role="status"]').first().waitFor();
    await plan.reach?.(page);
    if (SLOW.test(url)) {
      await plan.waiting(page).first().waitFor();
      await take(`${name} (waiting)`);
    }
    await plan.settled(page).first().waitFor({ timeout: SETTLED_MS });
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
export const standaloneName = (name: string): string => `standalone-${name}`;

interface StandaloneShots {
  version: string;
  shots: Shot[];
}

/** Every scenario of a remote's panel on each of its planned pages, in the live release alone, as QA opens it. */
export async function standaloneStates(
  browser: Browser,
  site: string,
  name: string,
  say: (line: string) => void,
): Promise<StandaloneShots> {
  const version = (await liveRemotes(site)).find((remote) => remote.name === name)?.version;
  if (!version) throw new Error(`${name} is not live at ${site}.`);
  const { default: plan } = (await import(pathToFileURL(planFile(name)).href)) as { default: ShotPlan };
  const stage = `${site}/_standalone/${name}/${version}/`;
  const shots: Shot[] = [];
  for (const scenario of await scenariosOf(browser, stage))
    for (const path of plan.pages) {
      say(`${name} alone: ${scenario} ${path}`);
      const url = `${stage}?${new URLSearchParams({ scenario, page: path })}`;
      shots.push(...(await takeState(browser, url, `${scenario} ${path}`, plan)));
    }
  return { version, shots };
}
