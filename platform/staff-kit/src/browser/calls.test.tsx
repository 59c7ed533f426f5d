import { followEvents, json, saveFile } from './calls';

const sources: Source[] = [];

/** A stand-in for the browser's `EventSource`. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    sources.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  sources.length = 0;
  Object.assign(globalThis, { EventSource: Source });
});
afterEach(() => jest.useRealTimers());

test('a stream that was answered by an error is asked for again, and what it sends is heard', () => {
  const heard: unknown[] = [];
  const end = followEvents('/events', { step: (data) => heard.push(data) }, (isHeard) => heard.push(isHeard));
  sources[0]?.dispatchEvent(new Event('open'));
  sources[0]?.close();
  sources[0]?.dispatchEvent(new Event('error'));
  jest.advanceTimersByTime(6_000);
  expect(heard).toEqual([true, false]);
  sources[1]?.dispatchEvent(new Event('open'));
  sources[1]?.dispatchEvent(new MessageEvent('step', { data: 'one' }));
  expect(heard).toEqual([true, false, true, 'one']);
  end();
  jest.advanceTimersByTime(60_000);
  expect(sources).toHaveLength(2);
});

test('a stream that is refused for long, as after the session ended, is asked for ever more rarely', () => {
  const end = followEvents('/events', {}, () => undefined);
  const refuse = () => {
    sources.at(-1)?.close();
    sources.at(-1)?.dispatchEvent(new Event('error'));
  };
  const asked: number[] = [];
  const began = Date.now();
  for (let second = 0; second <= 600; second += 1) {
    if (sources.at(-1)?.readyState !== Source.CLOSED) asked.push((Date.now() - began) / 1_000);
    if (second === 453) sources.at(-1)?.dispatchEvent(new Event('open'));
    if (sources.at(-1)?.readyState !== Source.CLOSED) refuse();
    jest.advanceTimersByTime(1_000);
  }
  end();
  expect(asked).toEqual([0, 3, 9, 21, 45, 93, 153, 213, 273, 333, 393, 453, 456, 462, 474, 498, 546]);
});

test('a stream that starts again at once was not lost', () => {
  const heard: boolean[] = [];
  const end = followEvents('/events', {}, (isHeard) => heard.push(isHeard));
  sources[0]?.dispatchEvent(new Event('error'));
  sources[0]?.dispatchEvent(new Event('open'));
  jest.advanceTimersByTime(60_000);
  end();
  expect(heard).toEqual([true]);
});

test('a file can be read after the click that saves it, and not for ever', () => {
  const live = new Set<string>();
  Object.assign(URL, {
    createObjectURL: () => [...live.add('blob:1')][0],
    revokeObjectURL: (address: string) => live.delete(address),
  });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saveFile('enquiries.csv', new Blob(['a,b']));
  jest.advanceTimersByTime(1_000);
  expect([click.mock.calls.length, [...live]]).toEqual([1, ['blob:1']]);
  jest.advanceTimersByTime(60_000);
  expect([...live]).toEqual([]);
  click.mockRestore();
});

test('who types for long is not at rest: their session is kept, once in ten minutes', async () => {
  const asked = jest.fn<Promise<Response>, Parameters<typeof fetch>>(async () => Response.json({}));
  const isBackground = () => new Headers(asked.mock.lastCall?.[1]?.headers).has('x-background');
  globalThis.fetch = asked;
  const type = (minutes: number) => {
    jest.advanceTimersByTime(minutes * 60_000);
    globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  };
  type(11);
  type(1);
  expect(asked.mock.calls).toEqual([['/sign-in/me']]);
  // A request of an active person keeps the session alive, too.
  await json('GET', '/posts');
  expect(isBackground()).toBe(false);
  type(9);
  expect(asked).toHaveBeenCalledTimes(2);
  type(2);
  expect(asked).toHaveBeenCalledTimes(3);
  // A request of the page itself, more than a minute after the last key, says so: it keeps no session alive.
  jest.advanceTimersByTime(61_000);
  await json('GET', '/posts');
  expect(isBackground()).toBe(true);
});
