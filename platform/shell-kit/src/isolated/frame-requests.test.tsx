import type { FrameMessage, PageMessage } from '@wholepage/contracts/isolated';
import type { ShellApi } from '@wholepage/contracts/mount';
import { testConfig } from '@wholepage/remote-kit/testing';
import { EventScope } from '../events/site-events';
import { FrameRequests, isolatedRemote } from './isolated-remote';

const shell = {
  navigate: jest.fn(),
  openEnquiry: jest.fn(),
  alert: jest.fn(async () => {}),
  toast: jest.fn(),
  setHead: jest.fn(),
  fail: jest.fn(),
  events: new EventScope('shell', () => undefined, jest.fn()),
} satisfies ShellApi & { openEnquiry(): void };
const setHeight = jest.fn();
const touch = (isActive: boolean) =>
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: { isActive, hasBeenActive: isActive },
  });

let requests: FrameRequests;
let answers: PageMessage[];
const say = (message: FrameMessage) => requests.take(message, (answer) => answers.push(answer));
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  jest.clearAllMocks();
  answers = [];
  touch(true);
  window.fetch = jest.fn(
    async () => new Response('[1]', { headers: { 'content-type': 'application/json', 'x-own': '1' } }),
  );
  requests = new FrameRequests({
    app: 'mf-partner',
    shell,
    hasHead: false,
    setHeight,
    onMounted: jest.fn(),
    onFailed: jest.fn(),
  });
});

it('goes to pages of the site that a visitor asked for, and to no other place', () => {
  say({ kind: 'navigate', path: '/blog?page=2#top' });
  for (const path of ['//evil.example', '/\\evil.example', '/.//evil.example', 'https://evil.example/'])
    say({ kind: 'navigate', path });
  for (const path of ['javascript:x()', 'http://', 'blob:http://localhost/x']) say({ kind: 'navigate', path });
  touch(false);
  say({ kind: 'navigate', path: '/blog' });
  say({ kind: 'site', name: 'openEnquiry' });
  expect(shell.navigate.mock.calls).toEqual([['/blog?page=2#top']]);
  expect(shell.openEnquiry).not.toHaveBeenCalled();
  touch(true);
  for (let count = 0; count < 60; count += 1) say({ kind: 'navigate', path: `/blog#${count}` });
  expect(shell.navigate).toHaveBeenCalledTimes(5);
});

it("does what the site's own shell offers, and nothing that every object has", () => {
  const inherited = jest.fn();
  const ofAll = { ...shell, __proto__: { inherited } };
  requests = new FrameRequests({
    app: 'mf-partner',
    shell: ofAll,
    hasHead: false,
    setHeight,
    onMounted() {},
    onFailed() {},
  });
  for (const name of ['openEnquiry', 'inherited', 'toString', 'fail', 'nothing']) say({ kind: 'site', name });
  expect(inherited).not.toHaveBeenCalled();
  expect(shell.openEnquiry).toHaveBeenCalledTimes(1);
  expect(shell.fail).not.toHaveBeenCalled();
});

