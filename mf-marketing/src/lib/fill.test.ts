import { config } from '../testing/config';
import { fill } from './fill';

it('puts the company into a text and leaves other braces alone', () => {
  expect(fill('{name}, {group}, since {since}: {furnishings} {other}', config.company)).toBe(
    'Test & Thimble, a Distaff Group company, since 1973: Warp and Weft {other}',
  );
});
