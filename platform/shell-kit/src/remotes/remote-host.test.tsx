import type { MountProps } from '@wholepage/contracts/mount';
import type { PageState } from '@wholepage/contracts/page';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { triggerAppChange } from 'single-spa';
import { pageState, remotes, stubReleases } from '../testing/remotes-on-page';
import type { RemoteProps } from './lifecycles';
import { loadRemote } from './load-remote';
import { registerRemote, startRouting } from './register';
import { RemoteHost } from './remote-host';
import { Slot } from './slot';

jest.mock('single-spa', () => jest.requireActual('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('./load-remote');

type Lifecycles = Record<'bootstrap' | 'mount' | 'unmount', jest.Mock>;

const shell = stubShell();
const recover = jest.fn();
const onVisit = jest.fn();
const onMounted = jest.fn();
const onRestored = jest.fn();
const onFailureShown = jest.fn();
const onRetry = jest.fn();
let host: RemoteHost;
let navigated: boolean;
const never = () => new Promise<void>(() => {});
let apps: Record<string, Lifecycles>;
let log: jest.SpyInstance;

beforeEach(() => {
  jest.useFakeTimers();
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<div id="slot"><h1>Made by the server</h1></div>';
  recover.mockResolvedValue(true);
  navigated = false;
  const remote = (): Lifecycles => ({
    bootstrap: jest.fn().mockResolvedValue(undefined),
    mount: jest.fn().mockResolvedValue(undefined),
    unmount: jest.fn().mockResolvedValue(undefined),
  });
  apps = { 'mf-marketing': remote(), 'mf-blog': remote(), 'mf-courses': remote() };
  jest.mocked(loadRemote).mockImplementation(async ({ name }) => app(name));
});
afterEach(async () => {
  // Nobody's page: what is mounted goes.
  window.history.pushState(null, '', '/no-such-page');
  await settle();
  await jest.advanceTimersByTimeAsync(60_000);
  jest.clearAllMocks();
  jest.useRealTimers();
});

/** A tab registers remotes once; here it has several hosts, one after the other. */
const currentHost = {
  isActive: (name: string, location: Location) => host.isActive(name, location),
  lifecycles: (name: string) => ({
    ...host.lifecycles(name),
    mount: (props: RemoteProps) => host.lifecycles(name).mount(props),
    unmount: (props: RemoteProps) => host.lifecycles(name).unmount(props),
  }),
};

const slot = (): HTMLElement => document.getElementById('slot') as HTMLElement;

const app = (name: string): Lifecycles => {
  const found = apps[name];
  if (!found) throw new Error(`No app ${name}`);
  return found;
};

const settle = async () => {
  void triggerAppChange();
  await jest.advanceTimersByTimeAsync(10);
};

const open = async (path = '/contact', change: Partial<PageState> = {}) => {
  window.history.replaceState(null, '', path);
  host = new RemoteHost({
    state: pageState(change),
    config,
    releases: stubReleases(),
    slot: new Slot(slot()),
    shell: {
      ...shell,
      setHead: (head) => {
        shell.setHead(head);
        host.arrived();
      },
    },
    hasNavigated: () => navigated,
    recover,
    onVisit,
    onMounted,
    onRestored,
    onFailureShown,
    onRetry,
    reroute: () => void triggerAppChange(),
  });
  host.showFirst('mf-marketing');
  await jest.advanceTimersByTimeAsync(10);
  for (const { name } of remotes) registerRemote(name, currentHost);
  await settle();
};

beforeAll(startRouting);

const go = async (path: string) => {
  navigated = true;
  window.history.pushState(null, '', path);
  await settle();
};

const mountedWith = (name: string): MountProps => app(name).mount.mock.lastCall?.[0];

describe('the remote of the page', () => {
  it('alone is loaded, and given what the server made', async () => {
    await open();
    expect(jest.mocked(loadRemote).mock.calls).toEqual([[remotes[0]]]);
    const { data } = pageState();
    expect(mountedWith('mf-marketing')).toMatchObject({ slot: slot(), config, data });
    expect(slot()).toHaveTextContent('Made by the server');
  });

  it('is given the data when the address differs only by where the visitor came from', async () => {
    await open('/contact?utm_source=letter');
    expect(mountedWith('mf-marketing')).toMatchObject({ data: { from: 'the server' } });
  });

  it.each<[string, string, Partial<PageState>]>([
    ['whose visitor went back before any script ran', '/', {}],
    ['that the server could not make', '/contact', { rendered: false }],
  ])('gets no data on a page %s', async (_what, path, change) => {
    await open(path, change);
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(1);
    expect(mountedWith('mf-marketing')).toMatchObject({ data: undefined });
  });

  it('leaves what was typed on a page whose code cannot be loaded', async () => {
    jest.mocked(loadRemote).mockRejectedValue(new Error('no line'));
    const served = slot().firstElementChild;
    await open();
    expect(slot().firstElementChild).toBe(served);
    expect(onRestored).toHaveBeenCalledTimes(1);
  });

  it('is none on the 404 page', async () => {
    await open('/no-such-page', { remote: undefined, address: undefined, rendered: false });
    expect(loadRemote).not.toHaveBeenCalled();
  });
});

describe('another page', () => {
  it("is its remote's, mounted without data in a slot of its own, after the first has gone", async () => {
    await open();
    await go('/blog');
    expect(jest.mocked(loadRemote).mock.lastCall).toEqual([remotes[1]]);
    expect(mountedWith('mf-blog')).toMatchObject({ data: undefined, slot: slot() });
    expect(onVisit.mock.calls).toEqual([
      [remotes[0], '/contact'],
      [remotes[1], '/blog'],
    ]);
    expect(mountedWith('mf-marketing').slot).not.toBe(slot());
    const [left] = app('mf-marketing').unmount.mock.invocationCallOrder;
    const [shown] = app('mf-blog').mount.mock.invocationCallOrder;
    expect(left).toBeLessThan(shown ?? 0);
    await go('/contact');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(2);
    expect(mountedWith('mf-marketing')).toMatchObject({ data: undefined });
  });

  it('of the same remote mounts nothing', async () => {
    await open();
    await go('/');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(1);
    expect(app('mf-marketing').unmount).not.toHaveBeenCalled();
  });
});

const failure = new Error('on purpose');
const panel = () => slot().querySelector('h1')?.textContent === 'This page could not be shown';

describe('a remote that fails on the page that was opened', () => {
  it.each<[string, () => void]>([
    ['arrive', () => jest.mocked(loadRemote).mockRejectedValueOnce(failure)],
    ['start', () => app('mf-marketing').bootstrap.mockRejectedValueOnce(failure)],
    ['mount', () => app('mf-marketing').mount.mockRejectedValueOnce(failure)],
    [
      'mount, having emptied the slot',
      () =>
        app('mf-marketing').mount.mockImplementationOnce(async ({ slot }: MountProps) => {
          slot.replaceChildren();
          throw failure;
        }),
    ],
  ])('to %s leaves what the server made, and is tried again when the visitor comes back', async (_what, fail) => {
    fail();
    await open();
    expect(slot()).toHaveTextContent('Made by the server');
    expect(onRestored).toHaveBeenCalledTimes(1);
    expect(recover).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/^mf-marketing 1.2.3 failed while \w+ \/contact/), failure);
    app('mf-marketing').mount.mockClear();
    await go('/blog');
    await go('/contact');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(1);
  });

  it('later on, as it says itself, is unmounted, and what the server made stands again', async () => {
    await open();
    mountedWith('mf-marketing').shell.fail(failure);
    await settle();
    expect(app('mf-marketing').unmount).toHaveBeenCalledTimes(1);
    expect(slot()).toHaveTextContent('Made by the server');
    await go('/');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(2);
  });

  it('says so where the server could make nothing', async () => {
    app('mf-marketing').mount.mockRejectedValueOnce(failure);
    await open('/contact', { rendered: false });
    expect(panel()).toBe(true);
    expect(recover).not.toHaveBeenCalled();
  });
});

