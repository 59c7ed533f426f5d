import { COURSE_CATALOGUE, type CourseVariant } from 'api-wire/orders';
import { amountOf, priceOf } from './price';

test.each([
  ['online', '₹50,000 + GST', 5_000_000],
  ['offline', '₹1,00,000 + GST', 10_000_000],
  ['only-offline', '₹2,00,000', 20_000_000],
] as [CourseVariant, string, number][])('%s costs %s', (variant, price, amount) => {
  const offer = { variant, ...COURSE_CATALOGUE[variant] };
  expect(priceOf(offer)).toBe(price);
  expect(amountOf(offer)).toBe(amount);
});
