// Tests share two processors with all that they start: what fails once is tried once more, and the first failure stays in the log.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
