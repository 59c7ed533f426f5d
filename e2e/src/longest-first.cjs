/** `payments` holds what the provider sends and makes it fail: it is over before the last of these, or others, pay. */
const SLOW = [
  'payments',
  'pages',
  'gate',
  'bad-releases',
  'outages',
  'skew',
  'canary',
  'publishing',
  'first-view',
  'engines',
];

const rank = ({ path }) => {
  const place = SLOW.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return place < 0 ? SLOW.length : place;
};

/** Begins with what takes longest, so that no worker is left with it at the end; a fresh clone has no times of before. */
module.exports = class LongestFirst {
  sort(tests) {
    return [...tests].sort((one, other) => rank(one) - rank(other));
  }

  shard(tests) {
    return tests;
  }

  allFailedTests() {
    return [];
  }

  cacheResults() {}
};
