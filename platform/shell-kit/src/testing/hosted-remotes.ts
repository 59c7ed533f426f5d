import type { MountProps } from '@wholepage/contracts/mount';
import type { PageState } from '@wholepage/contracts/page';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { triggerAppChange } from 'single-spa';
import { registerRemote, startRouting } from '../remotes/register';
import { loadRemote } from '../remotes/releases';
import { RemoteHost, type RemoteProps, Slot } from '../remotes/remote-host';
import { pageState, remotes, stubReleases } from './remotes-on-page';

type Lifecycles = Record<'bootstrap' | 'mount' | 'unmount', jest.Mock>;

/** Mocks that the host calls. */
export const shell = stubShell();
export const recover = jest.fn();
export const onVisit = jest.fn();
const onMounted = jest.fn();
export const onRestored = jest.fn();
export const onFailureShown = jest.fn();
export const onRetry = jest.fn();

export const failure = new Error('on purpose');
export const never = () => new Promise<void>(() => {});

let host: RemoteHost;
const navigator = {
  hasNavigated: false,
  isHolding: false,
  recover,
  makeRoom: onMounted,
  settle: onRestored,
  showFailure: onFailureShown,
  navigate: onRetry,
};
let apps: Record<string, Lifecycles>;

/** Delegates to the present host, because a tab registers remotes once but these tests create several hosts. */
const currentHost = {
  isActive: (name: string, location: Location) => host.isActive(name, location),
  lifecycles: (name: string) => ({
    ...host.lifecycles(name),
    mount: (props: RemoteProps) => host.lifecycles(name).mount(props),
    unmount: (props: RemoteProps) => host.lifecycles(name).unmount(props),
  }),
};

export const slot = (): HTMLElement => document.getElementById('slot') as HTMLElement;

export const app = (name: string): Lifecycles => {
  const found = apps[name];
  if (!found) throw new Error(`No app ${name}`);
  return found;
};

export const settle = async () => {
  void triggerAppChange();
  await jest.advanceTimersByTimeAsync(10);
};

/** Starts each test of the calling file on a server's page with working remotes. The file must mock `releases`. */
export function pagesWithRemotes(): void {
  beforeAll(startRouting);
  beforeEach(() => {
    jest.useFakeTimers();
    document.body.innerHTML = '<div id="slot"><h1>Made by the server</h1></div>';
    recover.mockResolvedValue(true);
    Object.assign(navigator, { hasNavigated: false, isHolding: false });
    const remote = (): Lifecycles => ({
      bootstrap: jest.fn().mockResolvedValue(undefined),
      mount: jest.fn().mockResolvedValue(undefined),
      unmount: jest.fn().mockResolvedValue(undefined),
    });
    apps = { 'mf-marketing': remote(), 'mf-blog': remote(), 'mf-courses': remote() };
    jest.mocked(loadRemote).mockImplementation(async ({ name }) => app(name));
  });
  afterEach(async () => {
    // A page without an owner unmounts the remote.
    window.history.pushState(null, '', '/no-such-page');
    await settle();
    await jest.advanceTimersByTimeAsync(60_000);
    jest.clearAllMocks();
    jest.useRealTimers();
  });
}

export const open = async (path = '/contact', change: Partial<PageState> = {}) => {
  window.history.replaceState(null, '', path);
  host = new RemoteHost({
    state: pageState(change),
    config,
    releases: stubReleases(),
    slot: new Slot(slot()),
    shell,
    navigator,
    onVisit,
    events: { release() {}, giveUp() {} },
    onShown() {},
    reroute: () => void triggerAppChange(),
  });
  host.showFirst('mf-marketing');
  await jest.advanceTimersByTimeAsync(10);
  for (const { name } of remotes) registerRemote(name, currentHost);
  await settle();
};

export const go = async (path: string) => {
  navigator.hasNavigated = true;
  window.history.pushState(null, '', path);
  await settle();
};

/** Goes back to a page that is not there yet. @returns a function that ends the wait */
export const stepBackTo = async (path: string): Promise<() => Promise<void>> => {
  navigator.isHolding = true;
  await go(path);
  return () => {
    navigator.isHolding = false;
    return settle();
  };
};

export const retry = (): boolean => host.retry();

/** Props of a remote's last mount. */
export const mountedWith = (name: string): MountProps => app(name).mount.mock.lastCall?.[0];

/** True when the slot shows the failure panel. */
export const panel = () => slot().querySelector('h1')?.textContent === 'This page could not be shown';
