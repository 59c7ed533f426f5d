import type { PageState } from '@wholepage/contracts/page';
import { testConfig as config } from '@wholepage/remote-kit/testing';
import {
  app,
  failure,
  go,
  mountedWith,
  never,
  onRestored,
  onVisit,
  open,
  pagesWithRemotes,
  panel,
  settle,
  shell,
  slot,
  stepBackTo,
} from '../testing/hosted-remotes';
import { pageState, remotes } from '../testing/remotes-on-page';
import { loadRemote } from './releases';

jest.mock('single-spa', () => jest.requireActual('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('./releases', () => ({ ...jest.requireActual<object>('./releases'), loadRemote: jest.fn() }));

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
pagesWithRemotes();

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

  it('gets no data of the page that its visitor has left while its code was on its way', async () => {
    jest.mocked(loadRemote).mockImplementationOnce(async ({ name }) => {
      window.history.replaceState(null, '', '/');
      return app(name);
    });
    await open();
    expect(app('mf-marketing').mount.mock.calls[0]?.[0]).toMatchObject({ data: undefined });
    expect(slot()).not.toHaveTextContent('Made by the server');
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
      [{ app: 'mf-marketing', version: remotes[0]?.version }, '/contact'],
      [{ app: 'mf-blog', version: remotes[1]?.version }, '/blog'],
    ]);
    expect(mountedWith('mf-marketing').slot).not.toBe(slot());
    const [left] = app('mf-marketing').unmount.mock.invocationCallOrder;
    const [shown] = app('mf-blog').mount.mock.invocationCallOrder;
    expect(left).toBeLessThan(shown ?? 0);
    await go('/contact');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(2);
    expect(mountedWith('mf-marketing')).toMatchObject({ data: undefined });
  });

  it('is mounted after a step back once it is there, and the one before stays until then', async () => {
    await open();
    await go('/blog');
    const arrive = await stepBackTo('/contact');
    expect(app('mf-blog').unmount).not.toHaveBeenCalled();
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(1);
    await arrive();
    expect(app('mf-blog').unmount).toHaveBeenCalledTimes(1);
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(2);
  });

  it('of the same remote mounts nothing', async () => {
    await open();
    await go('/');
    expect(app('mf-marketing').mount).toHaveBeenCalledTimes(1);
    expect(app('mf-marketing').unmount).not.toHaveBeenCalled();
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
