const inOrder = require('./in-order.cjs');

/**
 * Tests that wait for most of their time, and at which share of all files each begins. One of four workers waits at a
 * time, while the others have the two processors. The slowest is first, and the last ends before the others do.
 */
const WAITING = [
  ['api/test/crash', 0],
  ['api/test/mail', 0.35],
  ['platform/composer/src/guests/containment', 0.5],
  ['platform/tooling/src/deploy/silent-servers', 0.6],
  ['platform/composer/src/outages/api', 0.65],
  ['platform/composer/src/outages/store', 0.7],
];

const isOf =
  (name) =>
  ({ path }) =>
    path.endsWith(`/${name}.test.ts`);

module.exports = inOrder((tests) => {
  const order = tests.filter((test) => !WAITING.some(([name]) => isOf(name)(test)));
  for (const [name, share] of WAITING) {
    const waiting = tests.find(isOf(name));
    if (waiting) order.splice(Math.round(share * tests.length), 0, waiting);
  }
  return order;
});
