import type { FrameMessage, PageMessage } from '@wholepage/contracts/isolated';
import type { MountProps } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';

const given = {} as MountProps;
jest.mock('@wholepage/federation/browser', () => ({ arrival: async () => {} }));
jest.mock('@wholepage/federation/bundler-runtime', () => ({ leaveRuntime: () => {} }));
jest.mock('@wholepage/federation/container', () => ({
  moduleIn: async () => ({
    bootstrap: async () => {},
    mount: async (props: MountProps) => void Object.assign(given, props),
  }),
}));

const said: FrameMessage[] = [];
const port = {
  postMessage: (message: FrameMessage) => said.push(message),
  onmessage: (_event: { data: PageMessage }) => {},
};
const hear = (data: PageMessage) => port.onmessage({ data });
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeAll(async () => {
  const state = {
    address: 'https://site.example/guest',
    head: { title: 'Guest' },
    app: 'mf-guest',
    entry: '/entry.js',
  };
  document.body.innerHTML = `<div id="${SLOT_ID}"></div><script id="${PAGE_STATE_ID}" type="application/json"></script>`;
  (document.getElementById(PAGE_STATE_ID) as HTMLElement).textContent = JSON.stringify(state);
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.assign(window, { fetch: jest.fn() });
  await import('./frame-main');
  // The frame takes a port of its page alone.
  window.dispatchEvent(Object.assign(new Event('message'), { source: null, ports: [{}] }));
  window.dispatchEvent(Object.assign(new Event('message'), { source: window, ports: [port] }));
  await settled();
});
beforeEach(() => void said.splice(0));

it('tells each listener by itself, with a frozen copy of its own, until it ends', () => {
  const heard: [string, unknown][] = [];
  const [first, second] = ['first', 'second'].map((name) =>
    given.shell.events.subscribe('basket:kept', (detail) => heard.push([name, detail])),
  );
  const ids = said.flatMap((message) => (message.kind === 'subscribe' ? [message.id] : []));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) hear({ kind: 'event', id, detail: { lines: [{ count: 2 }] } });
  expect(heard).toEqual(['first', 'second'].map((name) => [name, { lines: [{ count: 2 }] }]));
  for (const [, detail] of heard) expect(Object.isFrozen((detail as { lines: object[] }).lines[0])).toBe(true);
  first?.();
  first?.();
  expect(said.slice(2)).toEqual([{ kind: 'unsubscribe', id: ids[0] }]);
  hear({ kind: 'event', id: ids[0] ?? 0, detail: {} });
  expect(heard).toHaveLength(2);
  second?.();
});

it('asks nothing for a request that is ended already', async () => {
  const asked = fetch('/api/mf-guest/list', { signal: AbortSignal.abort(new Error('left')) });
  await expect(asked).rejects.toThrow('left');
  expect(said).toEqual([]);
});

it('sends text whole, and refuses what is none', async () => {
  const texts = ['\ufeffவணக்கம்', ''];
  // Nobody answers: each is given up after the test, in the middle of another one's.
  for (const body of texts) fetch('/api/mf-guest/save', { method: 'POST', body }).catch(() => undefined);
  await settled();
  expect(said.map((message) => message.kind === 'fetch' && message.body)).toEqual(texts);
  const picture = fetch('/api/mf-guest/save', { method: 'POST', body: new Uint8Array([0xff, 0xd8, 0xff]) });
  await expect(picture).rejects.toThrow('not valid for encoding utf-8');
  expect(said).toHaveLength(2);
});

it.each([204, 304])('returns a response of status %i, which has no body', async (status) => {
  const asked = fetch('/api/mf-guest/save');
  await settled();
  hear({ kind: 'answer', id: (said[0] as { id: number }).id, value: { status, headers: {}, body: '' } });
  await expect(asked).resolves.toMatchObject({ status });
});

it('gives up on a message that the page dropped', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new Error('late')));
  await expect(fetch('/api/mf-guest/list')).rejects.toThrow('late');
  timeout.mockRestore();
});
