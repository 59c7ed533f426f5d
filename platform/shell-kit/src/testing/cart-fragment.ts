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

/** Stands in for the composer: records requests, and answers with `answer`, or with 503 without one. */
export const composer = {
  asked: jest.fn(),
  answer: undefined as Partial<FragmentResponse> | undefined,
};

/** Sets up page, composer and fragment for the tests of the calling file, which must mock `../remotes/releases`. */
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

/** Waits until all started work has ended. No step of it needs a timer. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** Makes a promise that the test resolves. */
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

/** Attributes of a fragment that the server rendered. */
export const served = { 'data-fragment': 'mf-shop/cart', 'data-key': 'f1', 'data-state': 'ready' };
