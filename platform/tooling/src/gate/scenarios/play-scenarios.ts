import type { ReleaseManifest } from '@wholepage/contracts/release';
import { boundedMap } from '@wholepage/releases/bounded-map';
import type { Browser, Page } from 'playwright-core';
import { untilIdle } from '../browser/probes/read-page';
import { openPage } from '../browser/visits/open-page';
import { pressOnStage, type StagePresses } from './press-on-stage';

const WIDTH = 1440;
const AT_ONCE = 2;
/** So many pages are played with the first scenario, and so many other scenarios on one page. */
const MOST_PAGES = 12;
const MOST_SCENARIOS = 16;

/** One page of the stage in one scenario. */
export interface Played extends StagePresses {
  page: string;
  scenario: string;
  troubles: string[];
}

interface Choices {
  pages: string[];
  /** Pages whose content means harm. */
  hostile: string[];
  scenarios: string[];
}

/** Pages and scenarios that the stage's panel lists, fragments and "really" left out. To be run in the page. */
const readChoices = (): Choices => {
  const [pages, scenarios] = [...document.querySelectorAll<HTMLSelectElement>('[aria-label="Stage"] select')];
  const values = (list: HTMLElement | null | undefined) =>
    [...(list?.children ?? [])].flatMap((child) => (child instanceof HTMLOptionElement ? child.value : []));
  return {
    pages: values(pages),
    hostile: values(pages?.querySelector<HTMLElement>('optgroup[label="Hostile"]')),
    scenarios: values(scenarios).filter((name) => name !== 'real'),
  };
};

/** What no scenario answers reaches nobody either. */
async function refuseWrites(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith('/api/') || url.pathname === '/_reports',
    (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"Not now."}' }),
  );
}

/**
 * Scenarios but the first show failures, and a remote may log those. On a hostile page the browser reports what it refuses.
 * An uncaught error or a visitor led away stays a fault.
 */
const isFault = (trouble: string): boolean => /^(uncaught |it leads the visitor away)/.test(trouble);

/** Plays the scenarios of a remote's stage, as QA would: forms are filled and sent, and nothing reaches an API. */
export async function playScenarios(
  browser: Browser,
  origin: string,
  { app, version }: ReleaseManifest,
): Promise<Played[]> {
  const stage = new URL(`/_standalone/${app}/${version}/`, origin);
  const open = async (query: Record<string, string>) => {
    const address = new URL(stage);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const opened = await openPage(browser, address.href, {
      width: WIDTH,
      scripts: true,
      api: false,
      prepare: refuseWrites,
    });
    await opened.page
      .locator('#slot > *')
      .first()
      .waitFor({ state: 'attached', timeout: 5_000 })
      .catch(() => {});
    await untilIdle(opened.page);
    return { ...opened, address: address.href };
  };
  const play = async (page: string, scenario: string): Promise<Played> => {
    const opened = await open({ page, scenario });
    try {
      const presses = await pressOnStage(opened.page, opened.address);
      return { ...presses, page, scenario, troubles: [...new Set(opened.troubles)] };
    } finally {
      await opened.close();
    }
  };

  const first = await open({});
  const { pages, hostile, scenarios } = await first.page.evaluate(readChoices).finally(() => first.close());
  const [fine, ...others] = scenarios;
  if (fine === undefined) return [];
  const played = await boundedMap(pages.slice(0, MOST_PAGES), AT_ONCE, (page) => play(page, fine));
  const sending = played.find(({ sent }) => sent.length > 0) ?? played[0];
  if (!sending) return [];
  const rest = await boundedMap(others.slice(0, MOST_SCENARIOS), AT_ONCE, (name) => play(sending.page, name));
  const harmed = await boundedMap(hostile.slice(0, MOST_PAGES), AT_ONCE, (page) => play(page, fine));
  return [...played, ...[...rest, ...harmed].map((one) => ({ ...one, troubles: one.troubles.filter(isFault) }))];
}
