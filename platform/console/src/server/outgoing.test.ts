import { isQuiet, quietHoursOf } from './outgoing';

test.each([
  ['22-7', 23, true],
  ['22-7', 6, true],
  ['22-7', 7, false],
  ['9-17', 12, true],
  ['9-17', 17, false],
])('of %s the hour %d is quiet: %s', (text, hour, expected) => {
  expect(isQuiet(quietHoursOf(text, 'UTC'), new Date(Date.UTC(2030, 0, 1, hour)))).toBe(expected);
});
