import { LIVE_SET_PATH, type SetDocument, setPath } from '@wholepage/contracts/page';
import { marketing, pageState, remotes } from '../testing/remotes-on-page';
import { loadRemote, Releases } from './releases';

let live: SetDocument;
let asked: string[];
let isDown: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  live = { id: 'one', shell: '1.0.0', remotes };
  asked = [];
  isDown = false;
  window.fetch = async (input) => {
    asked.push(String(input));
    if (isDown) throw new TypeError('Failed to fetch');
    const body = input === LIVE_SET_PATH ? { id: live.id } : live;
    return { ok: true, json: async () => body } as Response;
  };
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(window, 'fetch');
});

const laterTab = async (change: Partial<SetDocument>) => {
  const releases = new Releases(pageState());
  await releases.refresh();
  live = { ...live, ...change };
  await jest.advanceTimersByTimeAsync(24 * 3_600_000);
  await releases.refresh();
  return releases;
};

it('knows the page that was opened, and asks for the others when they are needed', async () => {
  const releases = new Releases(pageState());
  expect(releases.ownerOf('/contact')?.remote).toBe(marketing);
  expect(releases.ownerOf('/blog')).toBeUndefined();
  expect(asked).toEqual([]);
  await Promise.all([releases.refresh(), releases.refresh()]);
  expect(releases.ownerOf('/blog')?.remote.name).toBe('mf-blog');
  expect(asked).toEqual([LIVE_SET_PATH, setPath('one')]);
});

it('asks again after a while, and reads the list only when it is another', async () => {
  const releases = new Releases(pageState());
  await releases.refresh();
  await releases.refresh();
  expect(asked).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(60_001);
  await releases.refresh();
  expect(asked.slice(2)).toEqual([LIVE_SET_PATH]);
});

it('asks again when the machine slept before the answer came', async () => {
  const answers = window.fetch;
  window.fetch = async (input) => {
    const answer = await answers(input);
    if (asked.length === 1) await new Promise((resolve) => setTimeout(resolve, 24 * 3_600_000));
    return answer;
  };
  const releases = new Releases(pageState());
  const first = releases.refresh();
  await jest.advanceTimersByTimeAsync(24 * 3_600_000);
  await first;
  await releases.refresh();
  expect(asked).toEqual([LIVE_SET_PATH, setPath('one'), LIVE_SET_PATH]);
});

it('goes on with what it knows while the server does not answer', async () => {
  const releases = new Releases(pageState());
  isDown = true;
  await expect(releases.refresh()).rejects.toThrow('Failed to fetch');
  isDown = false;
  await releases.refresh();
  isDown = true;
  await jest.advanceTimersByTimeAsync(60_001);
  await expect(releases.refresh()).resolves.toBeUndefined();
  expect(releases.ownerOf('/blog')).toBeDefined();
});

const newer = remotes.map((remote) => ({ ...remote, version: '2.0.0' }));
const outdated = (releases: Releases, path: string): boolean | undefined => {
  const owned = releases.ownerOf(path);
  return owned && releases.isOutdatedFor(owned);
};

it('takes the newer release of a remote that this tab has not loaded yet', async () => {
  const releases = await laterTab({ id: 'two', remotes: newer });
  expect(releases.ownerOf('/blog')?.remote.version).toBe('2.0.0');
  expect(outdated(releases, '/blog')).toBe(false);
});

it('leaves to a page load what this tab runs another release of', async () => {
  // The remote's code is loading.
  loadRemote(marketing).catch(() => {});
  const releases = await laterTab({ id: 'two', remotes: newer });
  expect(outdated(releases, '/contact')).toBe(true);
  expect(outdated(releases, '/blog')).toBe(false);
});

it('leaves all to page loads when there is a newer shell', async () => {
  const releases = await laterTab({ id: 'two', shell: '2.0.0' });
  expect(outdated(releases, '/blog')).toBe(true);
});
