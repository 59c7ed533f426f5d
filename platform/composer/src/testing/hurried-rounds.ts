/** Replaces `@wholepage/page-rules/time-limit` in tests that wait for rounds: rounds come ten times as often. */
const actual = jest.requireActual<typeof import('@wholepage/page-rules/time-limit')>(
  '@wholepage/page-rules/time-limit',
);

export const { orAfter, TimeoutError, within } = actual;

export const inRounds: typeof actual.inRounds = (milliseconds, ...more) => actual.inRounds(milliseconds / 10, ...more);