describe('a remote that fails after a soft navigation', () => {
  it.each<[string, () => void]>([
    ['arrive', () => jest.mocked(loadRemote).mockRejectedValueOnce(failure)],
    ['start', () => app('mf-blog').bootstrap.mockRejectedValue(failure)],
    ['mount', () => app('mf-blog').mount.mockRejectedValue(failure)],
  ])('to %s has the page made by the server', async (_what, fail) => {
    await open();
    fail();
    await go('/blog');
    expect(recover).toHaveBeenCalledTimes(1);
    expect(panel()).toBe(false);
  });

  it('says so when there is no server, and can be tried again', async () => {
    recover.mockResolvedValue(false);
    await open();
    app('mf-blog').mount.mockRejectedValueOnce(failure);
    await go('/blog');
    expect(panel()).toBe(true);
    expect(onFailureShown).toHaveBeenCalledTimes(1);
    slot().querySelector('button')?.click();
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(host.retry()).toBe(true);
    await settle();
    expect(app('mf-blog').mount).toHaveBeenCalledTimes(2);
    expect(panel()).toBe(false);
  });

  it('when its page was shown already says so, and takes no page away by a page load', async () => {
    await open();
    await go('/blog');
    mountedWith('mf-blog').shell.setHead({ title: 'Journal' });
    mountedWith('mf-blog').shell.fail(failure);
    await settle();
    expect(recover).not.toHaveBeenCalled();
    expect(panel()).toBe(true);
    await go('/blog/linen');
    expect(panel()).toBe(false);
    expect(app('mf-blog').mount).toHaveBeenCalledTimes(2);
  });

  it.each<['bootstrap' | 'mount', number]>([
    ['bootstrap', 3_000],
    ['mount', 3_000],
  ])('is one whose %s takes longer than %i ms', async (lifecycle, limit) => {
    await open();
    app('mf-blog')[lifecycle].mockImplementation(never);
    await go('/blog');
    await jest.advanceTimersByTimeAsync(limit - 20);
    expect(recover).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(40);
    expect(recover).toHaveBeenCalledTimes(1);
  });
});

