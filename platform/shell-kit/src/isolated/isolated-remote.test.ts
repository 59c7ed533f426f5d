import { ISOLATED_LIMITS } from '@wholepage/contracts/isolated';
import { messageMeter, readMessage } from './isolated-remote';

test.each([
  [{ kind: 'mounted' }],
  [{ kind: 'height', px: 812.5 }],
  [{ kind: 'fetch', id: 1, path: '/api/mf-partner/list', method: 'GET', headers: {}, body: null }],
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
  [{ kind: 'head', head: { title: 'x'.repeat(301) } }],
  [{ kind: 'toast', text: 'x'.repeat(301) }],
  [{ kind: 'site', name: 'x'.repeat(41) }],
  [{ kind: 'subscribe', id: 'a', name: 'a:b' }],
  [{ kind: 'fetch', id: 1, path: '/', method: 'DELETE', headers: {}, body: null }],
  [{ kind: 'publish', name: 'a:b', detail: 'x'.repeat(ISOLATED_LIMITS.messageChars) }],
])('%j is none', (message) => {
  expect(readMessage(message)).toBeUndefined();
});

test('what cannot be written down is none', () => {
  const circle: Record<string, unknown> = { kind: 'mounted' };
  circle.self = circle;
  expect(readMessage(circle)).toBeUndefined();
});

describe('what messages may cost', () => {
  let now: number;
  let read: number;
  let floods: number;
  let metered: ReturnType<typeof messageMeter>;
  beforeEach(() => {
    [now, read, floods] = [0, 0, 0];
    metered = messageMeter(
      () => (floods += 1),
      () => now,
    );
  });
  const hear = (times: number, ms = 0) => {
    for (let message = 0; message < times; message += 1)
      metered(() => {
        read += 1;
        now += ms;
      });
  };

  test('a frame that talks without end is heard so often in a second', () => {
    hear(500);
    expect([read, floods]).toEqual([ISOLATED_LIMITS.messagesPerSecond, 0]);
    now = 1_000;
    hear(1);
    expect(read).toBe(ISOLATED_LIMITS.messagesPerSecond + 1);
  });

  test('very many messages in a second are a flood, and so are few that are long to read', () => {
    hear(ISOLATED_LIMITS.floodMessages);
    expect(floods).toBe(0);
    hear(1);
    expect(floods).toBe(1);
    now = 1_000;
    hear(3, 100);
    expect(floods).toBe(2);
  });
});
