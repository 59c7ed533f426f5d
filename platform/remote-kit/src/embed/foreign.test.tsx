import { waitFor } from '@testing-library/react';
import type { Container } from '@wholepage/federation/container';
import './foreign';

type Open = (
  name: string,
  at: string,
  loadEntry: () => Promise<void>,
  embedFile: string,
  integrity: string,
) => Promise<Container>;

const SITE = 'https://site.test';
const RELEASE = { css: [{ file: 'page.css', integrity: '' }], routes: [{ path: '/guest', css: [] }] };

const mounted = new Set<HTMLElement>();
const app = {
  bootstrap: async () => {},
  mount: async ({ slot }: { slot: HTMLElement }) => void (slot.isConnected && mounted.add(slot)),
  unmount: async ({ slot }: { slot: HTMLElement }) => void mounted.delete(slot),
};

/** Opens `./embed` of a release. @returns its bridge, and `arrive`, which lets its styles and settings load */
async function embed() {
  for (const { prototype } of [ShadowRoot, Document])
    Object.defineProperty(prototype, 'adoptedStyleSheets', { value: [], writable: true, configurable: true });
  Object.assign(globalThis, {
    CSSStyleSheet: class {
      replaceSync() {}
      cssRules = [];
    },
  });
  // jsdom rejects Node's AbortSignal.
  jest.spyOn(ShadowRoot.prototype, 'addEventListener').mockImplementation();
  let arrive = () => {};
  const way = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    if (String(address).endsWith('embed.json')) return Response.json(RELEASE);
    await way;
    return Response.json({ config: {} });
  });
  const container: Container = { init() {}, get: async () => () => app };
  const { _FEDERATION_FOREIGN: open } = globalThis as unknown as { _FEDERATION_FOREIGN: Open };
  const leave = async () => void Object.assign(globalThis, { guest: container });
  const opened = await open('guest', `${SITE}/_releases/guest/1/remoteEntry.js`, leave, 'embed.json', '');
  const { default: make } = (await opened.get('./embed'))() as { default: () => ReturnType<typeof bridgeOf> };
  return { bridge: make(), arrive };
}
declare function bridgeOf(): Record<'render' | 'destroy', (info: { dom: HTMLElement }) => Promise<void>>;

const dom = document.createElement('div');
document.body.append(dom);

test('a page that takes it away and shows it again while it is on its way has it once, and can take it away', async () => {
  const { bridge, arrive } = await embed();
  const first = bridge.render({ dom });
  await waitFor(() => expect(dom.childElementCount).toBe(1));
  await bridge.destroy({ dom });
  const second = bridge.render({ dom });
  arrive();
  await Promise.all([first, second]);
  expect([dom.childElementCount, mounted.size]).toEqual([1, 1]);
  await bridge.destroy({ dom });
  expect([dom.childElementCount, mounted.size]).toEqual([0, 0]);
  expect(document.head.childElementCount).toBe(0);
});

test('a remote that fails as it leaves is taken away all the same, and makes room for the next', async () => {
  const { bridge, arrive } = await embed();
  arrive();
  await bridge.render({ dom });
  jest.spyOn(app, 'unmount').mockRejectedValueOnce(new Error('on purpose'));
  await expect(bridge.destroy({ dom })).rejects.toThrow('on purpose');
  expect([dom.childElementCount, document.head.childElementCount]).toEqual([0, 0]);
});
