import { pageAddress } from './address';

const addressOf = (address: string, query?: readonly string[]) =>
  pageAddress(new URL(address, 'http://localhost'), query);

test('an address keeps what its route reads, once, and nothing else', () => {
  expect(addressOf('/blog?x=1&page=2&page=3', ['page'])).toBe('/blog?page=2');
  expect(addressOf('/blog?utm_source=x&gclid=y')).toBe('/blog');
  expect(addressOf('/contact?page=2', [])).toBe('/contact');
});

test('a payment id of any gateway reaches its page, a flood does not', () => {
  const id = (length: number) => `/success?payment_id=${'x'.repeat(length)}`;
  expect(addressOf(id(1500), ['payment_id'])).toBe(id(1500));
  expect(addressOf(id(3000), ['payment_id'])).toBe('/success');
});
