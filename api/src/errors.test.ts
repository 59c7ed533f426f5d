import { messageOf } from './errors';

test('what is thrown says why in one line, also when it is no error', () => {
  expect(messageOf(new Error('the disk is full\nat write'))).toBe('the disk is full');
  // The job runner passes copies of errors on, which are not instances of Error.
  expect(messageOf({ ...new Error(), message: 'timeout exceeded when trying to connect', queue: 'mail' })).toBe(
    'timeout exceeded when trying to connect',
  );
  expect(messageOf('stopped')).toBe('stopped');
  expect(messageOf(undefined)).toBe('undefined');
});

test("a copy of a failed query's error says no value of it", () => {
  const copy = { message: "Failed query: update people set email = 'asha@example.com'" };
  expect(messageOf(copy)).toBe('Failed query');
});
