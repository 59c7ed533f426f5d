const { inOrder } = require('./order.cjs');

/**
 * Share of all files after which each of these begins. The longest begin early, so that no worker ends with one. Those
 * that mostly wait are spread, so that one waits at a time while the others use both processors.
 */
const PLACES = [
  ['api/test/crash.all', 0],
  ['platform/federation/test/conformance/matrix.all', 0],
  ['bench/src/new-team.all', 0.02],
  ['platform/tooling/src/testing/fuzz/in-places.all', 0.05],
  ['platform/releases/src/canary/no-worse.all', 0.05],
  ['platform/tooling/src/new-site/new-site.all', 0.2],
  ['platform/tooling/src/gate/checks/scenarios.all', 0.25],
  ['api/test/mail', 0.35],
  ['platform/composer/src/guests/containment', 0.5],
  ['platform/tooling/src/deploy/silent-servers.all', 0.6],
  ['platform/tooling/src/gate/checks/pages', 0.65],
  ['platform/composer/src/outages/store', 0.7],
  ['platform/tooling/src/gate/checks/lifecycle', 0.75],
];

const isOf =
  (name) =>
  ({ path }) =>
    path.endsWith(`/${name}.test.ts`);

module.exports = inOrder((tests) => {
  const order = tests.filter((test) => !PLACES.some(([name]) => isOf(name)(test)));
  for (const [name, share] of PLACES) {
    const placed = tests.find(isOf(name));
    if (placed) order.splice(Math.round(share * tests.length), 0, placed);
  }
  return order;
});
