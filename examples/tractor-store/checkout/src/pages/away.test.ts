import { render } from '../render';

const config = { siteOrigin: 'http://store.example' } as Parameters<typeof render>[0]['config'];

const answers: [name: string, fetch: typeof globalThis.fetch][] = [
  ['answers 503', async () => new Response('', { status: 503 })],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
];

test('what the address of the checkout names as missing is said only of its fields', async () => {
  const { signal } = new AbortController();
  const said = async (missing: string) => {
    const url = `${config.siteOrigin}/checkout/checkout?missing=${missing}`;
    const page = await render({ url, config, cookies: {}, fetch, signal });
    return 'html' in page && /Still missing:[^<]*/.exec(page.html.replaceAll('<!-- -->', ''))?.[0];
  };
  expect(await said('firstname.storeId')).toBe('Still missing: your first name and a store.');
  expect(await said('toString')).toBeUndefined();
});

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
