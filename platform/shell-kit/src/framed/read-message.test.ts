import { FRAMED_LIMITS } from '@wholepage/contracts/framed';
import { messageLimit, readMessage } from './read-message';

test.each([
  [{ kind: 'mounted' }],
  [{ kind: 'height', px: 812.5 }],
  [{ kind: 'fetch', id: 1, path: '/api/mf-guest/list', method: 'GET', headers: {}, body: null }],
])('%j is a message', (message) => {
  expect(readMessage(message)).toEqual(message);
});

test.each([
  [undefined],
  ['mounted'],
  [{ kind: 'constructor' }],
  [{ kind: '__proto__' }],
  [{ kind: 'eval', text: 'x' }],
  [{ kind: 'height', px: Number.NaN }],
  [{ kind: 'navigate', path: 7 }],
  [{ kind: 'navigate', path: 'x'.repeat(2_049) }],
  [{ kind: 'head', head: null }],
  [{ kind: 'fetch', id: 1, path: '/', method: 'DELETE', headers: {}, body: null }],
  [{ kind: 'publish', name: 'a:b', detail: 'x'.repeat(FRAMED_LIMITS.messageChars) }],
])('%j is none', (message) => {
  expect(readMessage(message)).toBeUndefined();
});

test('what cannot be written down is none', () => {
  const circle: Record<string, unknown> = { kind: 'mounted' };
  circle.self = circle;
  expect(readMessage(circle)).toBeUndefined();
});

test('a frame that talks without end is heard so often in a second', () => {
  let now = 0;
  const isWithin = messageLimit(() => now);
  const heard = Array.from({ length: 500 }, () => isWithin()).filter(Boolean);
  expect(heard).toHaveLength(FRAMED_LIMITS.messagesPerSecond);
  now = 1_000;
  expect(isWithin()).toBe(true);
});
