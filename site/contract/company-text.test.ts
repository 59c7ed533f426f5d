import { fill } from './company-text';
import { testConfig } from './testing';

it('puts the company into a text and leaves other braces alone', () => {
  expect(fill('{name}, {group}, since {since}: {furnishings} {other}', testConfig.company)).toBe(
    'Test & Thimble, a Distaff Group company, since 1973: Warp and Weft {other}',
  );
});
