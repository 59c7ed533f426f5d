/** Patterns of what Jest leaves out: `*.all.test.ts` runs in `npm test -- --all` alone, which sets `TEST_ALL=1`. */
export const LONG_TESTS = process.env.TEST_ALL === '1' ? [] : ['\\.all\\.test\\.tsx?$'];
