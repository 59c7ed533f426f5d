import type { RemoteApp } from 'contracts/mount';
import type { PageState } from 'contracts/page';
import { stubShell } from 'contracts/testing';
import { addErrorHandler, getAppNames, removeErrorHandler, triggerAppChange, unregisterApplication } from 'single-spa';
import { pageState, remotes } from '../testing/remotes-on-page';
import { loadRemote, registerReleases } from './load-remote';
import { registerRemotes } from './register';

jest.mock('single-spa', () => {
  const singleSpa = jest.requireActual('single-spa/lib/es2015/umd/single-spa.dev.cjs');
  let started = false;
  return {
    ...singleSpa,
    addErrorHandler: jest.fn(singleSpa.addErrorHandler),
    // A window is started once; here it has several pages.
    start(options: object) {
      if (!started) singleSpa.start(options);
      started = true;
    },
  };
});
jest.mock('./load-remote');

type Lifecycles = { [name in keyof RemoteApp]: jest.Mock };

const shell = stubShell();
const onBroken = jest.fn();
const never = () => new Promise<void>(() => {});
let apps: Record<string, Lifecycles>;
let slot: HTMLElement;
let log: jest.SpyInstance;

beforeEach(() => {
  jest.useFakeTimers();
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
  slot = document.body.appendChild(document.createElement('div'));
  slot.innerHTML = '<h1>Made by the server</h1>';
  const remote = (): Lifecycles => ({
    bootstrap: jest.fn().mockResolvedValue(undefined),
    mount: jest.fn().mockResolvedValue(undefined),
    unmount: jest.fn().mockResolvedValue(undefined),
  });
  apps = { 'mf-marketing': remote(), 'mf-blog': remote(), 'mf-courses': remote() };
  jest.mocked(loadRemote).mockImplementation(async ({ name }) => app(name));
});
afterEach(async () => {
  for (const [handler] of jest.mocked(addErrorHandler).mock.calls) removeErrorHandler(handler);
  const gone = getAppNames().map((name) => unregisterApplication(name));
  await jest.advanceTimersByTimeAsync(60_000);
  await Promise.all(gone);
  jest.clearAllMocks();
  jest.useRealTimers();
  slot.remove();
});

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
  registerRemotes({ state: pageState(change), slot, shell, onBroken });
  await settle();
};

const go = async (path: string) => {
  window.history.pushState(null, '', path);
  await settle();
};

const mountedWith = (name: string): unknown => app(name).mount.mock.lastCall?.[0];

describe('the remote of the page', () => {
  it('alone is loaded, patiently, and given what the server made', async () => {
    await open();
    expect(registerReleases).toHaveBeenCalledWith(remotes);
    expect(jest.mocked(loadRemote).mock.calls).toEqual([[remotes[0], 'reading']]);
    const { config, data } = pageState();
    expect(mountedWith('mf-marketing')).toMatchObject({ slot, shell, config, data });
    expect(slot).toHaveTextContent('Made by the server');
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

  it('is none on the 404 page', async () => {
    await open('/no-such-page', { owner: undefined, address: undefined, rendered: false });
    expect(loadRemote).not.toHaveBeenCalled();
  });
});

describe('another page', () => {
  it("is its remote's, loaded without patience and mounted without data, after the first has gone", async () => {
    await open();
    await go('/blog');
    expect(jest.mocked(loadRemote).mock.lastCall).toEqual([remotes[1], 'navigating']);
    expect(mountedWith('mf-blog')).toMatchObject({ data: undefined });
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

describe('a remote that fails', () => {
  const failure = new Error('on purpose');

  it('on the page that was opened leaves what the server made, even if it had taken that away', async () => {
    const made = slot.firstElementChild;
    app('mf-marketing').mount.mockImplementation(async () => {
      slot.replaceChildren();
      throw failure;
    });
    await open();
    expect(slot.firstElementChild).toBe(made);
    expect(onBroken).not.toHaveBeenCalled();
    expect(log).toHaveBeenCalledWith('mf-marketing failed while running.', expect.anything());
  });

  it('to arrive there is tried anew when the visitor comes back', async () => {
    jest.mocked(loadRemote).mockRejectedValueOnce(failure);
    await open();
    expect(log).toHaveBeenCalledWith('mf-marketing failed while loading.', expect.anything());
    expect(slot).toHaveTextContent('Made by the server');
    expect(onBroken).not.toHaveBeenCalled();
    await go('/blog');
    await jest.advanceTimersByTimeAsync(1_000);
    await go('/contact');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(1);
  });

  it.each<[string, () => void]>([
    ['arrive', () => jest.mocked(loadRemote).mockRejectedValueOnce(failure)],
    ['start', () => app('mf-blog').bootstrap.mockRejectedValue(failure)],
    ['mount', () => app('mf-blog').mount.mockRejectedValue(failure)],
    ['go', () => app('mf-marketing').unmount.mockRejectedValue(failure)],
  ])('to %s after a soft navigation has the page made by the server', async (_what, fail) => {
    await open();
    fail();
    await go('/blog');
    expect(onBroken).toHaveBeenCalledTimes(1);
  });

  it.each<[keyof RemoteApp, string, number]>([
    ['bootstrap', 'mf-blog', 20_000],
    ['mount', 'mf-blog', 20_000],
    ['unmount', 'mf-marketing', 3_000],
  ])('is one whose %s (of %s) takes longer than %i ms', async (lifecycle, name, limit) => {
    jest.spyOn(console, 'warn').mockImplementation(() => {});
    await open();
    app(name)[lifecycle].mockImplementation(never);
    await go('/blog');
    await jest.advanceTimersByTimeAsync(limit - 20);
    expect(onBroken).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(40);
    expect(onBroken).toHaveBeenCalledWith(name);
  });
});