describe('a remote that is left', () => {
  it.each<[string, () => void]>([
    ['rejects', () => app('mf-marketing').unmount.mockRejectedValue(failure)],
    ['never ends', () => app('mf-marketing').unmount.mockImplementation(never)],
  ])('gives way to the next although its unmount %s', async (_what, fail) => {
    await open();
    fail();
    await go('/blog');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(app('mf-blog').mount).toHaveBeenCalledTimes(1);
    expect(mountedWith('mf-blog').slot).toBe(slot());
    expect(log).toHaveBeenCalledWith('mf-marketing 1.2.3 failed while unmounting.', expect.anything());
  });

  it.each(['/blog', '/'])('while it is being mounted gives way to %s at once', async (path) => {
    app('mf-marketing').mount.mockImplementationOnce(never);
    await open();
    await go(path);
    expect(app(path === '/blog' ? 'mf-blog' : 'mf-marketing').mount).toHaveBeenCalled();
    expect(mountedWith(path === '/blog' ? 'mf-blog' : 'mf-marketing').slot).toBe(slot());
  });

  it('has no say about the page of the next, of which its router may hear first', async () => {
    await open();
    const { shell: old } = mountedWith('mf-marketing');
    window.history.pushState(null, '', '/blog');
    old.setHead({ title: 'Not found' });
    expect(shell.setHead).not.toHaveBeenCalled();
    await settle();
    mountedWith('mf-blog').shell.setHead({ title: 'Journal' });
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'Journal' });
  });

  it('tells of the page that it shows before anybody knows whose that is, as after a step back', async () => {
    await open();
    const { shell: own } = mountedWith('mf-marketing');
    window.history.pushState(null, '', '/not-in-the-list-yet');
    own.setHead({ title: 'The page before' });
    expect(shell.setHead).toHaveBeenCalledWith({ title: 'The page before' });
  });

  it('has no say any more', async () => {
    await open();
    const { shell: old } = mountedWith('mf-marketing');
    await go('/blog');
    old.fail(failure);
    await settle();
    expect(panel()).toBe(false);
    expect(app('mf-blog').unmount).not.toHaveBeenCalled();
  });
});
