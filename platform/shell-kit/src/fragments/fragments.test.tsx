import type { FragmentMountProps } from '@wholepage/contracts/fragment';
import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { seeded } from '../../../tooling/src/testing/sample';
import { loadExposed } from '../remotes/releases';
import { cart, composer, later, place, served, settled, useCartFragment } from '../testing/cart-fragment';
import { defineFragmentElement, FragmentHost } from './fragments';

jest.mock('../remotes/releases', () => ({ loadExposed: jest.fn(), loadedVersion: jest.fn() }));

describe('the host', () => {
  it('forgets parts of fragments that were asked for long ago', async () => {
    const host = new FragmentHost({
      state: { releases: {}, address: '/', rendered: true, settings: '/_settings/x.json', set: 'now' } as PageState,
      config: {} as PublicConfig,
      shell: {} as ShellApi,
      currentSet: () => 'now',
    });
    globalThis.fetch = jest.fn(async (path: string | URL | Request) => {
      const key = new URL(String(path), 'http://site.test').searchParams.get('key') ?? '';
      const fragments = { [key]: { app: 'shop', name: 'cart', data: null } };
      return { ok: true, json: async () => ({ html: '', remotes: [], fragments, css: [] }) } as Response;
    });
    const keys = Array.from({ length: 300 }, () => host.newKey());
    for (const key of keys) await host.fetch('shop/cart', '', key, new AbortController());
    expect(host.known[keys.at(-1) ?? '']).toMatchObject({ app: 'shop' });
    expect(keys.filter((key) => host.known[key])).toHaveLength(200);
    expect(host.known[keys[0] ?? '']).toBeUndefined();
  });
});

