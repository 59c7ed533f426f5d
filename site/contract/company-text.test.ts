import { fill, telHref } from './company-text';
import { testConfig } from './testing';

it('puts the company into a text and leaves other braces alone', () => {
  expect(fill('{name}, {group}, since {since}: {furnishings} {other}', testConfig.company)).toBe(
    'Test & Thimble, a Distaff Group company, since 1973: Warp and Weft {other}',
  );
});

it.each([
  '+91 44 5550 1973',
  '+91 (44) 5550-1973 ext. 5',
  '+914455501973,5',
  '+91 44 5550 1973 x 12',
  '+91 44 5550 1973#7',
])('calls %s without its extension', (phone) => {
  expect(telHref(phone)).toBe('tel:+914455501973');
});
