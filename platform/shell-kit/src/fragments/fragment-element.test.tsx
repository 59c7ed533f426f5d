import type { FragmentResponse } from '@wholepage/contracts/fragment';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { loadExposed } from '../remotes/load-remote';
import { defineFragmentElement } from './fragment-element';

jest.mock('../remotes/load-remote', () => ({ loadExposed: jest.fn() }));

const remote = {
  name: 'mf-shop',
  version: '1.0.0',
  entry: '/e.js',
  integrity: '',
  js: [],
  css: [],
  routes: [],
} as RemoteOnPage;
const state = {
  fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 2 } } },
  fragmentRemotes: [remote],
  set: 'set-1',
} as unknown as PageState;

const cart = { mount: jest.fn(), update: jest.fn(), unmount: jest.fn() };
const asked = jest.fn();
let answer: Partial<FragmentResponse> | undefined;

beforeAll(() => {
  defineFragmentElement({ state, config, shell: stubShell(), currentSet: () => undefined });
});
beforeEach(() => {
  jest.clearAllMocks();
  for (const lifecycle of Object.values(cart)) lifecycle.mockResolvedValue(undefined);
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => cart } });
  answer = { html: '<b>fetched</b>', css: [], fragments: {}, remotes: [] };
  jest.spyOn(console, 'error').mockImplementation(() => {});
  Object.assign(globalThis, {
    fetch: async (path: string) => {
      asked(path);
      return answer ? { ok: true, json: async () => answer } : { ok: false, status: 503 };
    },
  });
});
afterEach(async () => {
  document.body.replaceChildren();
  await settled();
});

/** Everything that was started is over: no step of it waits for a clock. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

/** Something that is over when the test says so. */
function later(): { promise: Promise<void>; resolve(): void } {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle() };
}

const place = async (attributes: Record<string, string>, html = ''): Promise<HTMLElement> => {
  const element = document.createElement('fragment-slot');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.innerHTML = html;
  document.body.append(element);
  await settled();
  return element;
};

const served = { 'data-fragment': 'mf-shop/cart', 'data-key': 'f1', 'data-state': 'ready' };

test('one that the server made comes to life with its data, and nothing is asked for', async () => {
  const element = await place(served, '<i>2</i>');
  expect(cart.mount).toHaveBeenCalledWith(
    expect.objectContaining({ slot: element, key: 'f1', name: 'cart', data: { count: 2 }, props: {} }),
  );
  expect(asked).not.toHaveBeenCalled();
});

test('one without a part in the browser stays as the server made it', async () => {
  const element = await place({ ...served, 'data-key': 'f9' }, '<i>still</i>');
  expect(loadExposed).not.toHaveBeenCalled();
  expect(element.innerHTML).toBe('<i>still</i>');
});

test('one that is placed later is asked for, with its props and the set of the page', async () => {
  const element = await place({ 'data-fragment': 'mf-shop/card', 'data-props': '{"id":1}' });
  expect(asked).toHaveBeenCalledWith('/_fragments/mf-shop/card?props=%7B%22id%22%3A1%7D&set=set-1&key=b1');
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
  expect(asked).toHaveBeenCalledTimes(1);
  for (const comes of near) comes();
  await settled();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(visible.getAttribute('data-state')).toBe('ready');
});

test('one that the server could not have is tried once more, and no third time', async () => {
  answer = undefined;
  const element = await place({ 'data-fragment': 'mf-shop/card', 'data-state': 'fallback', 'data-key': 'f2' });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(element.getAttribute('data-state')).toBe('fallback');
});

const slot = (name: string, state: string, html = '') =>
  `<fragment-slot data-fragment="mf-shop/${name}" data-key="k-${name}" data-state="${state}">${html}</fragment-slot>`;

test('one within itself is left out, and never asked for', async () => {
  answer = { ...answer, html: slot('card', 'pending') };
  const element = await place({ 'data-fragment': 'mf-shop/card' });
  expect(asked).toHaveBeenCalledTimes(1);
  expect(element.innerHTML).toBe(slot('card', 'fallback'));
});

test.each(['pending', 'fallback'])('a %s one deeper than three is left out, and never asked for', async (state) => {
  const inner = slot('second', 'ready', slot('third', 'ready', slot('fourth', state)));
  const element = await place({ 'data-fragment': 'mf-shop/first', 'data-state': 'ready', 'data-key': 'f8' }, inner);
  expect(asked).not.toHaveBeenCalled();
  expect(element.innerHTML).toContain(slot('fourth', 'fallback'));
});

test('of more than thirty on a page only thirty are asked for', async () => {
  document.body.innerHTML = slot('card', 'pending').repeat(31);
  await settled();
  expect(asked).toHaveBeenCalledTimes(30);
  expect(document.body.lastElementChild?.getAttribute('data-state')).toBe('fallback');
});

test('new props mount one again that takes no updates', async () => {
  const { update: _none, ...still } = cart;
  jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => still } });
  answer = { ...answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  expect(still.unmount).toHaveBeenCalledTimes(1);
  expect(asked).toHaveBeenCalledWith('/_fragments/mf-shop/cart?props=%7B%22step%22%3A2%7D&set=set-1&key=f1');
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
  answer = { ...answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
  const element = await place(served, '<i>2</i>');
  element.setAttribute('data-props', '{"step":2}');
  await settled();
  element.setAttribute('data-props', '{"step":3}');
  await settled();
  expect(asked).not.toHaveBeenCalled();
  leaving.resolve();
  await settled();
  expect(asked).toHaveBeenCalledTimes(1);
  expect(cart.mount).toHaveBeenCalledTimes(2);
  expect(cart.mount).toHaveBeenLastCalledWith(expect.objectContaining({ props: { step: 3 } }));
});

test('one that new props overtake while its code is on its way is never mounted', async () => {
  const code = later();
  jest.mocked(loadExposed).mockImplementationOnce(async () => {
    await code.promise;
    return { fragments: { cart: async () => cart } };
  });
  answer = { ...answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
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
  answer = { ...answer, fragments: { f1: { app: 'mf-shop', name: 'cart', data: { count: 3 } } } };
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
  expect(asked).not.toHaveBeenCalled();
  expect(cart.mount).toHaveBeenCalledTimes(1);
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
        return { ok: true, json: async () => ({ ...answer, html: SHOP }) };
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
    answer = { ...answer, html: SHOP };
    document.body.append(element);
    expect(press(element, 'button')).toBe(false);
    await settled();
    expect(press(element, 'button')).toBe(true);
  });
});
