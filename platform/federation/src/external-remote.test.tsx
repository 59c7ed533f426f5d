import type { MountProps } from '@wholepage/contracts/mount';
import { type ExternalRelease, externalContainer, inSlot } from './external-remote';

const HEADS = [
  { path: '/guest', title: 'A guest', description: 'About it' },
  { path: '/guest/:id', title: 'One of its pages', description: '' },
];

test('names the page that is shown, and each that follows, until it is unmounted', async () => {
  const setHead = jest.fn();
  const end = jest.fn();
  const app = inSlot(HEADS, (_props, onEnd) => onEnd(end));
  const props = { slot: document.createElement('div'), shell: { setHead } } as unknown as MountProps;
  const go = (path: string) => {
    window.history.pushState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  go('/guest');
  await app.mount(props);
  go('/guest/7');
  go('/elsewhere');
  await app.unmount(props);
  go('/guest');
  expect(setHead.mock.calls).toEqual([
    [{ title: 'A guest', description: 'About it' }],
    [{ title: 'One of its pages', description: '' }],
  ]);
  expect(end).toHaveBeenCalledTimes(1);
});

test('an entry that did not come is asked for again by the next call', async () => {
  const entry = { file: 'remoteEntry.js', integrity: '' };
  const remote = { app: 'guest', entry, type: 'script', global: 'guest', modules: [], form: 'mount', heads: [] };
  const { get } = externalContainer(remote as unknown as ExternalRelease, 'https://site.test/_releases/guest/entry.js');
  const answer = (event: string) => document.head.querySelector('script')?.dispatchEvent(new Event(event));
  await expect(get('./other')).rejects.toThrow('guest exposes no ./other');
  const first = get('./app');
  answer('error');
  await expect(first).rejects.toThrow('remoteEntry.js did not come');
  const second = get('./app');
  const app = { mount: async () => {}, unmount: async () => {} };
  Object.assign(globalThis, { guest: { init() {}, get: async () => () => app } });
  answer('load');
  expect(Object.keys((await second)())).toEqual(expect.arrayContaining(['mount', 'unmount']));
});
