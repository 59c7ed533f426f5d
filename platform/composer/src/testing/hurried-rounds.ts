/** In the place of `@wholepage/page-rules/time-limit`, for tests that wait for rounds: ten come in the time of one. */
const actual = jest.requireActual<typeof import('@wholepage/page-rules/time-limit')>(
  '@wholepage/page-rules/time-limit',
);

export const { orAfter, TimeoutError, within } = actual;

export const inRounds: typeof actual.inRounds = (milliseconds, ...more) => actual.inRounds(milliseconds / 10, ...more);
