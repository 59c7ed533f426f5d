import type { MountProps } from '@wholepage/contracts/mount';
import {
  app,
  failure,
  go,
  mountedWith,
  never,
  onFailureShown,
  onRestored,
  onRetry,
  open,
  pagesWithRemotes,
  panel,
  recover,
  retry,
  settle,
  slot,
} from '../../testing/hosted-remotes';
import { loadRemote } from '../releases';
import { failurePanel } from '../remote-host';

jest.mock('single-spa', () => jest.requireActual('single-spa/lib/es2015/umd/single-spa.dev.cjs'));
jest.mock('../releases', () => ({ ...jest.requireActual<object>('../releases'), loadRemote: jest.fn() }));

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => {});
});
pagesWithRemotes();

it('is said in the words of a site in another language', () => {
  const text = failurePanel(() => {}, 'failed', { title: 'Kaputt', retry: 'Nochmals' }).textContent;
  expect(text).toBe('KaputtSomething went wrong on our side. Nothing you typed elsewhere is lost.Nochmals');
});

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
    expect(retry()).toBe(true);
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
