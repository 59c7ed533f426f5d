// Tests share two processors with the programs that they start: a failed test is retried once, and its first failure is logged.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
