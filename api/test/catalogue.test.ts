import { randomInt, randomUUID } from 'node:crypto';
import { COURSES } from '../src/cli/courses/commands';
import { runCli } from './helpers/cli';
import { callsOf, type Shop, startShop } from './helpers/orders/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { order } = callsOf(() => shop);
const courses = (...words: string[]) => runCli('courses', COURSES, shop.site, words);
const catalogue = async () => {
  const answer = await fetch(`${shop.site.url}/catalogue`);
  return { cache: answer.headers.get('cache-control'), ...(await answer.json()) };
};
const enrol = async (course: string) => {
  const email = `${randomUUID().slice(0, 8)}@buyer.example`;
  const body = { name: 'Uma', email, phone: `+91 9${randomInt(100_000_000, 999_999_999)}`, course };
  return (await shop.site.post('/enrolments', body)).json();
};

afterEach(async () => {
  for (const [course, price] of [
    ['online', '50000'],
    ['offline', '100000'],
    ['only-offline', '200000'],
  ] as const) {
    await courses('price', course, price);
    await courses('status', course, 'open');
  }
});

test('the catalogue begins with the prices of the content, and is public for seconds', async () => {
  expect(await catalogue()).toEqual({
    success: true,
    currency: 'INR',
    cache: 'public, max-age=5',
    data: [
      ['online', 'Online Course', 50_000, true],
      ['offline', 'Offline Course', 100_000, true],
      ['only-offline', 'Only Offline Course', 200_000, false],
    ].map(([variant, label, price, plus_tax]) => ({
      variant,
      label,
      price_in_rupees: price,
      amount: Number(price) * 100,
      plus_tax,
      status: 'open',
    })),
  });
});

test('a changed price holds at once for pages and orders, with its history', async () => {
  const changed = await courses('price', 'online', '45,000', '--why', 'Diwali');
  expect(changed.stdout).toBe('The Online Course costs ₹45,000 + GST now.\n');
  expect((await catalogue()).data[0]).toMatchObject({ price_in_rupees: 45_000, amount: 4_500_000 });
  const { id } = await enrol('online');
  expect((await order(4_500_000, { 'Enrolment-Id': id })).status).toBe(200);
  expect((await courses('list')).stdout).toMatch(/online\s+Online Course\s+₹45,000 \+ GST\s+open/);
  const [newest, ...older] = JSON.parse((await courses('history', '--json')).stdout);
  expect(newest).toMatchObject({ variant: 'online', priceInRupees: 45_000, reason: 'Diwali' });
  expect(newest.changedBy).not.toBe('');
  expect(older).toContainEqual(expect.objectContaining({ variant: 'online', priceInRupees: 50_000 }));
});

describe('an old page gets the new price before it pays', () => {
  const refusal = {
    success: false,
    code: 'price_changed',
    amount: 4_500_000,
    plus_tax: true,
    message: expect.stringMatching(/^The price of the Online Course has changed: it is ₹45,000 \+ GST now\./),
  };

  test('by its enrolment', async () => {
    const { id } = await enrol('online');
    await courses('price', 'online', '45000');
    expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: refusal });
  });

  test('by the price that only this course ever had', async () => {
    await courses('price', 'online', '45000');
    expect(await order(5_000_000)).toEqual({ status: 422, body: refusal });
    expect(await order(1_234_500)).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^No course/) },
    });
  });

  test('also where the old price is another course’s of now', async () => {
    const { id } = await enrol('online');
    await courses('price', 'online', '45000');
    await courses('price', 'offline', '50000');
    expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: refusal });
  });
});

test('a course that is full takes neither enrolments nor orders, and says so', async () => {
  const { id } = await enrol('online');
  await courses('status', 'online', 'full');
  const full = {
    success: false,
    code: 'course_unavailable',
    message: expect.stringMatching(/^The Online Course is full\. Nothing has been charged\./),
  };
  expect(await enrol('online')).toEqual(full);
  expect(await order(5_000_000, { 'Enrolment-Id': id })).toEqual({ status: 422, body: full });
  expect(await order(5_000_000)).toEqual({ status: 422, body: full });
});

test.each([
  [['price', 'evening', '50000'], 'Which course? Name one of online, offline, only-offline.'],
  [['price', 'online', '0'], 'Which price? Give whole rupees without tax, such as 50000; "0" is none.'],
  [['price', 'online', '12.5'], 'Which price? Give whole rupees without tax, such as 50000; "12.5" is none.'],
  [['status', 'online', 'gone'], 'Which state? Give one of open, full, closed.'],
])('npm run courses -- %p says what is wrong', async (words, sentence) => {
  expect(await courses(...words)).toMatchObject({ code: 1, stderr: `${sentence}\n` });
});
