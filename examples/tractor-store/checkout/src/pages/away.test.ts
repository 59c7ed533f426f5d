import { render } from '../render';

const config = { siteOrigin: 'http://store.example' } as Parameters<typeof render>[0]['config'];

const answers: [name: string, fetch: typeof globalThis.fetch][] = [
  ['answers 503', async () => new Response('', { status: 503 })],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
];

test.each(answers)('a visitor reads what is unavailable while the back end %s', async (_name, fetch) => {
  for (const [path, heading] of [
    ['/checkout/cart', 'Your basket'],
    ['/checkout/account', 'Your orders'],
    ['/checkout/orders/T12345', 'Your order'],
  ]) {
    const { signal } = new AbortController();
    const cookies = { c_cart: 'CL-01-GR_1', c_session: 'x' };
    const page = await render({ url: config.siteOrigin + path, config, cookies, fetch, signal });
    expect([path, page.status, 'html' in page && page.html]).toEqual([
      path,
      503,
      expect.stringMatching(new RegExp(`<h1>${heading}</h1>.*unavailable just now.*Try again`)),
    ]);
  }
});
