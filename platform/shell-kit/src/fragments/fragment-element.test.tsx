import { loadExposed } from '../remotes/releases';
import { cart, composer, place, served, settled, useCartFragment } from '../testing/cart-fragment';

jest.mock('../remotes/releases', () => ({ loadExposed: jest.fn() }));

useCartFragment();

test('one that the server made comes to life with its data, and nothing is asked for', async () => {
  const element = await place(served, '<i>2</i>');
  expect(cart.mount).toHaveBeenCalledWith(
    expect.objectContaining({ slot: element, key: 'f1', name: 'cart', data: { count: 2 }, props: {} }),
  );
  expect(composer.asked).not.toHaveBeenCalled();
});

test('one without a part in the browser stays as the server made it', async () => {
  const element = await place({ ...served, 'data-key': 'f9' }, '<i>still</i>');
  expect(loadExposed).not.toHaveBeenCalled();
  expect(element.innerHTML).toBe('<i>still</i>');
});

test('one that is placed later is asked for, with its props and the set of the page', async () => {
  const element = await place({ 'data-fragment': 'mf-shop/card', 'data-props': '{"id":1}' });
  expect(composer.asked).toHaveBeenCalledWith('/_fragments/mf-shop/card?props=%7B%22id%22%3A1%7D&set=set-1&key=b1');
  expect(element.innerHTML).toBe('<b>fetched</b>');
  expect(element.getAttribute('data-state')).toBe('ready');
});

test('a deferred one is asked for at once, a visible one when it comes near the window', async () => {
  const near: (() => void)[] = [];
  class Observer {
    constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
    observe(): void {
      near.push(() => this.tell([{ isIntersecting: true }]));
    }
    disconnect(): void {}
  }
  Object.assign(globalThis, { IntersectionObserver: Observer });
  const pending = { 'data-fragment': 'mf-shop/card', 'data-state': 'pending' };
  const deferred = await place({ ...pending, 'data-key': 'f2', 'data-when': 'deferred' });
  expect(deferred.getAttribute('data-state')).toBe('ready');
  const visible = await place({ ...pending, 'data-key': 'f3', 'data-when': 'visible' });
  expect(composer.asked).toHaveBeenCalledTimes(1);
  for (const comes of near) comes();
  await settled();
  expect(composer.asked).toHaveBeenCalledTimes(2);
  expect(visible.getAttribute('data-state')).toBe('ready');
});

test('one that the server could not have is tried once more, and no third time', async () => {
  composer.answer = undefined;
  const element = await place({ 'data-fragment': 'mf-shop/card', 'data-state': 'fallback', 'data-key': 'f2' });
  expect(composer.asked).toHaveBeenCalledTimes(1);
  expect(element.getAttribute('data-state')).toBe('fallback');
});

const slot = (name: string, state: string, html = '') =>
  `<fragment-slot data-fragment="mf-shop/${name}" data-key="k-${name}" data-state="${state}">${html}</fragment-slot>`;

test('one within itself is left out, and never asked for', async () => {
  composer.answer = { ...composer.answer, html: slot('card', 'pending') };
  const element = await place({ 'data-fragment': 'mf-shop/card' });
  expect(composer.asked).toHaveBeenCalledTimes(1);
  expect(element.innerHTML).toBe(slot('card', 'fallback'));
});

test.each(['pending', 'fallback'])('a %s one deeper than three is left out, and never asked for', async (state) => {
  const inner = slot('second', 'ready', slot('third', 'ready', slot('fourth', state)));
  const element = await place({ 'data-fragment': 'mf-shop/first', 'data-state': 'ready', 'data-key': 'f8' }, inner);
  expect(composer.asked).not.toHaveBeenCalled();
  expect(element.innerHTML).toContain(slot('fourth', 'fallback'));
});

test('of more than thirty on a page only thirty are asked for', async () => {
  document.body.innerHTML = slot('card', 'pending').repeat(31);
  await settled();
  expect(composer.asked).toHaveBeenCalledTimes(30);
  expect(document.body.lastElementChild?.getAttribute('data-state')).toBe('fallback');
});

test('one that leaves the page is unmounted; one that is only moved is not', async () => {
  const element = await place(served, '<i>2</i>');
  document.body.prepend(element);
  await settled();
  expect(cart.unmount).not.toHaveBeenCalled();
  element.remove();
  await settled();
  expect(cart.unmount).toHaveBeenCalledTimes(1);
});

test('one that fails while it runs leaves its fallback', async () => {
  const element = await place(served, '<i>2</i>');
  cart.mount.mock.calls[0][0].shell.fail(new Error('on purpose'));
  await settled();
  expect(element.getAttribute('data-state')).toBe('fallback');
  expect(element).toBeEmptyDOMElement();
});

test('one that fails while it is mounted leaves its fallback', async () => {
  cart.mount.mockImplementationOnce(async ({ shell }: { shell: { fail(error: Error): void } }) =>
    shell.fail(new Error('on purpose')),
  );
  const element = await place(served, '<i>2</i>');
  expect(cart.unmount).toHaveBeenCalledTimes(1);
  expect(element.getAttribute('data-state')).toBe('fallback');
  expect(element).toBeEmptyDOMElement();
});