describe('the element', () => {
  useCartFragment();

  test('one that the server made comes to life with its data, and nothing is asked for', async () => {
    const element = await place(served, '<i>2</i>');
    expect(cart.mount).toHaveBeenCalledWith(
      expect.objectContaining({ slot: element, key: 'f1', name: 'cart', data: { count: 2 }, props: {} }),
    );
    expect(composer.asked).not.toHaveBeenCalled();
  });

  test.each([
    ['1.0.0', { count: 5 }],
    ['2.0.0', undefined],
  ])('the code that the tab runs gets the data that its own release made: of %s %j', async (version, data) => {
    const fragments = { f4: { app: 'mf-shop', name: 'cart', data: { count: 5 } } };
    const remotes = [{ name: 'mf-shop', version } as RemoteOnPage];
    composer.answer = { ...composer.answer, fragments, remotes };
    await place({ 'data-fragment': 'mf-shop/cart', 'data-state': 'pending', 'data-key': 'f4' });
    expect(cart.mount).toHaveBeenCalledWith(expect.objectContaining({ key: 'f4', data }));
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
});

describe('newer props', () => {
  useCartFragment();

  test.each([
    ['are no JSON', '{"count":'],
    ['a fragment throws at', '{"count":3}'],
  ])('that %s leave the fallback, and take presses from nobody for good', async (_why, props) => {
    cart.update.mockImplementation(() => {
      throw new Error('on purpose');
    });
    const element = await place(served, '<button>2</button>');
    element.setAttribute('data-props', props);
    await settled();
    expect([element.getAttribute('data-state'), element.ariaBusy ?? null]).toEqual(['fallback', null]);
  });

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
    // A mounted fragment clears its element on unmount.
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

  /** Presses a button or a link of the fragment. @returns true when the click reached the fragment's element */
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
});

describe('walks', () => {
  /** Work of a fragment or of its server, which the walk ends. */
  interface Pending {
    end(error?: Error): void;
  }

  let pending: Pending[] = [];
  /** The `fail` function of each mounted fragment. */
  let failures: ((error: Error) => void)[] = [];
  /** Number of fragments mounted in the place. */
  let standing = 0;
  let latest: FragmentMountProps | undefined;
  let mostStanding = 0;

  const ends = (): Promise<void> =>
    new Promise((resolve, reject) => {
      pending.push({ end: (error) => (error ? reject(error) : resolve()) });
    });

  const stepOf = ({ props }: Pick<FragmentMountProps, 'props'>): string => String(props['step'] ?? 0);

  /** A fragment like a kit's: it shows its props after mount and update, and clears its place on unmount. */
  const whole = {
    async mount(given: FragmentMountProps) {
      await ends();
      failures.push(given.shell.fail);
      standing += 1;
      mostStanding = Math.max(mostStanding, standing);
      given.slot.textContent = stepOf(given);
    },
    async update(given: FragmentMountProps) {
      latest = given;
      await ends();
      if (latest === given) given.slot.textContent = stepOf(given);
    },
    async unmount({ slot }: FragmentMountProps) {
      standing -= 1;
      latest = undefined;
      slot.replaceChildren();
      await ends();
    },
  };
  const { update: _none, ...withoutUpdate } = whole;

  const remote = { name: 'mf-shop', version: '1.0.0', entry: '/e.js', js: [], css: [], routes: [] };
  const fragments = { f1: { app: 'mf-shop', name: 'cart', data: {} } };
  const state = { fragments, fragmentRemotes: [remote as unknown as RemoteOnPage], set: 'set-1' };

  beforeAll(() => {
    const shell = stubShell();
    defineFragmentElement({ state: state as unknown as PageState, config, shell, currentSet: () => undefined });
    const fetch = async (path: string) => {
      await ends();
      const { step } = JSON.parse(new URL(path, 'http://site').searchParams.get('props') ?? '{}');
      return { ok: true, json: async () => ({ html: String(step), css: [], fragments, remotes: [] }) };
    };
    Object.assign(globalThis, { fetch });
  });

  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
  });

  /** Steps of the walk, for the message of a failure. */
  let trail: string[] = [];

  class Walk {
    private step = 0;
    private readonly element = document.createElement('fragment-slot');

    constructor(private readonly random: () => number) {}

    private below(count: number): number {
      return Math.floor(this.random() * count);
    }

    async begin(): Promise<void> {
      const app = this.below(2) ? whole : withoutUpdate;
      trail = [app === whole ? 'with update' : 'without update'];
      jest.mocked(loadExposed).mockImplementation(async () => {
        await ends();
        return { fragments: { cart: async () => app } };
      });
      const attributes = { fragment: 'mf-shop/cart', key: 'f1', state: 'ready', props: '{"step":0}' };
      for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(`data-${name}`, value);
      this.element.textContent = '0';
      document.body.append(this.element);
      await settled();
    }

    async go(): Promise<void> {
      const chance = this.below(12);
      if (chance < 3) this.changeProps();
      else if (chance < 9) this.endOne();
      else if (chance < 10) this.endOne(new Error('on purpose'));
      else if (chance < 11) this.failLate();
      else this.moveOut();
      await settled();
      this.check();
    }

    /** Ends all pending work in random order. */
    async finish(): Promise<void> {
      for (let turns = 0; pending.length > 0 && turns < 1_000; turns += 1) {
        this.endOne();
        await settled();
        this.check();
      }
      expect([trail, pending.length, this.element.getAttribute('aria-busy')]).toEqual([trail, 0, null]);
      if (this.isShown) expect([trail, this.element.textContent]).toEqual([trail, String(this.step)]);
      else expect([trail, standing]).toEqual([trail, 0]);
      this.element.remove();
      await settled();
      while (pending.length > 0) {
        this.endOne();
        await settled();
      }
      expect([trail, standing, mostStanding <= 1]).toEqual([trail, 0, true]);
    }

    private changeProps(): void {
      this.step += 1;
      trail.push(`props ${this.step}`);
      this.element.setAttribute('data-props', JSON.stringify({ step: this.step }));
    }

    private endOne(error?: Error): void {
      const [one] = pending.splice(this.below(pending.length), 1);
      if (one) trail.push(error ? 'a failure' : 'an end');
      one?.end(error);
    }

    private failLate(): void {
      const fail = failures[this.below(failures.length)];
      if (fail) trail.push('fails while it runs');
      fail?.(new Error('while it runs'));
    }

    private moveOut(): void {
      trail.push(this.element.isConnected ? 'leaves' : 'comes back');
      if (this.element.isConnected) this.element.remove();
      else document.body.append(this.element);
    }

    private get isShown(): boolean {
      return this.element.isConnected && this.element.getAttribute('data-state') === 'ready';
    }

    /** Checks that a place that takes clicks shows its present props, and that a leaving one is empty. */
    private check(): void {
      if (!this.element.isConnected || this.element.getAttribute('aria-busy')) return;
      const allowed = this.isShown ? ['', String(this.step)] : [''];
      expect([trail, allowed]).toEqual([trail, expect.arrayContaining([this.element.textContent])]);
    }
  }

  const WALKS = process.env['TEST_ALL'] === '1' ? 400 : 100;
  const STEPS = 30;

  test('however props, code, answers, failures and leavings come, a place shows its props of now or its fallback', async () => {
    for (let seed = 1; seed <= WALKS; seed += 1) {
      pending = [];
      failures = [];
      standing = 0;
      mostStanding = 0;
      const walk = new Walk(seeded(seed));
      await walk.begin();
      for (let step = 0; step < STEPS; step += 1) await walk.go();
      await walk.finish();
    }
  });
});
