import { act } from '@testing-library/react';
import { testConfig as config } from '@wholepage/contracts/testing';
import { start } from 'single-spa';
import { Navigator } from '../navigation/navigator';
import { isServed, loadPage, reloadPage } from '../navigation/page-load';
import { loadRemote } from '../remotes/load-remote';
import { fetchPage } from '../remotes/page-files';
import { addLink, click, forgetListeners, stubBrowser } from './browser-parts';
import { stubReleases } from './remotes-on-page';

export const onBusy = jest.fn();
/** What was said last of whether a page is waited for. */
export const busy = () => onBusy.mock.lastCall?.[0] as boolean | undefined;
export const onUnreachable = jest.fn();
export const onRetry = jest.fn();
export const onOwner = jest.fn();
export const startRouting = jest.fn();
export const releases = stubReleases();

/** Every test of the file begins in a tab of its own. The file mocks fetching code and page loads. */
export function freshTabs(): void {
  forgetListeners();
  beforeAll(() => start({ urlRerouteOnly: true }));
  beforeEach(() => {
    for (const mock of [
      onBusy,
      startRouting,
      onUnreachable,
      onRetry,
      fetchPage,
      loadRemote,
      isServed,
      loadPage,
      reloadPage,
    ]) {
      jest.mocked(mock).mockReset();
    }
    releases.refresh.mockReset().mockResolvedValue(undefined);
    releases.isOutdatedFor.mockReset().mockReturnValue(false);
    Object.assign(releases, { isKnown: true });
    jest.mocked(fetchPage).mockResolvedValue(undefined);
    startRouting.mockResolvedValue(undefined);
    jest.mocked(isServed).mockResolvedValue(true);
    stubBrowser();
    sessionStorage.clear();
    document.head.replaceChildren();
    document.body.innerHTML = '<main id="main" tabindex="-1"><h1>Heading</h1></main>';
  });
}

/** Opens a page as a page load does. */
export const open = (path = '/contact'): Navigator => {
  window.history.replaceState(null, '', path);
  const navigator = new Navigator({ config, releases, startRouting, onOwner, onBusy, onUnreachable, onRetry });
  navigator.listen();
  return navigator;
};

export const clickOn = async (href: string): Promise<'left to the browser' | 'soft'> => {
  const link = addLink({ href });
  let left = false;
  await act(async () => {
    left = click(link);
  });
  return left ? 'left to the browser' : 'soft';
};

export const address = (): string => window.location.pathname + window.location.search + window.location.hash;

/** The visitor scrolls. */
export const scrollTo = (top: number): Window => Object.assign(window, { scrollY: top });
