import { ofUnits } from 'api-wire/money';
import { COURSE_CATALOGUE, type CourseVariant } from 'api-wire/orders';
import { chargeOf, priceOf } from './price';

test.each([
  ['online', '₹50,000 + GST', 5_000_000, 'Online Course'],
  ['offline', '₹1,00,000 + GST', 10_000_000, 'Offline Course'],
  ['only-offline', '₹2,00,000', 20_000_000, 'Offline Course'],
] as [CourseVariant, string, number, string][])('%s costs %s', (variant, price, amount, description) => {
  const offer = { variant, ...COURSE_CATALOGUE[variant] };
  expect(priceOf(offer)).toBe(price);
  expect(offer).toMatchObject({ price: { amount, currency: 'INR' }, description });
});

test.each([
  [true, undefined, '₹50,000 is charged now. GST is invoiced separately.'],
  [true, { rate: 18, included: true }, '₹50,000 is charged now. GST of 18 % is invoiced separately.'],
  [false, undefined, '₹50,000 is charged now. Nothing is added to it.'],
  [false, { rate: 18 }, '₹50,000 is charged now. Nothing is added to it.'],
  [false, { included: true }, '₹50,000 is charged now. GST is included.'],
  [false, { rate: 12.5, included: true }, '₹50,000 is charged now. GST of 12.5 % is included.'],
])('tax on top %p, and what the owner says of GST is %p: "%s"', (plusTax, gst, sentence) => {
  expect(chargeOf({ plusTax, price: ofUnits(50_000) }, gst)).toBe(sentence);
});
