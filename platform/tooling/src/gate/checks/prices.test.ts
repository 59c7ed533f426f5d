import { priceFaults, structuredOffers } from './prices';

const offer = (price: number, sku: string | undefined) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'INR',
  ...(sku && { sku }),
});
const page = (offers: object[], words: string) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Course', offers })}</script>
   <style>p::after { content: "₹9" }</style><main><p>${words}</p></main>`;
const SOLD = [
  { sku: 'online', amount: 5_000_000, currency: 'INR' },
  { sku: 'offline', amount: 10_000_000, currency: 'INR' },
];
const RIGHT = [offer(50_000, 'online'), offer(100_000, 'offline')];

it('finds the offers of a page', () => {
  expect(structuredOffers(page([offer(50_000, 'online')], ''))).toEqual([
    { sku: 'online', amount: 5_000_000, currency: 'INR' },
  ]);
  expect(structuredOffers('<script type="application/ld+json">{</script>')).toEqual([]);
});

it.each([
  ['of one thing', page([offer(50_000, 'online')], '<b>₹<i>50,000</i></b> + GST')],
  [
    'of two, each named',
    page(RIGHT, '<b data-sku="online">₹50,000</b> <span data-sku="offline"><b>₹ 1,00,000</b></span>'),
  ],
])('finds nothing wrong with prices that are sold: %s', (_what, html) => {
  expect(priceFaults('/courses', html, SOLD)).toEqual([]);
});

it.each([
  ['a price that is not sold, in structured data', page([offer(45_000, 'online')], ''), /online for INR 45,000/],
  ['a price that is not sold, in words', page([offer(50_000, 'online')], '<b>₹45,000</b> + GST'), /INR 45,000/],
  [
    'a price that is not sold, in named words',
    page(RIGHT, '<b data-sku="online">₹45,000</b>'),
    /online for INR 45,000/,
  ],
  ["another thing's price, in structured data", page([offer(50_000, 'offline')], ''), /offline for INR 50,000/],
  ["another thing's price, in words", page([offer(100_000, 'offline')], '₹50,000'), /INR 50,000/],
  ["another thing's price, in named words", page(RIGHT, '<b data-sku="offline">₹50,000</b>'), /offline for INR 50,000/],
  ['a price of one of several that names none', page(RIGHT, '<b>₹50,000</b>'), /INR 50,000 without saying of what/],
  ['an offer that names nothing', page([offer(50_000, undefined)], ''), /INR 50,000 without saying of what/],
  ['an offer of what is not sold', page([offer(50_000, 'gone')], ''), /gone for INR 50,000.*does not sell it/],
  ['a named price without any offer', '<b data-sku="online">₹45,000</b>', /online for INR 45,000/],
])('finds %s', (_what, html, says) => {
  expect(priceFaults('/courses', html, SOLD)).toEqual([
    expect.objectContaining({ where: '/courses', what: expect.stringMatching(says) }),
  ]);
});

it.each([
  ['JPY', 9_800, 'in words for ¥9,800', 9_800],
  ['KWD', 9.5, 'in words for KWD 9.500', 9_500],
  ['USD', 900, 'in words for USD 900', 90_000],
  ['CHF', 90.5, 'in words for CHF 90.50', 9_050],
])('reads amounts of %s in the units of ISO 4217, by sign or code', (currency, price, words, amount) => {
  const sold = [{ sku: 'a', amount, currency }];
  const offers = [{ ...offer(price, 'a'), priceCurrency: currency }];
  expect(priceFaults('/a', page(offers, words), sold)).toEqual([]);
  expect(priceFaults('/a', page(offers, words.replace('9', '8')), sold)).toHaveLength(1);
});

it.each([undefined, 'rupees', 'R$'])('finds an offer in a currency that has no code: %s', (priceCurrency) => {
  const html = page([{ ...offer(50_000, 'online'), priceCurrency }], '');
  expect(priceFaults('/courses', html, SOLD)).toHaveLength(1);
});

it('lets a page that offers nothing name amounts', () => {
  expect(priceFaults('/blog/a', '<p>A towel at ₹450</p>', SOLD)).toEqual([]);
});

it("looks only into one remote's fragments on a page of others", () => {
  const html = `<b data-sku="online">₹1</b><fragment-slot data-fragment="mf-a/prices"><b data-sku="online">₹2</b></fragment-slot>`;
  expect(priceFaults('/', html, SOLD, 'mf-a').map(({ what }) => what)).toEqual([
    expect.stringMatching(/online for INR 2;/),
  ]);
  expect(priceFaults('/', html, SOLD, 'mf-b')).toEqual([]);
});
