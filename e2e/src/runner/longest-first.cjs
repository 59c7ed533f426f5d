const { beginningWith } = require('../../../platform/tooling/jest/order.cjs');

/**
 * What takes longest, so that no worker is left with it at the end; what waits for most of it is first. `payments` holds what the provider sends and makes it
 * fail: it is over before the last of these, or others, pay.
 */
module.exports = beginningWith([
  'payments',
  'walk',
  'slow-lines',
  'bad-releases.all',
  'live-releases.all',
  'publishing.all',
  'gate',
  'office',
  'skew',
  'external-remotes',
  'rewritten',
  'letters.all',
  'style-order',
  'first-view.all',
  'tractor-store.all',
  'enquiries',
  'development',
  'releases',
  'layout',
  'pages',
  'engines.all',
  'first-paint',
  'navigation',
  'containment',
  'before-a-touch',
  'way-back',
  'standalone',
  'studio',
]);
