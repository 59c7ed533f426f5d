import { Conversation } from './guest-link';
import { FROM_GUEST, type FromGuestKind, TASK_LIMITS } from './protocol';

let conversation: Conversation;
const say = (kind: FromGuestKind, id = 0, length = 0) => conversation.admit({ kind: FROM_GUEST[kind], id, length });

const ready = () => {
  say('started');
  conversation.loadSent();
  say('loaded');
};

beforeEach(() => {
  conversation = new Conversation();
});

test('a guest starts, loads, and answers each task once', () => {
  ready();
  conversation.taskSent(5, 'page');
  say('fetch', 5, 100);
  say('result', 5, 1_000);
  expect(conversation.isReady).toBe(true);
  expect(() => say('result', 5)).toThrow('uninvited message (result)');
});

test.each(['started', 'loaded', 'loadFailed'] as const)('%s is said once', (kind) => {
  ready();
  expect(() => say(kind)).toThrow(`uninvited message (${kind})`);
  expect(conversation.isReady).toBe(true);
});

test('nothing is ready before it was asked to load', () => {
  say('started');
  expect(() => say('loaded')).toThrow('uninvited');
});

test('a task calls the API as often as it may, also once it was given up', () => {
  ready();
  conversation.taskSent(5, 'page');
  for (let call = 0; call < TASK_LIMITS.page.calls; call += 1) say('fetch', 5);
  expect(() => say('fetch', 5)).toThrow('uninvited message (fetch)');
});

test('a layout calls nothing', () => {
  ready();
  conversation.taskSent(5, 'layout');
  expect(() => say('fetch', 5)).toThrow('uninvited message (fetch)');
});

test('an answer may be as long as its kind of task', () => {
  ready();
  conversation.taskSent(5, 'layout');
  expect(() => say('result', 5, TASK_LIMITS.layout.resultBytes + 1)).toThrow('of 1048576 that it may have');
});

test('a pong is that of the last ping', () => {
  ready();
  conversation.pingSent(2);
  expect(() => say('pong', 1)).toThrow('uninvited message (pong)');
  say('pong', 2);
  expect(() => say('pong', 2)).toThrow('uninvited message (pong)');
});