it('opens a dialog after a touch, and one at a time', async () => {
  let close = () => {};
  shell.alert.mockImplementationOnce(() => new Promise<void>((resolve) => (close = resolve)));
  touch(false);
  say({ kind: 'alert', id: 1, text: 'Call this number' });
  touch(true);
  say({ kind: 'alert', id: 2, text: 'Sent' });
  say({ kind: 'alert', id: 3, text: 'Sent again' });
  await settled();
  expect(shell.alert.mock.calls).toEqual([['Sent']]);
  expect(answers.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
  close();
  await settled();
  expect(answers.at(-1)).toEqual({ kind: 'answer', id: 2, value: undefined });
});

it('takes of a head its words, unless the server wrote it', () => {
  document.title = 'Guest';
  const head = { title: 'Guest', canonical: 'https://evil.example', noindex: true };
  const served = new FrameRequests({ app: 'a', shell, hasHead: true, setHeight, onMounted() {}, onFailed() {} });
  served.take({ kind: 'head', head }, () => {});
  expect(shell.setHead).not.toHaveBeenCalled();
  say({ kind: 'head', head });
  expect(shell.setHead).toHaveBeenCalledWith({ title: 'Guest', description: '', keywords: '' });
});

it('bounds the height', () => {
  for (const px of [-5, 500, 1e9]) say({ kind: 'height', px });
  expect(setHeight.mock.calls).toEqual([[100], [500], [30_000]]);
});

it('tells facts in the name of the remote, and of nobody else', () => {
  const heard = jest.fn();
  const names = ['mf-partner:chosen', 'mf-partner:chosen:2', 'checkout:cart-changed', 'shell:enquiry-sent', 'click'];
  for (const name of names) document.addEventListener(name, heard);
  for (const name of names) say({ kind: 'publish', name, detail: { at: new Date(0) } });
  say({ kind: 'publish', name: 'mf-partner:chosen', detail: 'x'.repeat(16_384) });
  // As JSON: what else a message may hold is no detail.
  const detail = { at: '1970-01-01T00:00:00.000Z' };
  expect(heard.mock.calls.map(([event]) => [event.type, event.detail])).toEqual([['mf-partner:chosen', detail]]);
});

it('passes on what was retained before it subscribed', async () => {
  const detail = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;
  new EventScope('basket', () => ({ kept: { detail, retained: true } }), jest.fn()).publish('basket:kept', {
    count: 2,
  });
  for (const id of [1, 2]) {
    say({ kind: 'subscribe', id, name: 'basket:kept' });
    await settled();
    expect(answers.splice(0)).toEqual([{ kind: 'event', id, detail: { count: 2 } }]);
  }
  requests.end();
});

it('passes on facts that it subscribed to, until it ends', () => {
  // The second document of a frame has the number of the first again.
  for (const id of [1, 2, 2, 3]) say({ kind: 'subscribe', id, name: 'checkout:cart-changed' });
  say({ kind: 'unsubscribe', id: 3 });
  const tell = () => document.dispatchEvent(new CustomEvent('checkout:cart-changed', { detail: { count: 2 } }));
  tell();
  requests.end();
  tell();
  expect(answers).toEqual([1, 2].map((id) => ({ kind: 'event', id, detail: { count: 2 } })));
  for (let id = 1; id <= 60; id += 1) say({ kind: 'subscribe', id, name: id === 1 ? 'click' : 'a:b' });
  document.dispatchEvent(new CustomEvent('click', { detail: 1 }));
  document.dispatchEvent(new CustomEvent('a:b', { detail: 1 }));
  expect(answers.splice(2).map((answer) => answer.id)).toEqual(Array.from({ length: 50 }, (_, index) => index + 2));
  requests.end();
});

it("fetches from the remote's own back end without cookies, and from nowhere else", async () => {
  const ask = (id: number, path: string) =>
    say({ kind: 'fetch', id, path, method: 'GET', headers: { cookie: 'a=1', accept: '*/*' }, body: null });
  ask(1, '/api/mf-partner/list');
  for (const [index, path] of [
    '/api/save_form.php',
    '/api/mf-partner/../other/x',
    '//evil.example/api/mf-partner/',
    '/blog',
  ].entries())
    ask(index + 2, path);
  await settled();
  expect(answers.find((answer) => answer.kind === 'answer')).toEqual({
    kind: 'answer',
    id: 1,
    value: { status: 200, headers: { 'content-type': 'application/json' }, body: '[1]' },
  });
  expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(4);
  expect(window.fetch).toHaveBeenCalledTimes(1);
  const [, init] = jest.mocked(window.fetch).mock.calls[0] ?? [];
  expect(init).toMatchObject({ credentials: 'omit', redirect: 'error', signal: expect.any(AbortSignal) });
  expect(init?.headers).toEqual({ accept: '*/*' });
});

it('refuses what it cannot read, so that the frame does not wait for ever', async () => {
  const asked = { kind: 'fetch', path: '/api/mf-partner/x', method: 'POST', headers: {}, body: 'x' } as const;
  say({ ...asked, id: 1, body: 'x'.repeat(64 * 1024) });
  say({ ...asked, id: 2, method: 'PUT' });
  say({ kind: 'alert', id: 3, text: 'x'.repeat(501) });
  expect(answers).toEqual([1, 2, 3].map((id) => ({ kind: 'refused', id, reason: expect.stringContaining('GET') })));
  expect(window.fetch).not.toHaveBeenCalled();
});

it('refuses an answer that is no text', async () => {
  window.fetch = jest.fn(async () => new Response(new Uint8Array([0xff, 0xd8, 0xff])));
  say({ kind: 'fetch', id: 1, path: '/api/mf-partner/x', method: 'GET', headers: {}, body: null });
  await settled();
  expect(answers).toEqual([{ kind: 'refused', id: 1, reason: expect.stringContaining('not valid') }]);
});

it('reads no more of an answer than a frame may have, and ends it there', async () => {
  const ended = jest.fn();
  let parts = 0;
  const endless = new ReadableStream({
    pull(stream) {
      parts += 1;
      stream.enqueue(new Uint8Array(64 * 1024).fill(97));
    },
    cancel: ended,
  });
  window.fetch = jest.fn(async () => new Response(endless));
  say({ kind: 'fetch', id: 1, path: '/api/mf-partner/x', method: 'GET', headers: {}, body: null });
  await settled();
  expect(answers).toEqual([
    { kind: 'refused', id: 1, reason: expect.stringContaining('longer than a frame may have') },
  ]);
  expect(ended).toHaveBeenCalledTimes(1);
  expect(parts).toBeLessThan(12);
});

it('takes eight requests at once', async () => {
  window.fetch = jest.fn(() => new Promise<Response>(() => {}));
  for (let id = 0; id < 10; id += 1)
    say({ kind: 'fetch', id, path: '/api/mf-partner/x', method: 'GET', headers: {}, body: null });
  expect(answers).toHaveLength(2);
});

it('leaves a page that no frame shows to a page load', async () => {
  const prepare = (status: number) => {
    window.fetch = jest.fn(async () => new Response(null, { status }));
    return isolatedRemote('mf-partner').prepare?.({ url: new URL('https://site.test/a?b=1'), config: testConfig });
  };
  expect([await prepare(200), await prepare(204)]).toEqual([undefined, { status: 401, denied: true }]);
  expect(window.fetch).toHaveBeenCalledWith('/_isolated/mf-partner/a?b=1', { method: 'HEAD' });
});

it('keeps the frame of the page shown when the visitor comes back before another one is known', async () => {
  window.history.replaceState(null, '', '/partner');
  const slot = document.createElement('div');
  const remote = isolatedRemote('mf-partner');
  const props = { slot, shell, config: testConfig, data: undefined };
  const { addEventListener } = EventTarget.prototype;
  // The test's browser takes no signal of Node.
  for (const target of [window, EventTarget.prototype])
    jest.spyOn(target, 'addEventListener').mockImplementation(function (this: EventTarget, ...[type, listener]) {
      addEventListener.call(this, type, listener as EventListener);
    });
  remote.mount(props).catch(() => {});
  const frame = slot.querySelector('iframe');
  let answer = () => {};
  jest.mocked(window.fetch).mockReturnValueOnce(new Promise((resolve) => (answer = () => resolve(new Response()))));
  for (const path of ['/partner/more', '/partner']) {
    window.history.replaceState(null, '', path);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }
  answer();
  await settled();
  expect(frame?.src).toMatch(/mf-partner\/partner$/);
  expect(slot.querySelector('iframe')).toBe(frame);
  await remote.unmount(props);
  jest.restoreAllMocks();
});
