import { loadExposed } from '../remotes/releases';
import { cart, composer, later, place, served, settled, useCartFragment } from '../testing/cart-fragment';

jest.mock('../remotes/releases', () => ({ loadExposed: jest.fn() }));

useCartFragment();

test('new props mount one again that takes no updates', async () => {
  const { update: _none, ...still } = cart;
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => still } });
  composer.answer = { ...composer.answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  expect(still.unmount).toHaveBeenCalledTimes(1);
  expect(composer.asked).toHaveBeenCalledWith('/_fragments/mf-shop/cart?props=%7B%22step%22%3A2%7D&set=set-1&key=f1');
  expect(still.mount).toHaveBeenLastCalledWith(expect.objectContaining({ props: { step: 2 }, data: { count: 3 } }));
  expect(element.innerHTML).toBe('<b>fetched</b>');
});

test('new props reach a mounted one as an update', async () => {
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  expect(cart.update).toHaveBeenCalledWith(expect.objectContaining({ props: { step: 2 } }));
  expect(cart.unmount).not.toHaveBeenCalled();
});

test('props that change twice while the one before them leaves mount one again, once', async () => {
  const leaving = later();
  const slow = { mount: cart.mount, unmount: () => leaving.promise };
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => slow } });
  composer.answer = { ...composer.answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  element.setAttribute('data-props', '{"step":3}');
  await settled();
  expect(composer.asked).not.toHaveBeenCalled();
  leaving.resolve();
  await settled();
  expect(composer.asked).toHaveBeenCalledTimes(1);
  expect(cart.mount).toHaveBeenCalledTimes(2);
  expect(cart.mount).toHaveBeenLastCalledWith(expect.objectContaining({ props: { step: 3 } }));
});

test('one that new props overtake while its code is on its way is never mounted', async () => {
  const code = later();
  jest.mocked(loadExposed).mockImplementationOnce(async () => {
    await code.promise;
    return { fragments: { cart: async () => cart } };
  });
  composer.answer = { ...composer.answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  code.resolve();
  await settled();
  expect(cart.mount).toHaveBeenCalledTimes(1);
  expect(cart.mount).toHaveBeenCalledWith(expect.objectContaining({ props: { step: 2 } }));
  expect(cart.unmount).not.toHaveBeenCalled();
  expect(element.innerHTML).toBe('<b>fetched</b>');
});

test('one that new props overtake while it is mounted leaves before the newer one comes, which stays', async () => {
  const mounting = later();
  cart.mount.mockReturnValueOnce(mounting.promise);
  // Whoever is mounted in an element clears it in the end.
  cart.unmount.mockImplementation(async ({ slot }: { slot: HTMLElement }) => slot.replaceChildren());
  composer.answer = { ...composer.answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  mounting.resolve();
  await settled();
  expect(cart.mount).toHaveBeenCalledTimes(2);
  expect(cart.unmount).toHaveBeenCalledTimes(1);
  expect(element.innerHTML).toBe('<b>fetched</b>');
  element.remove();
  await settled();
  expect(cart.unmount).toHaveBeenCalledTimes(2);
});

test('one that new props ended and that fails late takes nothing away from the newer one', async () => {
  const { update: _none, ...still } = cart;
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => still } });
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  cart.mount.mock.calls[0][0].shell.fail(new Error('too late'));
  await settled();
  expect(element.getAttribute('data-state')).toBe('ready');
  expect(element.innerHTML).toBe('<b>fetched</b>');
});

test('an answer for earlier props that comes last changes nothing of what is shown', async () => {
  const { update: _none, ...still } = cart;
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => still } });
  const first = later();
  const answerOf = (count: number, css: string[]) => ({
    ...{ html: `<b>${count}</b>`, css, remotes: [] },
    fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count } } },
  });
  const answers = [
    async () => {
      await first.promise;
      return answerOf(3, []);
    },
    async () => answerOf(4, ['/late.css']),
  ];
  Object.assign(globalThis, { fetch: async () => ({ ok: true, json: answers.shift() }) });
  const element = await place(served, '<i>2</i>');
  for (const step of [3, 4]) {
    element.setAttribute('data-props', JSON.stringify({ step }));
    await settled();
  }
  first.resolve();
  await settled();
  document.querySelector('link[href="/late.css"]')?.dispatchEvent(new Event('load'));
  await settled();
  expect(element.innerHTML).toBe('<b>4</b>');
  expect(still.mount).toHaveBeenLastCalledWith(expect.objectContaining({ props: { step: 4 }, data: { count: 4 } }));
});

