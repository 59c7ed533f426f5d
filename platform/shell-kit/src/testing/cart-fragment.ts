import type { FragmentResponse } from '@wholepage/contracts/fragment';
import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { testConfig as config, stubShell } from '@wholepage/remote-kit/testing';
import { defineFragmentElement } from '../fragments/fragments';
import { loadExposed } from '../remotes/releases';

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

/** The fragment `mf-shop/cart`. */
export const cart = { mount: jest.fn(), update: jest.fn(), unmount: jest.fn() };

/** Stands for the composer: what it was asked for, and what it answers; without an answer 503. */
export const composer = {
  asked: jest.fn(),
  answer: undefined as Partial<FragmentResponse> | undefined,
};

/** Sets the page, the composer and the fragment up for the tests of a file, which mocks `../remotes/releases`. */
export function useCartFragment(): void {
  beforeAll(() => {
    defineFragmentElement({ state, config, shell: stubShell(), currentSet: () => undefined });
  });
  beforeEach(() => {
    jest.clearAllMocks();
    for (const lifecycle of Object.values(cart)) lifecycle.mockResolvedValue(undefined);
    jest.mocked(loadExposed).mockResolvedValue({ fragments: { cart: async () => cart } });
    composer.answer = { html: '<b>fetched</b>', css: [], fragments: {}, remotes: [] };
    jest.spyOn(console, 'error').mockImplementation(() => {});
    Object.assign(globalThis, {
      fetch: async (path: string) => {
        composer.asked(path);
        const { answer } = composer;
        return answer ? { ok: true, json: async () => answer } : { ok: false, status: 503 };
      },
    });
  });
  afterEach(async () => {
    document.body.replaceChildren();
    await settled();
  });
}

/** Everything that was started is over: no step of it waits for a clock. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** Something that is over when the test says so. */
export function later(): { promise: Promise<void>; resolve(): void } {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: () => settle() };
}

/** Puts a fragment into the page. */
export async function place(attributes: Record<string, string>, html = ''): Promise<HTMLElement> {
  const element = document.createElement('fragment-slot');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.innerHTML = html;
  document.body.append(element);
  await settled();
  return element;
}

/** Attributes of one that the server made. */
export const served = { 'data-fragment': 'mf-shop/cart', 'data-key': 'f1', 'data-state': 'ready' };
