import { createApp } from './app';

const app = createApp();
afterAll(() => app.close());

const form = (url: string, payload: string, cookie = '', accept = 'text/html') =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, accept },
  });
const cart = async (cookie: string) => (await app.inject({ url: '/cart', headers: { cookie } })).json();

test('a form adds a piece and leads to the cart; a script gets the cart', async () => {
  const first = await form('/checkout/cart/add', 'sku=CL-01-GR');
  expect([first.statusCode, first.headers.location]).toEqual([303, '/checkout/cart']);
  expect(first.headers['set-cookie']).toMatch(/^c_cart=CL-01-GR_1; Path=\/; HttpOnly; SameSite=Lax/);
  const second = await form('/checkout/cart/add', 'sku=CL-01-GR', 'c_cart=CL-01-GR_1', 'application/json');
  expect(second.json()).toMatchObject({ count: 2, total: 11_400 });
});

test('nothing is added that is not sold, or not in stock', async () => {
  expect((await form('/checkout/cart/add', 'sku=CL-99-XX', '', 'application/json')).json().count).toBe(0);
  expect((await form('/checkout/cart/add', 'sku=CL-04-TQ', '', 'application/json')).json().count).toBe(0);
  const all = await form('/checkout/cart/add', 'sku=CL-02-BL', 'c_cart=CL-02-BL_1', 'application/json');
  expect(all.json().count).toBe(1);
});

test('a page learns that nothing was added, with scripts and without', async () => {
  const script = (cookie: string) => form('/checkout/cart/add', 'sku=CL-02-BL', cookie, 'application/json');
  expect((await script('')).json()).toMatchObject({ count: 1, isAdded: true });
  expect((await script('c_cart=CL-02-BL_1')).json()).toMatchObject({ count: 1, isAdded: false });
  const { headers } = await form('/checkout/cart/add', 'sku=CL-02-BL', 'c_cart=CL-02-BL_1');
  expect(headers.location).toBe('/checkout/cart?refused=1');
});

test('a line is removed', async () => {
  const left = await form('/checkout/cart/remove', 'sku=CL-01-GR', 'c_cart=CL-01-GR_2.AU-01-SI_1', 'application/json');
  expect(left.json()).toMatchObject({ count: 1, items: [{ sku: 'AU-01-SI' }] });
});

test.each(['c_cart=nonsense', 'c_cart=CL-01-GR_x.<script>_1', `c_cart=${'CL-01-GR_1.'.repeat(200)}`])(
  'whatever a browser sends, a cart is read from it: %#',
  async (cookie) => {
    expect((await cart(cookie)).items.length).toBeLessThanOrEqual(1);
  },
);

test('a cart has a line for what there is of a variant, however much a browser asks for', async () => {
  expect(await cart('c_cart=CL-01-GR_0.CL-04-TQ_1.CL-02-BL_99')).toMatchObject({
    count: 1,
    items: [{ sku: 'CL-02-BL' }],
  });
  const ofNothing = await form('/checkout/place-order', 'firstname=A&lastname=B&storeId=store-a', 'c_cart=CL-01-GR_0');
  expect(ofNothing.headers.location).toBe('/checkout/cart');
});

test('an order empties the cart; what is missing is named', async () => {
  const sound = 'firstname=Ada&lastname=Field&storeId=store-a';
  const placed = await form('/checkout/place-order', sound, 'c_cart=CL-01-GR_1');
  expect(placed.headers.location).toMatch(/^\/checkout\/thanks\?order=T\d{5}$/);
  expect(placed.headers['set-cookie']).toContain('c_cart=; ');
  const missing = await form('/checkout/place-order', 'firstname=+&lastname=Field', 'c_cart=CL-01-GR_1');
  expect(missing.headers.location).toBe('/checkout/checkout?missing=firstname.storeId');
  expect((await form('/checkout/place-order', sound)).headers.location).toBe('/checkout/cart');
});

test('no two orders have one number', async () => {
  const sound = 'firstname=Ada&lastname=Field&storeId=store-a';
  const placed = Array.from({ length: 1_000 }, () => form('/checkout/place-order', sound, 'c_cart=CL-01-GR_1'));
  expect(new Set((await Promise.all(placed)).map(({ headers }) => headers.location)).size).toBe(1_000);
});

describe('an account', () => {
  const signIn = async (email: string, password: string) => {
    const { headers } = await form('/checkout/sign-in', new URLSearchParams({ email, password }).toString());
    return { location: headers.location, cookie: String(headers['set-cookie'] ?? '') };
  };
  const sessionOf = async (email: string, password: string) =>
    (await signIn(email, password)).cookie.split(';')[0] ?? '';
  const get = (url: string, cookie = '') => app.inject({ url, headers: { cookie } });

  test('is opened by the right password alone, with a session that no script can read', async () => {
    const { location, cookie } = await signIn('Ada@farm.example', 'long furrow');
    expect(location).toBe('/checkout/account');
    expect(cookie).toMatch(/^c_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1800$/);
    for (const [email, password] of [
      ['ada@farm.example', 'wide headland'],
      ['nobody@farm.example', 'long furrow'],
      ['', ''],
    ] as const)
      expect(await signIn(email, password)).toEqual({ location: '/checkout/sign-in?refused=1', cookie: '' });
  });

  test('holds its own orders, and nobody else sees them', async () => {
    const ada = await sessionOf('ada@farm.example', 'long furrow');
    const placed = await form(
      '/checkout/place-order',
      'firstname=Ada&lastname=Field&storeId=store-a',
      `${ada}; c_cart=CL-01-GR_2`,
    );
    const number = new URL(String(placed.headers.location), 'http://any').searchParams.get('order');
    expect((await get('/account', ada)).json()).toMatchObject({
      name: 'Ada Field',
      orders: [{ number, total: 11_400 }],
    });
    expect((await get(`/orders/${number}`, ada)).json()).toMatchObject({ items: [{ sku: 'CL-01-GR', quantity: 2 }] });
    const grace = await sessionOf('grace@farm.example', 'wide headland');
    expect((await get('/account', grace)).json()).toEqual({ name: 'Grace Meadow', orders: [] });
    const statuses = [grace, '', 'c_session=made-up'].map(
      async (cookie) => (await get(`/orders/${number}`, cookie)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([403, 401, 401]);
    expect((await get('/orders/T00000', ada)).statusCode).toBe(404);
  });

  test('is closed by signing out, in every tab that has the cookie', async () => {
    const cookie = await sessionOf('ada@farm.example', 'long furrow');
    const { headers } = await form('/checkout/sign-out', '', cookie);
    expect([headers.location, headers['set-cookie']]).toEqual(['/', expect.stringMatching(/^c_session=; .*Max-Age=0/)]);
    expect((await get('/account', cookie)).statusCode).toBe(401);
  });
});