test('of props that change quickly only the last are still asked for, and none by what has left the page', async () => {
  const { update: _none, ...still } = cart;
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => still } });
  const asked: AbortSignal[] = [];
  Object.assign(globalThis, {
    fetch: (_path: string, { signal }: { signal: AbortSignal }) => {
      asked.push(signal);
      return new Promise(() => {});
    },
  });
  const element = await place(served, '<i>2</i>');
  for (const step of [3, 4]) {
    element.setAttribute('data-props', JSON.stringify({ step }));
    await settled();
  }
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  element.remove();
  await settled();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('one that leaves the page while new props end it is not asked for again', async () => {
  const leaving = later();
  const slow = { mount: cart.mount, unmount: () => leaving.promise };
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => slow } });
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  element.remove();
  await settled();
  leaving.resolve();
  await settled();
  expect(composer.asked).not.toHaveBeenCalled();
  expect(cart.mount).toHaveBeenCalledTimes(1);
});

/** Presses a button or a link of the fragment. @returns whether it was answered */
function press(element: HTMLElement, selector: string): boolean {
  let isAnswered = false;
  const answer = (event: Event) => {
    isAnswered = true;
    event.preventDefault();
  };
  element.addEventListener('click', answer);
  element.querySelector<HTMLElement>(selector)?.click();
  element.removeEventListener('click', answer);
  return isAnswered;
}

const SHOP = '<form><button>Buy</button></form><a href="/other">Other</a>';

describe('while newer props are on their way', () => {
  test('a button of the one that is mounted again takes no press, and a link leads where it says', async () => {
    const { update: _none, ...still } = cart;
    jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => still } });
    const answered = later();
    Object.assign(globalThis, {
      fetch: async () => {
        await answered.promise;
        return { ok: true, json: async () => ({ ...composer.answer, html: SHOP }) };
      },
    });
    const element = await place(served, SHOP);
    expect(press(element, 'button')).toBe(true);
    element.setAttribute('data-props', '{"step":2}');
    await settled();
    expect(element).toHaveAttribute('aria-busy', 'true');
    expect([press(element, 'button'), press(element, 'a')]).toEqual([false, true]);
    const sent = jest.fn((event: Event) => event.preventDefault());
    element.addEventListener('submit', sent);
    element.querySelector('form')?.requestSubmit();
    expect(sent).not.toHaveBeenCalled();
    answered.resolve();
    await settled();
    expect(press(element, 'button')).toBe(true);
    expect(element).not.toHaveAttribute('aria-busy');
  });

  test('a button of the one that is updated takes none until the last update is over', async () => {
    const updates = [later(), later()];
    for (const { promise } of updates) cart.update.mockReturnValueOnce(promise);
    const element = await place(served, SHOP);
    element.setAttribute('data-props', '{"step":2}');
    element.setAttribute('data-props', '{"step":3}');
    updates[0]?.resolve();
    await settled();
    expect(press(element, 'button')).toBe(false);
    updates[1]?.resolve();
    await settled();
    expect(press(element, 'button')).toBe(true);
  });

  test.each([
    ['cannot be fetched', () => Object.assign(globalThis, { fetch: async () => ({ ok: false, status: 503 }) })],
    ['fail to update it', () => cart.update.mockRejectedValueOnce(new Error('on purpose'))],
  ])('a place whose newer props %s is free again', async (_what, fails) => {
    const { update, ...still } = cart;
    const app = _what === 'fail to update it' ? { ...still, update } : still;
    jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => app } });
    const element = await place(served, SHOP);
    fails();
    element.setAttribute('data-props', '{"step":2}');
    await settled();
    expect(element.getAttribute('data-state')).toBe('fallback');
    expect(element).not.toHaveAttribute('aria-busy');
  });

  test('one that leaves the page and comes back takes presses', async () => {
    cart.update.mockReturnValueOnce(later().promise);
    const element = await place(served, SHOP);
    element.setAttribute('data-props', '{"step":2}');
    element.remove();
    await settled();
    composer.answer = { ...composer.answer, html: SHOP };
    document.body.append(element);
    expect(press(element, 'button')).toBe(false);
    await settled();
    expect(press(element, 'button')).toBe(true);
  });
});
