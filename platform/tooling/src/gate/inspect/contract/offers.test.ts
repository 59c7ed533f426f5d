import { priceFaults, structuredOffers } from './offers';

const page = (price: number, words: string) =>
  `<script type="application/ld+json">{"@type":"Course","offers":[{"@type":"Offer","price":${price},"priceCurrency":"INR"}]}</script>
   <style>p::after { content: "₹9" }</style><p>${words}</p>`;
const SOLD = [
  { amount: 5_000_000, currency: 'INR' },
  { amount: 10_000_000, currency: 'INR' },
];

it('finds the offers of a page', () => {
  expect(structuredOffers(page(50_000, ''))).toEqual([{ amount: 5_000_000, currency: 'INR' }]);
  expect(structuredOffers('<script type="application/ld+json">{</script>')).toEqual([]);
});

it('finds nothing wrong with prices that are sold', () => {
  expect(priceFaults('/courses', page(50_000, '<b>₹50,000</b> + GST, ₹ 1,00,000'), SOLD)).toEqual([]);
});

it.each([
  ['in its structured data', page(45_000, '₹50,000')],
  ['in its words', page(50_000, '<b>₹45,000</b> + GST')],
])('finds a price that is not sold %s', (_where, html) => {
  expect(priceFaults('/courses', html, SOLD)).toEqual([
    expect.objectContaining({ where: '/courses', what: expect.stringContaining('INR 45,000') }),
  ]);
});

it('lets a page that offers nothing name amounts', () => {
  expect(priceFaults('/blog/a', '<p>A towel at ₹450</p>', SOLD)).toEqual([]);
});
