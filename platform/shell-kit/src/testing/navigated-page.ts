import { act, waitFor } from '@testing-library/react';
import { testConfig as config, notePageLoads } from '@wholepage/remote-kit/testing';
import { start } from 'single-spa';
import type { Navigator } from '../navigation/navigator';
import { addLink, click, forgetListeners, stubBrowser } from './browser-parts';
import { prepare, startNetwork } from './network';
import { stubReleases } from './remotes-on-page';

const onBusy = jest.fn();
/** True when the navigator last reported that it waits for a page. */
export const busy = () => onBusy.mock.lastCall?.[0] as boolean | undefined;
export const onUnreachable = jest.fn();
export const onRetry = jest.fn();
export const onOwner = jest.fn();
export const startRouting = jest.fn();
export const releases = stubReleases();

export let network: ReturnType<typeof startNetwork>;
export let pageLoads: string[];

/** Starts each test of the calling file in a fresh tab: no code loaded, and a server with all files. */
export function freshTabs(): void {
  forgetListeners();
  beforeAll(() => start({ urlRerouteOnly: true }));
  beforeEach(() => {
    jest.resetModules();
    for (const mock of [onBusy, startRouting, onUnreachable, onRetry, onOwner]) mock.mockReset();
    releases.refresh.mockReset().mockResolvedValue(undefined);
    releases.isOutdatedFor.mockReset().mockReturnValue(false);
    Object.assign(releases, { isKnown: true });
    startRouting.mockImplementation(() => import('../navigation/turn'));
    prepare.mockReset().mockResolvedValue(undefined);
    stubBrowser();
    sessionStorage.clear();
    document.head.replaceChildren();
    document.body.innerHTML = '<main id="main" tabindex="-1"><h1>Heading</h1></main>';
    network = startNetwork();
    pageLoads = notePageLoads();
  });
}

/** Opens a page like a page load. */
export async function open(path = '/contact'): Promise<Navigator> {
  window.history.replaceState(null, '', path);
  const fresh = await import('../navigation/navigator');
  const navigator = new fresh.Navigator({ config, releases, startRouting, onOwner, onBusy, onUnreachable, onRetry });
  navigator.listen();
  return navigator;
}

export const address = (): string => window.location.pathname + window.location.search + window.location.hash;

export const clickOn = async (
  href: string,
  attributes: Record<string, string> = {},
): Promise<'left to the browser' | 'soft'> => {
  const link = addLink({ href, ...attributes });
  let left = false;
  await act(async () => {
    left = click(link);
  });
  return left ? 'left to the browser' : 'soft';
};

/** Clicks a link and waits until the address changed to its target. */
export async function goTo(href: string, attributes?: Record<string, string>): Promise<void> {
  await clickOn(href, attributes);
  await waitFor(() => expect(address()).toBe(href));
}

/** Reports that the page is in its slot, and waits until it is painted. */
export async function arriveAt(navigator: Navigator, title: string): Promise<void> {
  navigator.setHead({ title });
  await waitFor(() => expect(busy()).toBe(false));
}

/** Sets the scroll position. */
export const scrollTo = (top: number): Window => Object.assign(window, { scrollY: top });
