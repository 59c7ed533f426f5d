// Tests share two processors with the programs that they start: a failed test is retried once, and its first failure is
// logged. At once: after the last test of its file, what it tests may have changed.
jest.retryTimes(1, { logErrorsBeforeRetry: true, retryImmediately: true });
