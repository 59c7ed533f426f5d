import { EventScope } from './site-events';

/** A schema without a library, by the Standard Schema interface. */
const count = {
  '~standard': {
    version: 1 as const,
    vendor: 'test',
    validate: (value: unknown) =>
      typeof (value as { count?: unknown })?.count === 'number' ? { value } : { issues: [{ message: 'no count' }] },
  },
};
const declared = { changed: { detail: count }, kept: { detail: count, retained: true } };

const refused = jest.fn();
const cart = new EventScope('cart', () => declared, refused);
const page = new EventScope('page', () => undefined, refused);
const heard = jest.fn();

beforeEach(() => jest.clearAllMocks());
afterEach(() => page.end());

test('a fact that fits is delivered to subscribers, as a copy, and as an event of the document', () => {
  const raw = jest.fn();
  document.addEventListener('cart:changed', raw, { once: true });
  page.subscribe('cart:changed', heard);
  const detail = { count: 2 };
  cart.publish('cart:changed', detail);
  expect(heard).toHaveBeenCalledWith({ count: 2 });
  expect(heard.mock.calls[0][0]).not.toBe(detail);
  expect(raw.mock.calls[0][0].detail).toEqual({ count: 2 });
});

test('a listener changes nothing of what the others get', () => {
  const changed: unknown[] = [];
  document.addEventListener('cart:changed', ({ detail }: CustomEventInit) => changed.push(detail), { once: true });
  for (let listener = 0; listener < 2; listener += 1) page.subscribe('cart:changed', (detail) => changed.push(detail));
  cart.publish('cart:changed', { count: 2, lines: [{ sku: 'a' }] });
  expect(new Set(changed).size).toBe(3);
  for (const detail of changed as { lines: object[] }[])
    expect([detail, detail.lines, detail.lines[0]].map(Object.isFrozen)).toEqual([true, true, true]);
});

test('a fact of a remote without our kit is heard as a copy, too', () => {
  page.subscribe('cart:changed', heard);
  const detail = { count: 2 };
  document.dispatchEvent(new CustomEvent('cart:changed', { detail }));
  expect(heard.mock.calls).toEqual([[{ count: 2 }]]);
  expect(Object.isFrozen(heard.mock.calls[0][0])).toBe(true);
  expect(Object.isFrozen(detail)).toBe(false);
});

test('a fact that is published right after the subscription is heard once, whatever was retained', async () => {
  cart.publish('cart:kept', { count: 1 });
  page.subscribe('cart:kept', heard);
  cart.publish('cart:kept', { count: 2 });
  await Promise.resolve();
  expect(heard.mock.calls).toEqual([[{ count: 2 }]]);
});

test.each([
  ['a detail that does not fit', () => cart.publish('cart:changed', { count: 'two' })],
  ['a fact with a name that goes on behind a declared one', () => cart.publish('cart:changed:2', { count: 2 })],
  ['a fact that is not declared', () => cart.publish('cart:emptied', { count: 0 })],
  ['a fact of its own in the name of another app', () => cart.publish('shop:changed', { count: 1 })],
  ['a fact of another app', () => page.publish('cart:changed', { count: 1 })],
  ['a detail without end', () => cart.publish('cart:changed', { count: 1, text: 'x'.repeat(20_000) })],
])('%s is dropped, and said', (_what, publish) => {
  page.subscribe('cart:changed', heard);
  publish();
  expect(heard).not.toHaveBeenCalled();
  expect(refused).toHaveBeenCalledTimes(1);
});

test('the latest retained fact is delivered to later subscribers; another is not', async () => {
  cart.publish('cart:kept', { count: 1 });
  cart.publish('cart:kept', { count: 3 });
  cart.publish('cart:changed', { count: 9 });
  page.subscribe('cart:kept', heard);
  page.subscribe('cart:changed', heard);
  await Promise.resolve();
  expect(heard.mock.calls).toEqual([[{ count: 3 }]]);
});

test('subscriptions end one by one, and all with their scope', () => {
  const end = page.subscribe('cart:changed', heard);
  end();
  cart.publish('cart:changed', { count: 1 });
  page.subscribe('cart:changed', heard);
  page.end();
  cart.publish('cart:changed', { count: 2 });
  expect(heard).not.toHaveBeenCalled();
});
