import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { isGone, swappable } from './swappable';

/** Calls of lifecycles, in order. */
let done: string[];
let fail: jest.Mock;
let reported: jest.SpyInstance;
beforeEach(() => {
  done = [];
  fail = jest.fn();
  window.reportError = () => {};
  reported = jest.spyOn(window, 'reportError');
});

const props = () => ({ slot: document.createElement('div'), shell: { fail } }) as unknown as MountProps;
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Makes a remote. @param mounting called by its mount, which waits for it */
const remote = (name: string, mounting: () => Promise<void> = async () => {}): RemoteApp => ({
  bootstrap: async () => {},
  async mount({ shell }) {
    done.push(`${name} mounts`);
    await mounting();
    if (name === 'thrower') shell.fail(new Error('A component threw.'));
    done.push(`${name} mounted`);
  },
  unmount: async () => {
    done.push(`${name} unmounted`);
  },
});

test('a change that comes while the one before is mounted waits for it: two never share the slot', async () => {
  let now = remote('first');
  const app = swappable(() => now);
  await app.mount(props());
  let release = () => {};
  now = remote('second', () => new Promise((resolve) => (release = resolve)));
  app.swap();
  await settled();
  now = remote('third');
  app.swap();
  await settled();
  expect(done).toEqual(['first mounts', 'first mounted', 'first unmounted', 'second mounts']);
  release();
  await settled();
  expect(done.slice(4)).toEqual(['second mounted', 'second unmounted', 'third mounts', 'third mounted']);
});

test('what was taken off the page stays off it, and what is on it asks for new data', async () => {
  const asked: unknown[] = [];
  const app = swappable(() => ({ ...remote('any'), mount: async ({ slot, data }) => void asked.push([slot, data]) }));
  const [gone, there] = [props(), { ...props(), data: 'old' }];
  for (const each of [gone, there]) await app.mount(each);
  await app.unmount(gone);
  app.swap();
  await settled();
  expect(asked.slice(2)).toEqual([[there.slot, undefined]]);
});

test('a mistake is reported, its host does not give the remote up, and the next change is shown', async () => {
  let now = remote('first');
  const app = swappable(() => now);
  await app.mount(props());
  expect(isGone()).toBe(false);
  now = remote('thrower');
  app.swap();
  await settled();
  expect(isGone()).toBe(true);
  now = remote('torn', async () => {
    throw new Error('Its page is not there.');
  });
  app.swap();
  await settled();
  expect(reported.mock.calls).toEqual([[new Error('A component threw.')], [new Error('Its page is not there.')]]);
  expect(fail).not.toHaveBeenCalled();
  const overlay = document.body.appendChild(document.createElement('iframe'));
  overlay.id = 'webpack-dev-server-client-overlay';
  const close = jest.fn();
  const button = overlay.contentDocument?.body.appendChild(document.createElement('button'));
  button?.addEventListener('click', close);
  now = remote('mended');
  app.swap();
  await settled();
  expect(done.at(-1)).toBe('mended mounted');
  expect(close).toHaveBeenCalledTimes(1);
  overlay.remove();
  expect(isGone()).toBe(false);
});

test('where the standalone page takes the new code, it mounts it itself', async () => {
  const app = swappable(() => remote('only'));
  await app.mount(props());
  window.addEventListener('remote-app-updated', (event) => event.preventDefault(), { once: true });
  app.swap();
  await settled();
  expect(done).toEqual(['only mounts', 'only mounted']);
});
